import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { storePrice } from '#billing/customer-bills/storePrice.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Rerate } from './contract.ts'
import { addStore, reratesOf, setBuyers } from './testRerates.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const finance = as('finance')
const customerId = await idsIn(db).customerId('宏远数码')
const { issued, settle, work } = reratesOf(world)
await setClockTo(world, '2026-06-10')
await as('admin').patch('/api/rerate-rules', { toleranceCents: 0, waiveLimitCents: 0, version: 0 })

const MONTHS = ['2026-04', '2026-05']
const CHANGES = 200
/** Differences are settled after this number of changes. */
const SETTLED_AFTER = 25

const PRICINGS: Pricing[] = [
  { model: 'fixed', monthlyCents: 310_001 },
  { model: 'included', monthlyCents: 100_007, includedDaily: 50, overageCents: 37 },
  { model: 'commission', baseCents: 99_999, rateBp: 317 },
  { model: 'daily', dayCents: 10_003 },
  {
    model: 'tier',
    tiers: [
      { upTo: 40, monthlyCents: 200_003 },
      { upTo: 60, monthlyCents: 300_007 },
      { upTo: null, monthlyCents: 400_009 },
    ],
  },
]

interface Late {
  what: 'figures' | 'sales' | 'gone' | 'terms' | 'state'
  store: number
  day: number
  amount: number
  pricing: Pricing
}

const late: fc.Arbitrary<Late> = fc.record({
  what: fc.constantFrom('figures', 'figures', 'sales', 'gone', 'terms', 'state'),
  store: fc.nat(3),
  day: fc.nat(60),
  amount: fc.integer({ min: 0, max: 200 }),
  pricing: fc.constantFrom(...PRICINGS),
})

/** Maps 0–60 to a day of April or May. */
const dayOf = (n: number) =>
  n < 30 ? `2026-04-${String(n + 1).padStart(2, '0')}` : `2026-05-${String(n - 29).padStart(2, '0')}`

async function change(
  { what, store: at, day, amount, pricing }: Late,
  stores: readonly number[],
): Promise<void> {
  const [store, on] = [stores[at] ?? 0, dayOf(day)]
  if (what === 'figures') return setBuyers(db, store, [on, on], amount)
  if (what === 'sales') {
    await setBuyers(db, store, [on, on], amount)
    await db
      .updateTable('storeDaily')
      .set({ salesCents: amount * 1_237 })
      .where('storeId', '=', store)
      .where('onDay', '=', on)
      .execute()
  } else if (what === 'gone') {
    await db.deleteFrom('storeDaily').where('storeId', '=', store).where('onDay', '=', on).execute()
  } else if (what === 'terms') {
    // If terms already start on the day, they stay unchanged.
    await finance.post(`/api/stores/${store}/terms`, { fromOn: on, pricing, reason: '补录' })
  } else {
    const row = { companyCode: '001', storeId: store, fromOn: on, createdAt: world.clock.now }
    await db
      .insertInto('storeState')
      .values({ ...row, status: amount % 3 === 0 ? 'paused' : 'serving' })
      .execute()
  }
}

const pending = async (): Promise<Rerate[]> =>
  (await finance.get('/api/customer-bills/rerates?status=pending&pageSize=100')).data.items

/** Adjusts or waives the pending differences; issues some adjustments and voids some of those. */
async function settleAll(round: number, all: boolean): Promise<void> {
  await work()
  for (const [at, row] of (await pending()).entries()) {
    const verb = (at + round) % 5
    if (!all && verb === 0) continue
    if (!all && verb === 1) {
      const done = await as('admin').post('/api/customer-bills/rerates/waive', {
        ids: [row.id],
        reason: '商定让利',
      })
      assert.equal(done.data.results[0].problem, null)
      continue
    }
    const { data } = await settle('adjust', row)
    assert.equal(data.results[0].problem, null)
    const { id, version } = (await finance.get(`/api/customer-bills/${data.results[0].billId}`)).data
    if (verb === 2 || verb === 3)
      assert.equal((await finance.post(`/api/customer-bills/${id}/issue`, { version })).status, 200)
    if (!all && verb === 3) {
      const bill = (await finance.get(`/api/customer-bills/${id}`)).data
      const done = await finance.post(`/api/customer-bills/${id}/void`, {
        version: bill.version,
        reason: '改为面谈',
      })
      assert.equal(done.status, 200, done.body.errorMessage)
    }
  }
  await work()
}

/** Total of the store month's bills, adjustments and waivers. */
async function billed(store: number, month: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (select coalesce(sum(total_cents), 0) from customer_bill where store_id = ${store}
        and month_on = ${`${month}-01`} and rerate_id is null and status <> 'void')
      + coalesce((select settled_cents + waived_cents from rerate where store_id = ${store}
        and month_on = ${`${month}-01`}), 0) as cents`.execute(db)
  return Number(rows[0]?.cents)
}

test('after 200 late changes, issued plus settled amounts equal the recalculated price for every store and month', async () => {
  const stores: number[] = []
  for (const pricing of PRICINGS.slice(0, 4)) stores.push(await addStore(db, customerId, pricing))
  for (const store of stores) await setBuyers(db, store, ['2026-04-03', '2026-05-29'], 55)
  for (const month of MONTHS) for (const store of stores) await issued(store, month)
  const [changes] = fc.sample(fc.array(late, { minLength: CHANGES, maxLength: CHANGES }), {
    numRuns: 1,
    seed: 19,
  })
  let [round, waived] = [0, 0]
  for (const [at, one] of (changes ?? []).entries()) {
    await change(one, stores)
    if (at % SETTLED_AFTER === SETTLED_AFTER - 1) await settleAll(round++, false)
  }
  await settleAll(round, true)
  assert.deepEqual(await pending(), [])
  for (const store of stores) {
    for (const month of MONTHS) {
      assert.equal(await billed(store, month), await storePrice(db, store, month), `${store} ${month}`)
    }
  }
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from rerate where waived_cents <> 0`.execute(db)
  waived = rows[0]?.n ?? 0
  assert.ok(waived > 0, 'some were waived')
  assert.ok((changes ?? []).length === CHANGES)
})
