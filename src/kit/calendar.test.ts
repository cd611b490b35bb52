import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  covers,
  dayOf,
  daysBetween,
  daysFrom,
  isDay,
  lastDayOf,
  monthAfter,
  monthBefore,
  monthOf,
  overlaps,
  today,
  weekdayOf,
} from './calendar.ts'

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('the day changes at midnight in Shanghai, in any time zone of the machine', () => {
  assert.equal(dayOf(new Date('2026-05-18T15:59:59.999Z')), '2026-05-18')
  assert.equal(dayOf(new Date('2026-05-18T16:00:00Z')), '2026-05-19')
  assert.equal(
    today(() => new Date('2026-12-31T16:00:00Z')),
    '2027-01-01',
  )
})

test('isDay accepts only dates that exist', () => {
  for (const day of ['2026-01-31', '2024-02-29', '2000-02-29']) assert.equal(isDay(day), true, day)
  for (const text of [
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-1-1',
    '2026/01/01',
    '',
    '20260101',
  ]) {
    assert.equal(isDay(text), false, text)
  }
})

test('addDays works across the ends of months and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2026-03-01', -1), '2026-02-28')
})

test('addDays and daysBetween are inverse', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, n) => {
      const other = addDays(day, n)
      assert.ok(isDay(other))
      assert.equal(daysBetween(day, other), n)
      assert.equal(addDays(other, -n), day)
    }),
  )
})

test('daysFrom returns both ends and every day between', () => {
  assert.deepEqual(daysFrom('2026-02-27', '2026-03-01'), ['2026-02-27', '2026-02-28', '2026-03-01'])
  assert.deepEqual(daysFrom('2026-02-27', '2026-02-27'), ['2026-02-27'])
  assert.deepEqual(daysFrom('2026-02-27', '2026-02-26'), [])
  const years = daysFrom('2023-11-30', '2028-03-01')
  assert.deepEqual(
    years,
    years.map((_, index) => new Date(Date.UTC(2023, 10, 30 + index)).toISOString().slice(0, 10)),
  )
  for (const n of [-400, -60, -29, -1, 0, 1, 27, 28, 366]) {
    assert.deepEqual(
      years.map((day) => addDays(day, n)),
      years.map((_, index) => new Date(Date.UTC(2023, 10, 30 + index + n)).toISOString().slice(0, 10)),
    )
  }
  assert.equal(years.length, daysBetween('2023-11-30', '2028-03-01') + 1)
})

test('weeks begin on Monday', () => {
  assert.equal(weekdayOf('2026-05-18'), 1)
  assert.equal(weekdayOf('2026-05-24'), 7)
  assert.equal(monthOf('2026-05-24'), '2026-05')
})

const span = fc.tuple(days, fc.option(fc.integer({ min: 0, max: 400 }))).map(([fromOn, length]) => ({
  fromOn,
  toOn: length === null ? null : addDays(fromOn, length),
}))
const isIn = (day: string, { fromOn, toOn }: { fromOn: string; toOn: string | null }) =>
  fromOn <= day && (toOn === null || toOn >= day)

test('two spans overlap if they share a day', () => {
  fc.assert(
    fc.property(span, span, (a, b) => {
      const [, later = ''] = [a.fromOn, b.fromOn].toSorted()
      assert.equal(overlaps(a, b), isIn(later, a) && isIn(later, b))
      assert.equal(overlaps(a, b), overlaps(b, a))
    }),
  )
  assert.equal(
    overlaps({ fromOn: '2026-01-01', toOn: '2026-01-31' }, { fromOn: '2026-01-31', toOn: null }),
    true,
  )
  assert.equal(
    overlaps({ fromOn: '2026-01-01', toOn: '2026-01-31' }, { fromOn: '2026-02-01', toOn: null }),
    false,
  )
})

test('a span covers another that begins and ends within it; an open span covers all that begin after its start', () => {
  const year = { fromOn: '2026-01-01', toOn: '2026-12-31' }
  assert.equal(covers(year, { fromOn: '2026-01-01', toOn: '2026-12-31' }), true)
  assert.equal(covers(year, { fromOn: '2026-06-01', toOn: null }), false)
  assert.equal(covers({ fromOn: '2026-01-01', toOn: null }, { fromOn: '2026-06-01', toOn: null }), true)
  assert.equal(covers(year, { fromOn: '2025-12-31', toOn: '2026-01-02' }), false)
})

test('the neighbouring months and the last day of a month are found across years', () => {
  assert.equal(monthAfter('2026-12'), '2027-01')
  assert.equal(monthAfter('2026-01'), '2026-02')
  assert.equal(monthBefore('2027-01'), '2026-12')
  assert.equal(lastDayOf('2026-05'), '2026-05-31')
  assert.equal(lastDayOf('2028-02'), '2028-02-29')
  assert.equal(lastDayOf('2026-12'), '2026-12-31')
})

test('addMonths works across years', () => {
  assert.equal(addMonths('2026-11', 2), '2027-01')
  assert.equal(addMonths('2026-01', -1), '2025-12')
  assert.equal(addMonths('2026-06', -60), '2021-06')
})
