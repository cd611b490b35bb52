import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf, monthsBetween, monthsToCompare } from './rules.ts'

test('months span the end of a year, both ends included', () => {
  assert.deepEqual(monthsBetween('2025-11-30', '2026-02-01'), [
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  assert.deepEqual(monthsBetween('2026-02-01', '2026-02-28'), ['2026-02-01'])
})

test('older months are compared in rotation, the one compared longest ago first', () => {
  const months = monthsBetween('2026-01-01', '2026-05-31')
  const newest = ['2026-04-01', '2026-05-01']
  assert.deepEqual(monthsToCompare(months, new Map()), ['2026-01-01', ...newest])
  const once = new Map([['2026-01-01', 1]])
  assert.deepEqual(monthsToCompare(months, once), ['2026-02-01', ...newest])
  const round = new Map([...once, ['2026-02-01', 2], ['2026-03-01', 3]])
  assert.deepEqual(monthsToCompare(months, round), ['2026-01-01', ...newest])
  assert.deepEqual(monthsToCompare(newest, new Map()), newest)
})

test('only differing totals are returned; a missing month differs in every total of its days', () => {
  assert.deepEqual(differencesOf({ volume: 3, replied: 1 }, { volume: 4, replied: 1 }), [
    { sum: 'volume', kept: 3, counted: 4 },
  ])
  assert.deepEqual(differencesOf(null, { volume: 4 }), [{ sum: 'volume', kept: null, counted: 4 }])
  assert.deepEqual(differencesOf({ volume: 4 }, { volume: 4 }), [])
})
