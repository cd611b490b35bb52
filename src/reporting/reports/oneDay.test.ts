import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFrom } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'

/** The query for a single day differs from the one for several days; both must return the same rows. */
const { as } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await seedFigures(database)
  // Rates of both metrics from pseudo-random numbers, with zeros, gaps and days that lack a numerator.
  const days = daysFrom('2026-03-10', '2026-04-28').filter((_, at) => at % 6 !== 4)
  const storeRows = days.map((on, at) => {
    const replyBase = (at * 37) % 90
    return [on, { consultUsers: (at * 53) % 71, replyBase, ...(at % 4 !== 1 && { replied: replyBase >> 1 }) }]
  })
  await putFigures(database, 'DP0001', Object.fromEntries(storeRows), '002')
})

const REPORTS = ['daily-store', 'daily-store-response-rate', 'daily-customer', 'daily-worker']

interface Row {
  on: string
}

/** One span crosses the end of a month; in the other every store has figures. */
const SPANS = [
  ['2026-03-27', '2026-04-04'],
  ['2026-05-14', '2026-05-18'],
] as const

for (const report of REPORTS) {
  test(`GET ${report}: a day returns the same rows alone and within a period`, async () => {
    const list = async (from: string, to: string) => {
      const path = `/api/reports/${report}?from=${from}&to=${to}&pageSize=100`
      const { status, data } = await as('admin').get(path)
      assert.equal(status, 200, path)
      return data
    }
    for (const [from, to] of SPANS) {
      const among: Row[] = (await list(from, to)).items
      for (const on of daysFrom(from, to)) {
        const alone = await list(on, on)
        const same = among.filter((row) => row.on === on)
        assert.deepEqual(alone.items, same, on)
        assert.equal(alone.total, same.length)
      }
    }
  })
}
