import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DueAt } from './schedule.ts'
import { dailyAt, everyMinutes, weeklyAt } from './schedule.ts'

/** Instants of Asia/Shanghai, as people write them there. */
const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`)
const due = (schedule: DueAt, now: string) => schedule(at(now)).toISOString()
const instant = (text: string) => at(text).toISOString()

test('a daily time is due from its minute on, before that it was due yesterday', () => {
  const nightly = dailyAt('03:30')
  assert.equal(due(nightly, '2026-05-19 03:30'), instant('2026-05-19 03:30'))
  assert.equal(due(nightly, '2026-05-19 03:29'), instant('2026-05-18 03:30'))
  assert.equal(due(nightly, '2026-05-19 23:59'), instant('2026-05-19 03:30'))
  // Before 08:00 it is still the day before in UTC.
  assert.equal(due(nightly, '2026-01-01 00:10'), instant('2025-12-31 03:30'))
})

test('a weekly time is that of the latest such day, over the end of a month and a year', () => {
  const mondays = weeklyAt(1, '08:00')
  assert.equal(due(mondays, '2026-05-18 08:00'), instant('2026-05-18 08:00'))
  assert.equal(due(mondays, '2026-05-18 07:59'), instant('2026-05-11 08:00'))
  assert.equal(due(mondays, '2026-05-24 23:00'), instant('2026-05-18 08:00'))
  assert.equal(due(mondays, '2027-01-02 12:00'), instant('2026-12-28 08:00'))
  assert.equal(due(weeklyAt(7, '00:00'), '2026-03-01 00:00'), instant('2026-03-01 00:00'))
})

test('every few minutes begins at the full hour', () => {
  assert.equal(due(everyMinutes(1), '2026-05-19 12:34'), instant('2026-05-19 12:34'))
  assert.equal(due(everyMinutes(15), '2026-05-19 12:44'), instant('2026-05-19 12:30'))
})

test('no instant lies after now, and what was due stays due until the next', () => {
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
