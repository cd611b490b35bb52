import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DueAt, dailyAt, everyMinutes, weeklyAt } from './schedule.ts'

/** Parses a time in Asia/Shanghai. */
const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`)
const due = (schedule: DueAt, now: string) => schedule(at(now)).toISOString()
const instant = (text: string) => at(text).toISOString()

test('a daily job is due from its minute on; before that the latest due time is yesterday', () => {
  const nightly = dailyAt('03:30')
  assert.equal(due(nightly, '2026-05-19 03:30'), instant('2026-05-19 03:30'))
  assert.equal(due(nightly, '2026-05-19 03:29'), instant('2026-05-18 03:30'))
  assert.equal(due(nightly, '2026-05-19 23:59'), instant('2026-05-19 03:30'))
  // Before 08:00 in Shanghai the UTC date is the previous day.
  assert.equal(due(nightly, '2026-01-01 00:10'), instant('2025-12-31 03:30'))
})

test('a weekly job was last due on its latest weekday, also across months and years', () => {
  const mondays = weeklyAt(1, '08:00')
  assert.equal(due(mondays, '2026-05-18 08:00'), instant('2026-05-18 08:00'))
  assert.equal(due(mondays, '2026-05-18 07:59'), instant('2026-05-11 08:00'))
  assert.equal(due(mondays, '2026-05-24 23:00'), instant('2026-05-18 08:00'))
  assert.equal(due(mondays, '2027-01-02 12:00'), instant('2026-12-28 08:00'))
  assert.equal(due(weeklyAt(7, '00:00'), '2026-03-01 00:00'), instant('2026-03-01 00:00'))
})

test('a schedule of a few minutes is aligned to the full hour', () => {
  assert.equal(due(everyMinutes(1), '2026-05-19 12:34'), instant('2026-05-19 12:34'))
  assert.equal(due(everyMinutes(15), '2026-05-19 12:44'), instant('2026-05-19 12:30'))
})

test('the due instant is never after now and stays the same until the next one', () => {
  const schedules = [dailyAt('03:30'), weeklyAt(1, '08:00'), weeklyAt(7, '23:59'), everyMinutes(5)]
  const instants = fc.date({ min: at('2024-01-01 00:00'), max: at('2030-01-01 00:00'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...schedules), instants, (schedule, now) => {
      const latest = schedule(now)
      assert.ok(latest <= now)
      assert.deepEqual(schedule(latest), latest)
      assert.ok(schedule(new Date(latest.getTime() - 1)) < latest)
    }),
  )
})
