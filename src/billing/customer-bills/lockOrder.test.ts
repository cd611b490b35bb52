import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
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

for (const [name, { prepare, send }] of Object.entries(steps)) {
  test(`${name} locks bills in ascending id order`, {
    skip: process.env.TEST_DATABASE_URL ? false : 'needs TEST_DATABASE_URL',
  }, async () => {
    let answered: Promise<Answer> | undefined
    await prepare?.()
    // Issues both bills one after the other. A step that had locked the newer one first would deadlock here.
    await db.transaction().execute(async (tx) => {
      await sql`select from customer_bill where id = ${older} for update`.execute(tx)
      answered = send()
      await Promise.race([answered, untilBlocked()])
      await sql`select from customer_bill where id = ${newer} for update`.execute(tx)
    })
    const answer = await answered
    assert.equal(answer?.status, 200, answer?.body.errorMessage)
  })
}

/** Waits until a connection of this database waits for a lock. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.n) return
  }
}
