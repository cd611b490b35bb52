import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Answer, testApp } from '#testing/testApp.ts'
import { startService } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
clock.now = new Date('2026-06-02T04:00:00Z')
const month = '2026-05'
const [storeId, customerId] = [await ids.storeId('星澜美妆'), await ids.customerId('杭州晨曦家居有限公司')]
await startService(db, storeId, { model: 'fixed', monthlyCents: 200_001 })
await db.updateTable('store').set({ customerId }).where('id', '=', storeId).execute()
const lines = [{ label: '押金', qty: 1, priceCents: 30_000, taxRateBp: 0 }]
const manual = await finance.post('/api/customer-bills', { customerId, kind: 'deposit', month, lines })
assert.equal(manual.status, 200, manual.body.errorMessage)
assert.equal((await finance.post('/api/customer-bills/propose', { month })).status, 200)
const { data: drafts } = await finance.get(`/api/customer-bills?storeId=${storeId}&month=${month}`)
const [older, newer] = [manual.data.id, drafts.items[0].id]
assert.ok(older < newer, 'the bill without a store is older')

const pricing = { model: 'fixed', monthlyCents: 230_001 }

interface Step {
  prepare?: () => Promise<unknown>
  send: () => Promise<Answer>
}

const steps: Record<string, Step> = {
  'a run': { send: () => finance.post('/api/customer-bills/propose', { month }) },
  'a late price': {
    send: () =>
      finance.post(`/api/stores/${storeId}/terms`, { fromOn: '2026-05-16', pricing, reason: '补录五月涨价' }),
  },
  'the preview of a settlement': {
    prepare: () => {
      const settlement = { kind: 'adjustment', relatesToId: older } as const
      return db.updateTable('customerBill').set(settlement).where('id', '=', newer).execute()
    },
    send: () => finance.get(`/api/customer-bills/${newer}/issue/consequences`),
  },
  'a settlement': {
    send: async () => {
      const { data } = await finance.get(`/api/customer-bills/${newer}`)
      return finance.post(`/api/customer-bills/${newer}/issue`, { version: data.version })
    },
  },
}

const onServer = { skip: process.env.TEST_DATABASE_URL ? false : 'needs TEST_DATABASE_URL' }

const lock = (tx: Database, id: number) =>
  sql`select from customer_bill where id = ${id} for update nowait`.execute(tx)

for (const [name, { prepare, send }] of Object.entries(steps)) {
  test(`${name} locks bills in ascending id order`, onServer, async () => {
    let answered: Promise<Answer> | undefined
    await prepare?.()
    await db.transaction().execute(async (tx) => {
      await lock(tx, older)
      answered = send()
      await Promise.race([answered, untilBlocked()])
      // Fails if the step holds the newer one while it waits for the older one.
      await lock(tx, newer)
    })
    const answer = await answered
    assert.equal(answer?.status, 200, answer?.body.errorMessage)
  })
}

test('a step that the database ended to break a deadlock is repeated', onServer, async () => {
  const [first, second] = [await ids.storeId('晨曦家居旗舰店'), await ids.storeId('宏远数码京东自营店')]
  assert.ok(first < second)
  const bill = async (id: number) => {
    await startService(db, id, { model: 'fixed', monthlyCents: 100_000 })
    assert.equal((await finance.post('/api/customer-bills/propose', { month })).status, 200)
    const { data } = await finance.get(`/api/customer-bills?storeId=${id}&month=${month}`)
    return data.items[0].id
  }
  const [olderBill, newerBill] = [await bill(second), await bill(first)]
  const totals = async () =>
    (
      await db
        .selectFrom('customerBill')
        .select('totalCents')
        .where('id', 'in', [olderBill, newerBill])
        .execute()
    ).map(({ totalCents }) => totalCents)
  const terms = { ids: [first, second], fromOn: '2026-05-01', pricing, reason: '补录五月涨价' }
  let answered: Promise<Answer> | undefined
  await db.transaction().execute(async (tx) => {
    await lock(tx, olderBill)
    answered = finance.post('/api/stores/terms', terms)
    await Promise.race([answered, untilBlocked()])
    // The stores follow each other by id: the step holds the newer bill and waits for the older one.
    await assert.rejects(tryLock(tx, newerBill), { code: '55P03' })
    await sql`select from customer_bill where id = ${newerBill} for update`.execute(tx)
  })
  const answer = await answered
  assert.deepEqual(
    [answer?.status, answer?.data.results.map((one: { problem: unknown }) => one.problem)],
    [200, [null, null]],
  )
  assert.deepEqual(await totals(), [230_001, 230_001])
  const { count } = await db
    .selectFrom('storeTerms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('storeId', 'in', [first, second])
    .where('fromOn', '=', '2026-05-01')
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 2, 'written once')
})

/** Tries a lock without ending the transaction if it fails. */
async function tryLock(tx: Database, id: number): Promise<void> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await lock(tx, id)
  } finally {
    await sql`rollback to savepoint attempt`.execute(tx)
  }
}

/** Waits until a connection of this database waits for a lock. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.n) return
  }
}
