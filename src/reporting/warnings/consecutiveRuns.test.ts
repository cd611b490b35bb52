import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { runIfDue } from '#app/jobs.ts'
import type { Day } from '#kit/calendar.ts'
import { inChinese } from '#kit/text.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { enterState, LAST_WEEK, putWeek, putWeeks, storeIdOf } from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { weeklyWarnings } from './job.ts'
import { runWeeks } from './run.ts'

const { as, db, clock } = await testApp(seedWorld)

const tmall = await storeIdOf(db, 'DP0001')
const WEEKS = ['2026-04-20', '2026-04-27', '2026-05-04', LAST_WEEK] as const

before(async () => {
  await enterState(db, tmall, 'serving', '2026-01-01')
  await putWeeks(db, tmall, { upTo: '2026-04-13', count: 8, daily: 100 })
  for (const week of WEEKS) await setWeek(week, 100)
})

const setWeek = (week: Day, daily: number) => putWeek(db, tmall, week, Array<number>(7).fill(daily))

async function run(who: string, week: Day) {
  const { status, data, body } = await as(who).post('/api/warnings/run', { week })
  assert.equal(status, 200, body.errorMessage)
  return data
}

const found = async () =>
  (await as('admin').get('/api/warnings?sort=weekOn')).data.items.map(
    ({ weekOn, kind, level, status, resolvedWeekOn }: Record<string, string>) =>
      `${weekOn} ${kind} ${level} ${status} ${resolvedWeekOn ?? '-'}`,
  )

test('a warning is resolved by one normal week, which it names', async () => {
  await setWeek('2026-04-20', 50)
  assert.equal((await run('admin', '2026-04-20')).raised, 1)
  assert.deepEqual(await found(), ['2026-04-20 fall yellow pending -'])
  const next = await run('admin', '2026-04-27')
  assert.deepEqual([next.raised, next.resolved], [0, 1])
  assert.deepEqual(await found(), ['2026-04-20 fall yellow resolved 2026-04-27'])
  const [{ id }] = (await as('admin').get('/api/warnings')).data.items
  const { events } = (await as('admin').get(`/api/warnings/${id}`)).data
  assert.deepEqual(
    events.map(({ byName, status, weekOn }: Record<string, unknown>) => [byName, status, weekOn]),
    [
      [null, 'pending', null],
      [null, 'resolved', '2026-04-27'],
    ],
  )
})

test('a promotion week raises and resolves no warnings', async () => {
  await setWeek('2026-04-27', 40)
  assert.equal((await run('admin', '2026-04-27')).raised, 1)
  const sale = { name: '店庆大促', fromOn: '2026-05-05', toOn: '2026-05-06' }
  const made = await as('admin').post('/api/promotion-periods', sale)
  assert.equal(made.status, 200, made.body.errorMessage)
  await setWeek('2026-05-04', 0)
  const silent = await run('admin', '2026-05-04')
  assert.deepEqual([silent.promotion, silent.raised, silent.resolved], ['店庆大促', 0, 0])
  await setWeek('2026-05-04', 900)
  assert.deepEqual((await run('admin', '2026-05-04')).raised, 0)
  const week = (await as('admin').get('/api/warnings/overview?week=2026-05-04')).data
  assert.deepEqual([week.kinds, week.promotion], [[], '店庆大促'])
  assert.ok((await found()).includes('2026-04-27 fall red pending -'))
})

test('after the promotion is deleted, the same week is checked again and resolves warnings', async () => {
  const [{ id }] = (await as('admin').get('/api/promotion-periods?year=2026&pageSize=100')).data.items.filter(
    ({ name }: { name: string }) => name === '店庆大促',
  )
  assert.equal((await as('admin').delete(`/api/promotion-periods/${id}`)).status, 200)
  const again = await run('admin', '2026-05-04')
  assert.deepEqual([again.promotion, again.resolved], [null, 1])
})

/** All rows that a run writes, without run times. */
async function storedRows() {
  const weeks = await db
    .selectFrom('customerWeek')
    .selectAll()
    .orderBy('customerId')
    .orderBy('weekOn')
    .execute()
  const parts = await db.selectFrom('storeWeek').selectAll().orderBy('storeId').orderBy('weekOn').execute()
  const raised = await db.selectFrom('warning').selectAll().orderBy('id').execute()
  const events = await db.selectFrom('warningEvent').selectAll().orderBy('id').execute()
  return { weeks, parts, raised, events }
}

test('if two nodes run the job concurrently, one does the work; another run changes nothing', async () => {
  await setWeek(LAST_WEEK, 30)
  clock.now = new Date('2026-05-18T00:00:05Z')
  const node = {
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    isStopping: () => false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  const outcomesOfNodes = await Promise.all(['a', 'b'].map((name) => runIfDue(node, weeklyWarnings, name)))
  assert.deepEqual(outcomesOfNodes.sort(), [false, true])
  const first = await storedRows()
  assert.equal(first.raised.filter(({ weekOn }) => weekOn === LAST_WEEK).length, 1)
  const text = inChinese(await weeklyWarnings.work({ ...node, dueAt: clock.now } as never))
  assert.match(text, /新增 0 条预警，0 条已恢复/)
  assert.deepEqual(await storedRows(), first)
})

const onServer = { skip: process.env.TEST_DATABASE_URL ? false : 'needs TEST_DATABASE_URL' }

test('of two concurrent runs the second waits, and finds the results of the first', onServer, async () => {
  await setWeek(LAST_WEEK, 0)
  const reach = sql<boolean>`true`
  const running = { companyCode: '001', weekOn: LAST_WEEK, reach, isWhole: true, by: null, at: clock.now }
  let commit = () => {}
  const held = new Promise<void>((resolve) => (commit = resolve))
  let begun = () => {}
  const hasRun = new Promise<void>((resolve) => (begun = resolve))
  const first = db.transaction().execute(async (tx) => {
    const outcome = await runWeeks(tx, running)
    begun()
    await held
    return outcome
  })
  await hasRun
  let isDone = false
  const second = db
    .transaction()
    .execute((tx) => runWeeks(tx, running))
    .finally(() => (isDone = true))
  await untilLockAwaited()
  assert.equal(isDone, false)
  commit()
  assert.equal((await first).raised.length, 1)
  assert.equal((await second).raised.length, 0)
})

test('after three weeks of downtime each missed week is run once, oldest first', async () => {
  const outcomes: string[] = []
  const info = ({ outcome }: { outcome?: string }) => void (outcome && outcomes.push(outcome.slice(0, 10)))
  const node = {
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    isStopping: () => false,
    log: { info, warn: () => {}, error: () => {} },
  }
  clock.now = new Date('2026-06-08T01:00:00Z')
  assert.equal(await runIfDue(node as never, weeklyWarnings), true)
  assert.equal(await runIfDue(node as never, weeklyWarnings), false)
  assert.deepEqual(outcomes, ['2026-05-18', '2026-05-25', '2026-06-01'])
  const runs = db.selectFrom('warningRun').select('weekOn').where('companyCode', '=', '001')
  const weeks = await runs
    .where('ranAt', '=', clock.now)
    .where('ranBy', 'is', null)
    .orderBy('weekOn')
    .execute()
  assert.deepEqual(
    weeks.map(({ weekOn }) => weekOn),
    outcomes,
  )
})

/** Waits until a connection waits for an advisory lock. */
async function untilLockAwaited(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted`.execute(db)
    if (rows[0]?.n) return
  }
}
