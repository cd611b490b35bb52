import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { putFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { HeatRow } from './contract.ts'

const { as, db } = await testApp(seedWorld)

// 2026-05-18 is a Monday.
await putFigures(db, 'DP0001', {
  '2026-05-04': { consultUsers: 10, replied: 9, replyBase: 10 },
  '2026-05-11': { consultUsers: 21, replied: 20, replyBase: 30 },
  '2026-05-17': { consultUsers: 0, replied: 0, replyBase: 0 },
  '2026-05-16': { consultSessions: 7 },
  '2026-05-18': {},
})
await putFigures(db, 'DP0002', { '2026-05-11': { handledUsers: 5 } })

const heatOf = async (username: string, path: string, query = '') => {
  const { status, data } = await as(username).get(`/api/reports/${path}/weekdays?to=2026-05-18${query}`)
  assert.equal(status, 200)
  return data as { from: string; to: string; rows: HeatRow[] }
}

test("a weekday's mean covers its days with figures: a volume of 0 counts, a missing day does not", async () => {
  const { from, to, rows } = await heatOf('head', 'daily-store')
  assert.deepEqual([from, to], ['2026-04-21', '2026-05-18'])
  assert.deepEqual(
    rows.map((row) => [row.name, row.values, row.days]),
    [
      ['晨曦家居旗舰店', [16, null, null, null, null, 7, 0], [2, 0, 0, 0, 0, 1, 1]],
      ['星澜美妆', [5, null, null, null, null, null, null], [1, 0, 0, 0, 0, 0, 0]],
    ],
  )
})

test("a weekday's rate is Σ/Σ, and null if the denominator is 0", async () => {
  const { rows } = await heatOf('head', 'daily-store-response-rate')
  const [row] = rows
  assert.deepEqual(row?.values, [7250, null, null, null, null, null, null])
})

test("a customer's weekday is the daily sum of its stores; a period longer than four weeks is used in full", async () => {
  const { from, rows } = await heatOf('sales', 'daily-customer', '&from=2026-04-01')
  assert.equal(from, '2026-04-01')
  // Mondays: 10, and 21 + 5.
  assert.deepEqual(rows[0]?.values, [18, null, null, null, null, 7, 0])
})

test('the map contains only rows within reach', async () => {
  assert.deepEqual((await heatOf('admin2', 'daily-store')).rows, [])
  assert.deepEqual((await heatOf('sales2', 'daily-customer')).rows, [])
  assert.deepEqual((await heatOf('agent', 'daily-worker')).rows, [])
  assert.equal((await as('finance').get('/api/reports/daily-worker/weekdays')).status, 403)
})
