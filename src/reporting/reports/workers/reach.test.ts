import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedFigures } from '#testing/testFigures.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'
import { type WorkerDay, type WorkerRow, workerReports } from './contract.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await putInService(database)
  await seedFigures(database)
})

const LIST = '/api/reports/daily-worker'
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'
const { id: agent } = await db
  .selectFrom('staff')
  .select('id')
  .where('username', '=', 'agent')
  .executeTakeFirstOrThrow()

const reach: [string, string[]][] = [
  ['admin', ['周小禾', '李若彤', '赵晓冬']],
  ['head', ['周小禾', '李若彤']],
  ['head2', ['赵晓冬']],
  ['agent', ['周小禾']],
  ['agent2', ['赵晓冬']],
  ['admin2', []],
]

for (const [username, expected] of reach) {
  test(`${username} sees the agents ${expected.join('、') || '(none)'}`, async () => {
    for (const path of [LIST, `${LIST}/agents`]) {
      const { data } = await as(username).get(`${path}?${YESTERDAY}`)
      const names = data.items.map((row: WorkerDay) => row.staffName)
      assert.deepEqual(names.sort(), expected.toSorted(), path)
    }
    const { data } = await as(username).get(`${LIST}/rows?${YESTERDAY}`)
    assert.ok(data.items.every((row: WorkerRow) => expected.includes(row.staffName)))
  })
}

test("sales and finance may not read agents; other teams' agents and the company stay out of reach", async () => {
  for (const { path } of Object.values(workerReports)) {
    assert.equal((await as('sales').get(path)).status, 403, path)
    assert.equal((await as('finance').get(path)).status, 403, path)
    assert.equal((await as('head').get(`${path}?companyCode=001`)).status, 403, path)
    assert.equal((await as('head').get(`${path}?from=2026-05-18&to=2026-05-17`)).status, 400, path)
    const response = await as('head2').get(`${path}?${YESTERDAY}&staffId=${agent}`)
    assert.deepEqual([response.data.total ?? 0, response.data.totals?.volume ?? null], [0, null], path)
    assert.ok(!JSON.stringify(response.data).includes('companyCode'), path)
  }
})
