import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_KEYS } from '#testing/testApp.ts'
import { assertClosed, assertDone, closeMonth } from '#testing/testClosedMonth.ts'
import { batchPaths, dayPaths, voucherPaths } from '#testing/testClosedMonthBatches.ts'
import { nickPaths } from '#testing/testClosedMonthNicks.ts'
import {
  clockPaths,
  figurePaths,
  lockedRows,
  logPaths,
  moneyPaths,
  payPaths,
  storePaths,
} from '#testing/testClosedMonthPaths.ts'
import { ACCEPTED_WRITES, TRIED_ELSEWHERE } from '#testing/testClosedMonthReasons.ts'
import { returnPaths } from '#testing/testClosedMonthReturns.ts'
import { editPaths, sheetPaths } from '#testing/testClosedMonthSheets.ts'
import { importWorld } from '#testing/testImports.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { featuresWith } from './features.ts'
import { jobs } from './jobs.ts'

const world = await importWorld()
const { clock, db } = world
// A few days after April, when its logs can still be written.
clock.now = new Date('2026-05-02T04:00:00Z')

/** The problem shown for a row of a batch; workbooks of past days and payments have their own messages. */
const ROW_PROBLEM =
  /^(2026-04 已结账，(不能再改这个月的账。请记到未结的月份，或由管理员反结账|这一行没有导入)|打款日期不能早于提交日期 2026-05-02)。$/

const attempts = [
  ...(await figurePaths(world)),
  ...(await logPaths(world)),
  ...(await clockPaths(world)),
  ...(await storePaths(world)),
  ...(await moneyPaths(world)),
  ...(await payPaths(world)),
  ...(await dayPaths(world)),
  ...(await sheetPaths(world)),
  ...(await editPaths(world)),
  ...(await batchPaths(world)),
  ...(await voucherPaths(world)),
  ...(await returnPaths(world)),
  ...(await nickPaths(world)),
]
await closeMonth(db)
const closed = await lockedRows(db)

for (const { route, call, problem, passes } of attempts) {
  test(`${route} writes nothing into a closed month`, async () => {
    const answer = await call()
    if (passes) assertDone(answer, route)
    else if (problem) assert.match(String(await problem(answer)), ROW_PROBLEM, JSON.stringify(answer.body))
    else assertClosed(answer, route)
    assert.deepEqual(await lockedRows(db), closed)
  })
}

test('no job writes into a closed month', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS, log, isStopping: () => false }
  for (const job of jobs) await job.work({ ...parts, dueAt: job.dueAt(clock.now) })
  assert.deepEqual(await lockedRows(db), closed)
})

test('every endpoint that writes is either tried or listed with a reason to pass, not both', () => {
  const routes = featuresWith(SIGN_IN)
    .flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  const tried = [...attempts.map(({ route }) => route), ...TRIED_ELSEWHERE]
  const acceptedRoutes = Object.values(ACCEPTED_WRITES).flat()
  const none = (found: string[], what: string) => assert.deepEqual(found, [], what)
  none(
    routes.filter((route) => !tried.includes(route) && !acceptedRoutes.includes(route)),
    'tried nowhere, and without a reason',
  )
  none(
    acceptedRoutes.filter((route) => tried.includes(route)),
    'tried, and with a reason as well',
  )
  none(
    [...tried, ...acceptedRoutes].filter((route) => !routes.includes(route)),
    'no endpoint',
  )
})
