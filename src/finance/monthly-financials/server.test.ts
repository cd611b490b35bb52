import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { beginBooks, seedWorld } from '#testing/testWorld.ts'
import { resultOfMonth } from './result.ts'
import { seedApril } from './testApril.ts'

/** April 2026 of a small world, calculated by hand; `testApril.ts` creates its records. */
const testing = await testApp(seedWorld)
const { as, db } = testing
const { tmall, douyin, jd, old, bare: storeless, yuanshan: jdCustomer } = await seedApril(testing)
const [finance, admin] = [as('finance'), as('admin')]
const path = '/api/monthly-financials'
const month = '2026-04'

const first = async (query = '') =>
  (await admin.get(`${path}?from=${month}&to=${month}&companyCode=001${query}`)).data.items[0]
const parts = async (by: string, query = '') =>
  (await admin.get(`${path}/${month}/parts?companyCode=001&by=${by}${query}`)).data

test('the sums of the month equal those calculated by hand', async () => {
  const { sums, status, version, snapshotNo } = await first()
  assert.deepEqual([status, version, snapshotNo], ['open', 0, null])
  assert.deepEqual(sums, {
    serviceCents: 300_000 + 150_000 + 133_333,
    commissionCents: 8_000,
    overageCents: 12_000,
    otherIncomeCents: 10_001 - 100,
    adjustmentCents: -5_000,
    revenueCents: 608_234,
    // ÷ 1.06 line by line: 283019 + 141509 + 125786 + 11321 + 7547 − 4717; with discount 5604 + 3961.
    netOfTaxCents: 574_030,
    // ¥2,000 of April and ¥400 of the deposit; the reversed receipt and the deposit itself do not count.
    cashCents: 240_000,
    // A whole month, half a month, 20 of 30 days.
    storeSalaryCents: 90_000 + 30_000 + 20_000,
    agentCommissionCents: 10_000,
    taggedClaimCents: 1_000 + 900 + 700,
    badDebtCents: 0,
    grossCents: 455_634,
    commonClaimCents: 2_500 + 500,
    otherSalaryCents: 500_000,
    manualCents: 0,
    netCents: 455_634 - 3_000 - 500_000,
  })
})

test('recurring revenue counts a paused and a stopped store as contraction, and a first store as new', async () => {
  const { recurring, ratios } = await first()
  assert.deepEqual(recurring, {
    startCents: 650_000,
    newCents: 200_000,
    expansionCents: 0,
    contractionCents: 350_000,
    churnCents: 0,
    reactivationCents: 0,
    endCents: 500_000,
  })
  assert.deepEqual(ratios, {
    marginBp: 7_491,
    netRetentionBp: 4_615,
    grossRetentionBp: 4_615,
    customersAtStart: 1,
    customersLost: 0,
    customerChurnBp: 0,
    storesAtStart: 3,
    storesLost: 1,
    storeChurnBp: 3_333,
    arpaCents: 304_117,
    collectionBp: 5_544,
  })
})

test('stores carry amounts of their customer in proportion to revenue; the lowest gross comes first', async () => {
  const { items, total } = await parts('store')
  assert.equal(total, 4)
  assert.deepEqual(
    items.map((one: { id: number; revenueCents: number; claimCents: number; grossCents: number }) => [
      one.id,
      one.revenueCents,
      one.claimCents,
      one.grossCents,
    ]),
    [
      [old, 0, 0, 0],
      [douyin, 150_000 + 3_337, 1_000 + 303, 153_337 - 30_000 - 1_303],
      [jd, 153_333, 0, 153_333 - 20_000],
      [tmall, 295_000 + 6_564, 597, 301_564 - 100_000 - 597],
    ],
  )
  assert.equal(items[3].under, '杭州晨曦家居有限公司')
})

test('a customer without a store keeps its claim, and the gross of all customers less common costs equals net', async () => {
  const { items } = await parts('customer')
  const gross = new Map(items.map((one: { id: number; grossCents: number }) => [one.id, one.grossCents]))
  assert.equal(gross.get(storeless), -700)
  assert.equal(items[0].id, storeless)
  const { sums } = await first()
  const all = items.reduce((sum: number, one: { grossCents: number }) => sum + one.grossCents, 0)
  assert.equal(all - sums.commonClaimCents - sums.otherSalaryCents, sums.netCents)
})

test('an agent has the stores’ revenue by served days, and the cost of their own pay', async () => {
  const { items } = await parts('agent', '&sort=-revenueCents')
  assert.deepEqual(
    items.map((one: { name: string; under: string; revenueCents: number; grossCents: number }) => [
      one.name,
      one.under,
      one.revenueCents,
      one.grossCents,
    ]),
    [
      ['周小禾', '陈思雨', 301_564, 301_564 - 100_000],
      ['李若彤', '陈思雨', 153_337, 123_337],
      ['赵晓冬', '苏曼', 153_333, 133_333],
    ],
  )
})

test('parts are searched by name and customer, sorted and paged', async () => {
  const found = await parts('store', `&keyword=${encodeURIComponent('宏远')}`)
  assert.deepEqual([found.total, found.items[0].id], [1, jd])
  const second = await parts('store', '&sort=-marginBp&pageSize=1&current=2')
  assert.deepEqual([second.total, second.items.length, second.items[0].id], [4, 1, douyin])
  const last = await parts('store', '&sort=-marginBp&pageSize=1&current=4')
  assert.deepEqual([last.items[0].id, last.items[0].marginBp], [old, null])
  assert.equal((await admin.get(`${path}/${month}/parts?by=team`)).status, 400)
})

test('the headquarters reads all companies as one, an admin of another company only their own', async () => {
  const all = (await admin.get(`${path}/${month}`)).data
  assert.equal(all.sums.revenueCents, 608_234 + 4_200)
  assert.deepEqual([all.status, all.version, all.steps], ['open', 0, []])
  const otherCompany = (await as('admin2').get(`${path}/${month}`)).data
  assert.equal(otherCompany.sums.revenueCents, 4_200)
  assert.equal((await as('admin2').get(`${path}/${month}?companyCode=002`)).data.sums.revenueCents, 4_200)
  for (const url of [`${path}/${month}`, `${path}/${month}/parts`, path]) {
    const query = url.endsWith('parts') ? '&by=store' : ''
    const foreign = await as('admin2').get(`${url}?companyCode=001${query}`)
    assert.deepEqual([foreign.status, foreign.body.errorCode], [404, 'NOT_FOUND'], url)
  }
  assert.equal((await finance.get(`${path}/${month}`)).status, 403)
})

test('the default range is the last six months that are over, none before the books begin; a range that is too long or reversed is refused', async () => {
  const months = async (query: string) =>
    (await admin.get(`${path}?${query}`)).data.items.map((one: { month: string }) => one.month)
  await beginBooks(db, '2026-03')
  assert.deepEqual(await months(''), ['2026-03', '2026-04'])
  const expectedMonths = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']
  assert.deepEqual(await months('from=2025-11&to=2026-03'), expectedMonths)
  const [earliest] = (await admin.get(`${path}?from=2025-11&to=2026-03`)).data.items
  assert.deepEqual(
    [
      earliest.status,
      earliest.sums.revenueCents,
      earliest.recurring.endCents,
      earliest.ratios.netRetentionBp,
    ],
    ['before', 0, 0, null],
  )
  assert.deepEqual(await months('to=2026-03'), ['2026-03'])
  assert.equal((await months('to=2026-02')).length, 6)
  await beginBooks(db, '2026-01')
  assert.deepEqual(await months('companyCode=001'), ['2026-01', '2026-02', '2026-03', '2026-04'])
  assert.equal((await admin.get(`${path}?from=2026-04`)).data.items.length, 6)
  const wrongWay = await admin.get(`${path}?from=2026-04&to=2026-03`)
  assert.deepEqual(Object.keys(wrongWay.data.fields), ['to'])
  assert.equal((await admin.get(`${path}?from=2024-04&to=2026-04`)).status, 400)
  assert.equal((await admin.get(`${path}/2026-13`)).status, 400)
})

test('a closed month is read from its snapshot, also after a later receipt; all companies together stay open', async () => {
  const before = (await first()).ratios.collectionBp
  const content = JSON.stringify(await resultOfMonth(db, { companyCode: '001', month }))
  const [at, monthOn] = [new Date('2026-05-06T02:00:00Z'), `${month}-01`]
  const closing = { companyCode: '001', monthOn, createdAt: at }
  await db
    .insertInto('monthlySnapshot')
    .values({ ...closing, no: 1, content, hash: 'a'.repeat(64) })
    .execute()
  const closedBy = (await db.selectFrom('staff').select('id').executeTakeFirstOrThrow()).id
  await db
    .insertInto('monthlyFinancial')
    .values({ ...closing, status: 'closed', snapshotNo: 1, closedAt: at, closedBy, updatedAt: at })
    .execute()
  const query = `customerId=${jdCustomer}&kind=commission&month=${month}`
  const [bill] = (await finance.get(`/api/customer-bills?${query}`)).data.items
  const receipt = { onDay: '2026-05-18', amountCents: 8_000, method: 'bank', beforeIssue: true }
  assert.equal((await finance.post(`/api/customer-bills/${bill.id}/receipts`, receipt)).status, 200)
  const closed = await first()
  assert.deepEqual([closed.status, closed.version, closed.snapshotNo], ['closed', 1, 1])
  assert.equal(closed.ratios.collectionBp, before)
  assert.equal((await parts('store')).total, 4)
  const live = await resultOfMonth(db, { companyCode: '001', month })
  assert.notEqual(live.ratios.collectionBp, before)
  const all = (await admin.get(`${path}?from=${month}&to=${month}`)).data.items[0]
  assert.deepEqual([all.status, all.snapshotNo, all.sums.revenueCents], ['open', null, 612_434])
})
