import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayPresets, presetsWithin } from './dayPresets.ts'

const spans = (now: string, future?: boolean) =>
  Object.fromEntries(dayPresets(now, future).map(({ label, from, to }) => [label, `${from} ${to}`]))

test('the presets of a Tuesday in May', () => {
  assert.deepEqual(spans('2026-05-19', false), {
    今天: '2026-05-19 2026-05-19',
    昨天: '2026-05-18 2026-05-18',
    近7天: '2026-05-13 2026-05-19',
    近30天: '2026-04-20 2026-05-19',
    本周: '2026-05-18 2026-05-19',
    上周: '2026-05-11 2026-05-17',
    本月: '2026-05-01 2026-05-19',
    上月: '2026-04-01 2026-04-30',
  })
})

test('a week runs from Monday to Sunday, also on a Sunday and over the year', () => {
  assert.equal(spans('2026-01-04').本周, '2025-12-29 2026-01-04')
  assert.equal(spans('2026-01-04').上周, '2025-12-22 2025-12-28')
})

test('months end on their own last day', () => {
  assert.equal(spans('2026-02-10').本月, '2026-02-01 2026-02-28')
  assert.equal(spans('2028-02-29').本月, '2028-02-01 2028-02-29')
  assert.equal(spans('2026-01-31').上月, '2025-12-01 2025-12-31')
})

test('a preset that is longer than what may be chosen is not offered', () => {
  const labels = presetsWithin(dayPresets('2026-05-19', false), 7).map(({ label }) => label)
  assert.deepEqual(labels, ['今天', '昨天', '近7天', '本周', '上周'])
  assert.equal(presetsWithin(dayPresets('2026-05-19', false), 366).length, 8)
})
