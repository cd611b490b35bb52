import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DaysWord,
  defaultWords,
  isDaysWord,
  resolveDays,
  spanOf,
  wordNames,
  wordsWithin,
} from './relativeDays.ts'

const spanText = (word: DaysWord, now: string) => {
  const { from, to } = spanOf(word, now)
  return `${from} ${to}`
}

test('each word has its span, relative to a Tuesday in May', () => {
  const words = Object.keys(wordNames) as DaysWord[]
  assert.deepEqual(Object.fromEntries(words.map((word) => [word, spanText(word, '2026-05-19')])), {
    today: '2026-05-19 2026-05-19',
    yesterday: '2026-05-18 2026-05-18',
    last7: '2026-05-13 2026-05-19',
    last30: '2026-04-20 2026-05-19',
    past7: '2026-05-12 2026-05-18',
    past14: '2026-05-05 2026-05-18',
    past30: '2026-04-19 2026-05-18',
    week: '2026-05-18 2026-05-24',
    weekSoFar: '2026-05-18 2026-05-19',
    weekReported: '2026-05-18 2026-05-18',
    lastWeek: '2026-05-11 2026-05-17',
    month: '2026-05-01 2026-05-31',
    monthSoFar: '2026-05-01 2026-05-19',
    monthReported: '2026-05-01 2026-05-18',
    lastMonth: '2026-04-01 2026-04-30',
    months3: '2026-03-01 2026-05-19',
    months12: '2025-06-01 2026-05-19',
    year: '2026-01-01 2026-05-19',
    lastYear: '2025-01-01 2025-12-31',
  })
})

test('a week runs from Monday to Sunday, also on a Sunday and across years', () => {
  assert.equal(spanText('week', '2026-01-04'), '2025-12-29 2026-01-04')
  assert.equal(spanText('lastWeek', '2026-01-04'), '2025-12-22 2025-12-28')
})

test('on a Monday or the first of a month the reported period is the one that has just ended, never empty', () => {
  assert.equal(spanText('weekReported', '2026-06-01'), '2026-05-25 2026-05-31')
  assert.equal(spanText('monthReported', '2026-06-01'), '2026-05-01 2026-05-31')
  assert.equal(spanText('lastWeek', '2026-06-01'), '2026-05-25 2026-05-31')
  assert.equal(spanText('lastMonth', '2026-06-01'), '2026-05-01 2026-05-31')
})

test('months end on their last day, also across years', () => {
  assert.equal(spanText('month', '2026-02-10'), '2026-02-01 2026-02-28')
  assert.equal(spanText('month', '2028-02-29'), '2028-02-01 2028-02-29')
  assert.equal(spanText('month', '2026-12-31'), '2026-12-01 2026-12-31')
  assert.equal(spanText('lastMonth', '2026-01-31'), '2025-12-01 2025-12-31')
  assert.equal(spanText('months3', '2026-01-15'), '2025-11-01 2026-01-15')
})

test('words with spans longer than the maximum are not offered', () => {
  const offered = wordsWithin(defaultWords(false), 7, '2026-05-19')
  assert.deepEqual(offered, ['today', 'yesterday', 'last7', 'weekSoFar', 'lastWeek'])
  assert.equal(wordsWithin(defaultWords(false), 366, '2026-05-19').length, 8)
})

test('a word in an address becomes both days; days, other names and unknown words stay unchanged', () => {
  const now = '2026-05-19'
  assert.deepEqual(resolveDays({ from: 'past7', sort: '-volume' }, now), {
    from: '2026-05-12',
    to: '2026-05-18',
    sort: '-volume',
  })
  assert.deepEqual(resolveDays({ contractEndFrom: 'month', contractEndTo: '2020-01-01' }, now), {
    contractEndFrom: '2026-05-01',
    contractEndTo: '2026-05-31',
  })
  const unchanged = {
    keyword: 'today',
    from: '2026-05-01',
    to: '2026-05-02',
    dueFrom: 'sometime',
    status: ['a'],
  }
  assert.deepEqual(resolveDays(unchanged, now), unchanged)
  for (const no of ['constructor', 'toString', '', undefined, ['today']]) assert.equal(isDaysWord(no), false)
})
