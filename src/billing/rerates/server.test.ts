import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { addStore, reratesOf, setBuyers } from './testRerates.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const finance = as('finance')
const { draftOf, issue, issued, rowOf, settle, amountsOf, work } = reratesOf(world)
const customerId = await idsIn(db).customerId('宏远数码')
await setClockTo(world, '2026-06-10')

const included: Pricing = { model: 'included', monthlyCents: 1_500_000, includedDaily: 500, overageCents: 80 }
const fixed = (monthlyCents: number): Pricing => ({ model: 'fixed', monthlyCents })
const add = (pricing: Pricing) => addStore(db, customerId, pricing)
const pageOf = async (id: number | undefined): Promise<BillPage> =>
  (await finance.get(`/api/customer-bills/${id}`)).data

/** A store with 16,800 buyers on 28 days of May, issued although three days have no data. */
async function shopOfR1(): Promise<number> {
  const store = await add(included)
  await setBuyers(db, store, ['2026-05-01', '2026-05-28'], 600)
  const bill = await issued(store)
  assert.equal(bill.totalCents, 1_604_000)
  assert.equal(bill.missingReason, 'noData')
  return store
}

test('R1: figures of late days create a difference, which one adjustment line settles', async () => {
  const store = await shopOfR1()
  await work()
  assert.equal(await rowOf(store), undefined)
  await setBuyers(db, store, ['2026-05-29', '2026-05-29'], 2_000)
  await setBuyers(db, store, ['2026-05-30', '2026-05-31'], 75)
  await work()
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_776_000, 0, 0, 172_000, 'pending'])
  const row = await rowOf(store)
  const consequences = await finance.get(`/api/customer-bills/rerates/adjust/consequences?ids=${row?.id}`)
  assert.deepEqual(
    consequences.data.items.map(({ label, to }: { label: string; to: number }) => [label, to]),
    [
      ['调整草稿', 1],
      ['合计', 172_000],
      ['客户', 1],
    ],
  )
  const { status, data } = await settle('adjust', row)
  assert.equal(status, 200, JSON.stringify(data))
  const page = await pageOf(data.results[0].billId)
  assert.deepEqual(
    [page.kind, page.status, page.month, page.totalCents, page.storeId, page.relatesTo?.id],
    ['adjustment', 'draft', '2026-05', 172_000, store, row?.bills[0]?.id],
  )
  assert.deepEqual(
    page.lines.map(({ label, qty, price, amountCents, taxRateBp }) => [
      label,
      qty,
      price,
      amountCents,
      taxRateBp,
    ]),
    [['5 月超量补差 3,450 − 1,300', 2_150, 80, 172_000, 600]],
  )
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_776_000, 172_000, 0, 0, 'adjusted'])
  // Voiding the adjustment restores the difference.
  await finance.post(`/api/customer-bills/${page.id}/void`, { version: page.version, reason: '改为面谈' })
  await work()
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_776_000, 0, 0, 172_000, 'pending'])
  assert.equal((await settle('adjust', await rowOf(store))).data.results[0].problem, null)
})

test('R2: a stop entered late refunds the days after it', async () => {
  const store = await add(fixed(930_000))
  await issued(store)
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: store,
      fromOn: '2026-05-21',
      status: 'stopped',
      createdAt: new Date('2026-06-10T05:00:00Z'),
    })
    .execute()
  await work()
  assert.deepEqual(await amountsOf(store), [930_000, 600_000, 0, 0, -330_000, 'pending'])
  assert.deepEqual((await rowOf(store))?.causes, ['state'])
  const { data } = await settle('adjust', await rowOf(store))
  assert.equal((await pageOf(data.results[0].billId)).totalCents, -330_000)
})

test('R3: a price for past days updates drafts and lists the issued bill', async () => {
  const [store, drafted] = [await add(fixed(930_000)), await add(fixed(930_000))]
  await issued(store)
  const draft = await draftOf(drafted)
  world.clock.now = new Date('2026-06-10T05:00:00Z')
  const terms = { fromOn: '2026-05-16', pricing: fixed(1_240_000) }
  const refused = await as('sales2').post(`/api/stores/${store}/terms`, terms)
  assert.equal(refused.body.errorMessage, '过去日期的价格变更请由管理员或财务录入。')
  for (const id of [store, drafted]) {
    const { status, body } = await finance.post(`/api/stores/${id}/terms`, {
      ...terms,
      reason: '五月谈妥，六月补录',
    })
    assert.equal(status, 200, body.errorMessage)
  }
  assert.equal((await draftOf(drafted)).totalCents, 1_090_000)
  assert.equal(draft.totalCents, 930_000)
  await work()
  assert.deepEqual(await amountsOf(store), [930_000, 1_090_000, 0, 0, 160_000, 'pending'])
  const row = await rowOf(store)
  assert.deepEqual(row?.causes, ['terms'])
  const { data } = await finance.get(`/api/customer-bills/rerates/${row?.id}`)
  assert.deepEqual([data.before.length, data.now.length, data.daysKnown, data.days.length], [1, 2, true, 16])
  assert.deepEqual(
    [data.days[0].on, data.days[0].before.pricing.monthlyCents, data.days[0].now.pricing.monthlyCents],
    ['2026-05-16', 930_000, 1_240_000],
  )
})

test('R4: one more buyer is within the tolerance, which an admin can change', async () => {
  const store = await add(included)
  await setBuyers(db, store, ['2026-05-01', '2026-05-31'], 600)
  await issued(store)
  await setBuyers(db, store, ['2026-05-31', '2026-05-31'], 601)
  await work()
  const row = await rowOf(store)
  assert.deepEqual([row?.differenceCents, row?.state], [80, 'tolerated'])
  assert.equal((await settle('adjust', row)).data.results[0].problem, '这一行没有待处理的差额。')
  const rule = { toleranceCents: 50, waiveLimitCents: 50_000, version: 0 }
  assert.equal((await finance.patch('/api/rerate-rules', rule)).status, 403)
  const { status, data } = await as('admin').patch('/api/rerate-rules', rule)
  assert.equal(status, 200)
  await work()
  assert.equal((await rowOf(store))?.state, 'pending')
  await as('admin').patch('/api/rerate-rules', { ...rule, toleranceCents: 100, version: data.version })
  await work()
  assert.equal((await rowOf(store))?.state, 'matched')
  const far = await as('admin').patch('/api/rerate-rules', { ...rule, toleranceCents: 10_001, version: 2 })
  assert.deepEqual(Object.keys(far.data.fields), ['toleranceCents'])
})

test('R5: a waiver stays, and later changes create a difference of the rest only', async () => {
  const store = await shopOfR1()
  await setBuyers(db, store, ['2026-05-29', '2026-05-29'], 2_150)
  await work()
  const row = await rowOf(store)
  const short = await settle('waive', row, { reason: '老客户' })
  assert.deepEqual(Object.keys(short.data.fields), ['reason'])
  const beyond = await settle('waive', row, { reason: '老客户让利' })
  assert.equal(beyond.data.results[0].problem, '超过 ¥500.00 的差额由管理员豁免。')
  const consequences = await finance.get(`/api/customer-bills/rerates/waive/consequences?ids=${row?.id}`)
  assert.equal(consequences.data.items.at(-1).note, '超过 ¥500.00 的差额由管理员豁免。')
  const done = await as('admin').post('/api/customer-bills/rerates/waive', {
    ids: [row?.id],
    reason: '老客户让利',
  })
  assert.equal(done.data.results[0].problem, null)
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_776_000, 0, 172_000, 0, 'waived'])
  assert.equal((await rowOf(store))?.waivedReason, '老客户让利')
  await setBuyers(db, store, ['2026-05-30', '2026-05-30'], 500)
  await work()
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_816_000, 0, 172_000, 40_000, 'pending'])
  // Within the limit, so finance may waive it.
  assert.equal(
    (await settle('waive', await rowOf(store), { reason: '同上一次' })).data.results[0].problem,
    null,
  )
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_816_000, 0, 212_000, 0, 'waived'])
})

test('R6: undoing a file after its adjustment makes the adjustment refundable', async () => {
  const store = await shopOfR1()
  await setBuyers(db, store, ['2026-05-29', '2026-05-29'], 2_150)
  await work()
  const { data } = await settle('adjust', await rowOf(store))
  const page = await pageOf(data.results[0].billId)
  assert.equal(
    (await finance.post(`/api/customer-bills/${page.id}/issue`, { version: page.version })).status,
    200,
  )
  await db.deleteFrom('storeDaily').where('storeId', '=', store).where('onDay', '=', '2026-05-29').execute()
  await work()
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_604_000, 172_000, 0, -172_000, 'pending'])
  const back = await settle('adjust', await rowOf(store))
  const adjustmentPage = await pageOf(back.data.results[0].billId)
  assert.deepEqual(
    adjustmentPage.lines.map(({ label, amountCents }) => [label, amountCents]),
    [['5 月已出调整', -172_000]],
  )
  assert.deepEqual(await amountsOf(store), [1_604_000, 1_604_000, 0, 0, 0, 'adjusted'])
})

test('R7: manual changes of the draft are in neither price', async () => {
  const store = await add({
    model: 'included',
    monthlyCents: 1_000_000,
    includedDaily: 10,
    overageCents: 100,
  })
  await setBuyers(db, store, ['2026-05-01', '2026-05-31'], 10)
  const draft = await draftOf(store)
  const lines = [{ label: '服务费，已谈妥', qty: 1, priceCents: 950_000, taxRateBp: 600 }]
  const changed = await finance.patch(`/api/customer-bills/${draft.id}`, {
    version: draft.version,
    lines,
    reason: '已与商家谈妥',
  })
  assert.equal((await issue(changed.data)).totalCents, 950_000)
  await work()
  assert.equal(await rowOf(store), undefined)
  await setBuyers(db, store, ['2026-05-31', '2026-05-31'], 310)
  await work()
  assert.deepEqual(await amountsOf(store), [1_000_000, 1_030_000, 0, 0, 30_000, 'pending'])
})

test('R8: figures of April mark May if a tier uses the mean of April', async () => {
  const tiers = [
    { upTo: 500, monthlyCents: 800_000 },
    { upTo: null, monthlyCents: 1_000_000 },
  ]
  const store = await add({ model: 'tier', tiers })
  await setBuyers(db, store, ['2026-04-01', '2026-04-30'], 480)
  await issued(store)
  await setBuyers(db, store, ['2026-04-01', '2026-04-30'], 520)
  await work()
  assert.deepEqual(await amountsOf(store), [800_000, 1_000_000, 0, 0, 200_000, 'pending'])
})

test('a mean of 500.03 exceeds a tier up to 500', async () => {
  const tiers = [
    { upTo: 500, monthlyCents: 800_000 },
    { upTo: null, monthlyCents: 1_000_000 },
  ]
  const store = await add({ model: 'tier', tiers })
  await setBuyers(db, store, ['2026-04-01', '2026-04-30'], 500)
  await setBuyers(db, store, ['2026-04-30', '2026-04-30'], 501)
  assert.equal((await draftOf(store)).totalCents, 1_000_000)
})
