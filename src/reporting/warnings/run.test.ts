import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Expression, type SqlBool, sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import {
  addStore,
  customerIdOf,
  enterState,
  LAST_WEEK,
  putWeek,
  putWeeks,
  storeIdOf,
} from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { runWeeks } from './run.ts'
import { addWeeks } from './weeks.ts'

const { as, db, clock } = await testApp(seedWorld)

const tmall = await storeIdOf(db, 'DP0001')

/** A week whose last day has no figures. */
const LACKING = [100, 100, 100, 100, 100, 100, null]
const SILENT = Array<number>(7).fill(0)

before(async () => {
  await enterState(db, tmall, 'serving', '2026-01-01')
})

const run = (reach: Expression<SqlBool> = sql`true`) =>
  db.transaction().execute((tx) =>
    runWeeks(tx, {
      companyCode: '001',
      weekOn: LAST_WEEK,
      reach,
      isWhole: true,
      by: null,
      at: clock.now,
    }),
  )

const weekOfTmall = () =>
  db
    .selectFrom('customerWeek')
    .innerJoin('store', 'store.customerId', 'customerWeek.customerId')
    .select(['comparedStores', 'baseline', 'changeBp'])
    .where('store.id', '=', tmall)
    .where('weekOn', '=', LAST_WEEK)
    .executeTakeFirst()

test('a baseline older than the weeks of the first read is found', async () => {
  await putWeek(db, tmall, LAST_WEEK, Array<number>(7).fill(30))
  for (let ago = 1; ago <= 6; ago += 1) await putWeek(db, tmall, addWeeks(LAST_WEEK, -ago), LACKING)
  await putWeeks(db, tmall, { upTo: addWeeks(LAST_WEEK, -7), count: 4, daily: 100 })
  await run()
  assert.deepEqual(await weekOfTmall(), { comparedStores: 1, baseline: 700, changeBp: -7000 })
  const { data } = await as('admin').get('/api/warnings?kind=fall')
  assert.deepEqual(
    data.items.map(({ level, value }: Record<string, unknown>) => [level, value]),
    [['yellow', -7000]],
  )
})

test('the week before is also compared with a baseline older than the first read: the second fall is red', async () => {
  await putWeek(db, tmall, addWeeks(LAST_WEEK, -1), Array<number>(7).fill(40))
  await run()
  const { data } = await as('admin').get('/api/warnings?kind=fall')
  assert.deepEqual(
    data.items.map(({ level }: Record<string, unknown>) => level),
    ['red'],
  )
})

/** All rows that runs have written, with the writing transaction of each row. */
async function written() {
  const rows = async (table: string) =>
    (await sql`select xmin::text as by, t.* from ${sql.table(table)} t order by t::text`.execute(db)).rows
  return Promise.all(['customer_week', 'store_week', 'warning', 'warning_event'].map(rows))
}

test('running customers one by one gives the same result as all together, and unchanged rows are not rewritten', async () => {
  const customerId = await customerIdOf(
    db,
    (await db.selectFrom('customer').select('name').executeTakeFirstOrThrow()).name,
  )
  const leader = (
    await db.selectFrom('staff').select('username').where('role', '=', 2).executeTakeFirstOrThrow()
  ).username
  for (const [at, code] of ['DP0901', 'DP0902', 'DP0903'].entries()) {
    const store = await addStore(db, { customerId, leader, code })
    await putWeeks(db, store, { upTo: LAST_WEEK, count: 3 + at * 4, daily: 40 + at })
    await putWeek(db, store, addWeeks(LAST_WEEK, -at), at === 0 ? SILENT : LACKING)
  }
  await run()
  const first = await written()
  assert.ok(first.every((rows) => rows.length > 0))
  for (const { id } of await db.selectFrom('customer').select('id').execute()) {
    await run(sql<boolean>`customer.id = ${id}`)
  }
  assert.deepEqual(await written(), first)
})
