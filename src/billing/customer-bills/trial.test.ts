import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pricing } from '#clients/pricing/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Bill } from './contract.ts'
import type { Trial } from './contractTrial.ts'
import { commission, daily, fixed, hourly, included, tiers } from './testPriceFacts.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
clock.now = new Date('2026-06-02T04:00:00Z')
const [tmall, douyin, jd, foreign] = await Promise.all(
  ['晨曦家居旗舰店', '星澜美妆', '宏远数码京东自营店', '恒月母婴'].map(ids.storeId),
)
await startService(db, tmall ?? 0, included(300_000, 100, 50))
await startService(db, douyin ?? 0, fixed(200_001))
await startService(db, jd ?? 0, null)
await startService(db, foreign ?? 0, fixed(100_000), '002')
// 120 buyers and ¥1,000 of sales a day; two days of April have no figures.
await insertFigures(db, tmall ?? 0, ['2026-03-01', '2026-04-28'], { consultUsers: 120, salesCents: 100_000 })

const APRIL = { month: '2026-04' }
const postTrial = (more: object, who = 'finance') =>
  as(who).post('/api/customer-bills/trial', { ...APRIL, pricing: fixed(400_000), ...more })
const trial = async (more: object = {}, who = 'finance'): Promise<Trial> => {
  const { status, data, body } = await postTrial(more, who)
  assert.equal(status, 200, body.errorMessage)
  return data
}
const storeIn = ({ items }: Trial, id: number | undefined) => items.find(({ storeId }) => storeId === id)
const refusal = async (more: object, who = 'finance') => {
  const { status, body } = await postTrial(more, who)
  return [status, body.errorCode]
}

test('every price model is calculated as it would be billed, next to the current price', async () => {
  const totals: [Pricing, number, string[]][] = [
    [fixed(400_000), 400_000, []],
    // The mean of March is 120.
    [tiers, 400_000, []],
    // 28 × 120 − 30 × 100 = 360 above the allowance.
    [included(350_000, 100, 100), 350_000 + 36_000, ['volume']],
    // 5 % of 28 × 1,000.
    [commission(100_000, 500), 100_000 + 140_000, ['sales']],
    [daily(15_000), 450_000, []],
    [hourly(2_000, 8), 480_000, []],
  ]
  for (const [pricing, totalCents, missing] of totals) {
    const found = await trial({ pricing, storeId: tmall })
    const store = storeIn(found, tmall)
    assert.equal(found.stores, 1)
    assert.equal(store?.trial.totalCents, totalCents, pricing.model)
    assert.deepEqual(
      store?.trial.missing.map(({ what }) => what),
      missing,
      pricing.model,
    )
    // 300,000 and 360 × 50.
    assert.deepEqual([store?.present.totalCents, found.presentCents], [318_000, 318_000])
    assert.equal(store?.differenceCents, totalCents - 318_000)
  }
})

test('a trial writes nothing', async () => {
  const count = async () => [
    await db.selectFrom('customerBill').select('id').execute(),
    await db.selectFrom('storeTerms').select('id').execute(),
    await db.selectFrom('audit').select('id').execute(),
  ]
  const before = await count()
  await trial()
  assert.deepEqual(await count(), before)
})

test('totals equal the sums of the stores, which are sorted by difference', async () => {
  const found = await trial()
  assert.deepEqual([found.stores, found.more, found.less, found.same, found.incomplete], [3, 3, 0, 0, 2])
  const sumOf = (of: (store: Trial['items'][number]) => number) =>
    found.items.reduce((sum, store) => sum + of(store), 0)
  assert.equal(
    found.presentCents,
    sumOf(({ present }) => present.totalCents),
  )
  assert.equal(
    found.trialCents,
    sumOf(({ trial: of }) => of.totalCents),
  )
  assert.equal(found.differenceCents, found.trialCents - found.presentCents)
  assert.deepEqual(
    found.items.map(({ storeId }) => storeId),
    [jd, douyin, tmall],
    'a store without terms pays nothing so far',
  )
  assert.equal(storeIn(found, jd)?.pricing, null)
})

test('the current price equals the proposal line by line, and issued totals are included', async () => {
  await as('finance').post('/api/customer-bills/propose', APRIL)
  const bills: Bill[] = (await as('finance').get('/api/customer-bills?month=2026-04&pageSize=100')).data.items
  const found = await trial({ pricing: fixed(200_001) })
  for (const { storeId, present, billedCents } of found.items) {
    const bill = bills.find((one) => one.storeId === storeId)
    const { lines } = (await as('finance').get(`/api/customer-bills/${bill?.id}`)).data
    const lineTexts = (
      of: { item: string; qty: number; per: number; price: number; amountCents: number }[],
    ) => of.map(({ item, qty, per, price, amountCents }) => [item, qty, per, price, amountCents])
    assert.deepEqual(lineTexts(present.lines), lineTexts(lines))
    assert.deepEqual([present.totalCents, present.missing], [bill?.totalCents, bill?.missing])
    assert.equal(billedCents, null, 'drafts are not billed yet')
  }
  const douyinResult = storeIn(found, douyin)
  assert.deepEqual(douyinResult?.trial, { ...douyinResult?.present }, 'and so does the same price tried')
  const bill = bills.find(({ storeId }) => storeId === douyin)
  await as('finance').post(`/api/customer-bills/${bill?.id}/issue`, { version: bill?.version })
  assert.equal(storeIn(await trial(), douyin)?.billedCents, 200_001)
})

test('only served days count, and the listed pricing is that of the last day of the month', async () => {
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: douyin ?? 0,
      status: 'paused',
      fromOn: '2026-05-11',
      createdAt: clock.now,
    })
    .execute()
  const store = storeIn(await trial({ month: '2026-05', storeId: douyin, pricing: fixed(310_000) }), douyin)
  assert.deepEqual([store?.servedDays, store?.trial.totalCents], [10, 100_000])
  assert.deepEqual(store?.pricing, fixed(200_001))
})

test('a trial can cover the stores of one customer', async () => {
  const customerId = await ids.customerId('宏远数码')
  const found = await trial({ customerId })
  assert.deepEqual(
    found.items.map(({ storeId }) => storeId),
    [jd],
  )
})

test('a trial covers the stores in scope; issued totals need permission to charge; role 2 gets 403', async () => {
  const salesTrial = await trial({}, 'sales')
  assert.ok(salesTrial.items.length > 0)
  assert.ok(salesTrial.items.every(({ billedCents }) => billedCents === null))
  const reached = await trial()
  assert.ok(salesTrial.items.every(({ storeId }) => storeIn(reached, storeId)))
  assert.deepEqual(
    (await trial({}, 'admin2')).items.map(({ storeId }) => storeId),
    [foreign],
  )
  assert.equal((await trial({}, 'admin')).stores, 4)
  for (const who of ['head', 'agent']) assert.deepEqual(await refusal({}, who), [403, 'FORBIDDEN'], who)
  assert.deepEqual(await refusal({ storeId: foreign }), [404, 'NOT_FOUND'])
  assert.deepEqual(await refusal({ storeId: tmall }, 'admin2'), [404, 'NOT_FOUND'])
  const customerId = await ids.customerId('杭州晨曦家居有限公司')
  assert.deepEqual(await refusal({ customerId }, 'admin2'), [404, 'NOT_FOUND'])
})

test('a month that is not over and an incomplete pricing are rejected', async () => {
  assert.deepEqual(await refusal({ month: '2026-06' }), [409, 'WRONG_STATE'])
  assert.deepEqual(await refusal({ month: '2026-6' }), [400, 'INVALID'])
  const lacking = await postTrial({ pricing: { model: 'included', monthlyCents: 1 } })
  assert.deepEqual(Object.keys(lacking.data.fields), ['pricing.includedDaily', 'pricing.overageCents'])
  assert.deepEqual(await refusal({ pricing: { ...tiers, monthlyCents: 1 } }), [400, 'INVALID'])
  const maxCents = 99_999_999_999
  assert.equal((await postTrial({ pricing: fixed(maxCents), storeId: douyin })).status, 200)
  const much = await postTrial({ pricing: included(maxCents, 1, maxCents), storeId: tmall })
  assert.deepEqual([much.status, Object.keys(much.data.fields)], [400, ['pricing']])
})
