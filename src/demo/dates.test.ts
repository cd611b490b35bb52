import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { makeDemo, seedDemo } from './seed.ts'

// Each on a database of its own, so that one that fails does not hide the others.
const DATES = [
  ['the first minutes of a year', '2026-01-01T00:20:00+08:00'],
  ['the last day of February', '2026-02-28T12:00:00+08:00'],
  // On these two, some bills of the month before belong to stores that left in its first half.
  ['the first of May', '2026-05-01T00:20:00+08:00'],
  ['the first of December', '2026-12-01T12:00:00+08:00'],
] as const

for (const [name, date] of DATES) {
  test(`filled on ${name}, the demo has a late price of each outcome`, async () => {
    const clock = () => new Date(date)
    const { db } = await testApp(async () => {})
    const demo = await makeDemo(clock)
    await db.transaction().execute((tx) => seedDemo(tx, clock, TEST_KEYS, demo))
    const rows = await db.selectFrom('rerate').select('state').distinct().execute()
    const states = new Set(rows.map(({ state }) => state))
    for (const state of ['pending', 'adjusted', 'waived', 'tolerated'] as const)
      assert.ok(states.has(state), state)
  })
}
