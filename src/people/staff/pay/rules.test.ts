import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Books } from '#people/books/rules.ts'
import {
  assertOneSeniority,
  defaultPayDay,
  movedStart,
  NO_PAY,
  type Pay,
  rowOn,
  seniorityOf,
  yearsOfService,
} from './rules.ts'

const open: Books = { from: '2026-03', openFrom: '2026-03-01', today: '2026-05-19' }
/** The same books with March and April closed. */
const closed: Books = { ...open, openFrom: '2026-05-01' }
const rows = (...days: string[]) => days.map((fromOn) => ({ fromOn }))

test('a year of service counts from the first of the month after the anniversary', () => {
  const years = (firstOn: string, ...months: string[]) =>
    months.map((month) => yearsOfService(firstOn, month))
  assert.deepEqual(
    years('2024-05-20', '2024-05', '2025-05', '2025-06', '2026-05', '2026-06'),
    [0, 0, 1, 1, 2],
  )
  assert.deepEqual(years('2024-05-01', '2025-05', '2025-06'), [0, 1])
  assert.deepEqual(years('2024-05-31', '2023-01', '2024-12'), [0, 0])
})

test('seniority is a fixed amount, or an amount per year up to a cap', () => {
  const fixed: Pay = { ...NO_PAY, seniorityPayCents: 20_000 }
  const ruled: Pay = { ...NO_PAY, seniorityPerYearCents: 5_000, seniorityCapCents: 12_000 }
  assert.equal(seniorityOf(fixed, '2020-01-01', '2026-05'), 20_000)
  assert.equal(seniorityOf(NO_PAY, '2020-01-01', '2026-05'), null)
  const after = (month: string) => seniorityOf(ruled, '2023-11-10', month)
  assert.deepEqual(['2024-11', '2024-12', '2025-12', '2026-12'].map(after), [0, 5_000, 10_000, 12_000])
})

test('seniority is either an amount or a complete rule', () => {
  const fields = (pay: Partial<Pay>) => {
    try {
      assertOneSeniority({ ...NO_PAY, ...pay })
      return null
    } catch (error) {
      return Object.keys((error as { data: { fields: object } }).data.fields)
    }
  }
  assert.equal(fields({ seniorityPayCents: 1 }), null)
  assert.equal(fields({ seniorityPerYearCents: 1, seniorityCapCents: 2 }), null)
  assert.deepEqual(fields({ seniorityPayCents: 1, seniorityPerYearCents: 1, seniorityCapCents: 2 }), [
    'seniorityPerYearCents',
  ])
  assert.deepEqual(fields({ seniorityPerYearCents: 1 }), ['seniorityCapCents'])
  assert.deepEqual(fields({ seniorityCapCents: 1 }), ['seniorityPerYearCents'])
})

test('the row in effect on a day is the last that has started', () => {
  const all = rows('2026-01-01', '2026-05-15')
  assert.deepEqual(
    ['2025-12-31', '2026-01-01', '2026-05-14', '2026-05-15'].map((day) => rowOn(all, day)?.fromOn),
    [undefined, '2026-01-01', '2026-01-01', '2026-05-15'],
  )
})

test('the default day is the first day for first pay, and the first of the month for later pay', () => {
  assert.equal(defaultPayDay(open, '2021-03-08', []), '2021-03-08')
  assert.equal(defaultPayDay(open, '2005-03-08', []), '2010-01-01')
  assert.equal(defaultPayDay(closed, '2021-03-08', []), '2026-05-01')
  assert.equal(defaultPayDay(closed, '2026-05-12', []), '2026-05-12')
  assert.equal(defaultPayDay(closed, '2021-03-08', rows('2021-03-08')), '2026-05-01')
  assert.equal(defaultPayDay(closed, '2021-03-08', rows('2021-03-08', '2026-05-11')), '2026-05-11')
  assert.equal(defaultPayDay(closed, '2021-03-08', rows('2021-03-08', '2026-06-01')), '2026-05-01')
  assert.equal(defaultPayDay(closed, '2026-05-12', rows('2026-05-12')), '2026-05-12')
})

test('first pay moves back with an earlier first day, but not into a closed month', () => {
  const moved = (books: Books, was: string, becomes: string, first = was) =>
    movedStart(books, { was, becomes }, rows(first))
  assert.equal(moved(open, '2026-05-12', '2026-04-02'), '2026-04-02')
  assert.equal(moved(closed, '2026-05-12', '2026-04-02'), '2026-05-01')
  assert.equal(moved(closed, '2026-04-12', '2026-04-02'), null)
  assert.equal(moved(open, '2026-05-12', '2026-05-20'), null)
  assert.equal(moved(open, '2026-05-12', '2026-05-02', '2026-05-18'), null)
  assert.equal(movedStart(open, { was: '2026-05-12', becomes: '2026-05-02' }, []), null)
})
