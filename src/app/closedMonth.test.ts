import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorld } from '#features/imports/testImports.ts'
import { featuresWith } from './features.ts'
import { jobs } from './jobs.ts'
import { TEST_KEYS } from './testApp.ts'
import { assertClosed, closeMonth, SENTENCE } from './testClosedMonth.ts'
import { figurePaths, lockedRows, logPaths, moneyPaths, storePaths } from './testClosedMonthPaths.ts'
import { PASS, TRIED_ELSEWHERE } from './testClosedMonthReasons.ts'
import { SIGN_IN } from './testMeans.ts'

const world = await importWorld()
const { clock, db } = world
// A few days after April: its logs can still be written.
clock.now = new Date('2026-05-02T04:00:00Z')

const attempts = [
  ...(await figurePaths(world)),
  ...(await logPaths(world)),
  ...(await storePaths(world)),
  ...(await moneyPaths(world)),
]
await closeMonth(db)
const closed = await lockedRows(db)

for (const { route, call, problem } of attempts) {
  test(`${route} writes nothing into a closed month`, async () => {
    const answer = await call()
    if (problem) assert.equal(problem(answer), SENTENCE, JSON.stringify(answer.body))
    else assertClosed(answer, route)
    assert.deepEqual(await lockedRows(db), closed)
  })
}

test('what the program does by itself writes nothing into a closed month', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS, log, isStopping: () => false }
  for (const job of jobs) await job.work({ ...parts, dueAt: job.dueAt(clock.now) })
  assert.deepEqual(await lockedRows(db), closed)
})

test('every endpoint that writes was tried, or has a reason to pass', () => {
  const routes = featuresWith(SIGN_IN)
    .flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  const known = [...attempts.map(({ route }) => route), ...TRIED_ELSEWHERE, ...Object.values(PASS).flat()]
  assert.deepEqual(
    routes.filter((route) => !known.includes(route)),
    [],
    'tried nowhere, and without a reason',
  )
})
