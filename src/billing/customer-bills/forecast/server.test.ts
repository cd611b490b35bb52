import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill, insertFigures, startService } from '#testing/testBills.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { ForecastItem, ForecastPart } from './contract.ts'

// Golden case F1 of domain-2, section 3, over HTTP; rules.test.ts covers F2 and F3.

const world = await testApp(seedWorld)
const { as, db } = world
const { storeId, customerId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const tmall = await storeId('晨曦家居旗舰店')
const douyin = await storeId('星澜美妆')
const jd = await storeId('宏远数码京东自营店')
await db.updateTable('company').set({ booksFrom: '2025-01-01' }).execute()
await startService(db, tmall, {
  model: 'included',
  monthlyCents: 900_000,
  includedDaily: 300,
  overageCents: 50,
})
await startService(db, douyin, { model: 'fixed', monthlyCents: 310_000 })
await startService(db, jd, { model: 'fixed', monthlyCents: 200_000 })
const URL = '/api/receivables/forecast'

const read = async (who = 'admin', query = '?companyCode=001') => {
  const { status, data, body } = await as(who).get(`${URL}${query}`)
  assert.equal(status, 200, body.errorMessage)
  return data
}
const rowOf = (items: readonly ForecastItem[], id: number) => {
  const row = items.find((item) => item.storeId === id)
  return row && [row.issuedCents, row.draftCents, row.estimatedCents, row.totalCents, row.lacking.join(' ')]
}

await setClockTo(world, '2026-05-23')
await insertFigures(db, tmall, ['2026-05-01', '2026-05-20'], { consultUsers: 370 })

test('issued, draft and estimated amounts are separate per store', async () => {
  const month = '2026-05'
  await createIssuedBill(as('finance'), chenxi, 310_000, { kind: 'service', storeId: douyin, month })
  await createIssuedBill(as('finance'), chenxi, 1_000, { kind: 'extra', storeId: tmall, month })
  const owner = await customerId('宏远数码')
  const sent = { customerId: owner, storeId: jd, kind: 'service', month }
  const line = { label: '服务费', qty: 1, priceCents: 200_000, taxRateBp: 600 }
  assert.equal((await as('finance').post('/api/customer-bills', { ...sent, lines: [line] })).status, 200)
  const { items, sums, pending } = await read()
  // 31 days: Σ 7,400 over 20, 370 a day on the other eleven; 11,470 − 9,300 = 2,170 over.
  assert.deepEqual(rowOf(items, tmall), [1_000, 0, 900_000 + 2_170 * 50, 1_009_500, ''])
  assert.deepEqual(rowOf(items, douyin), [310_000, 0, 0, 310_000, ''])
  assert.deepEqual(rowOf(items, jd), [0, 200_000, 0, 200_000, ''])
  assert.equal(pending, 2)
  assert.deepEqual(sums, {
    issuedCents: 311_000,
    draftCents: 200_000,
    estimatedCents: 1_008_500,
    totalCents: 1_519_500,
  })
  assert.equal((await db.selectFrom('customerBill').select('id').execute()).length, 3, 'nothing is written')
})

test('the totals are split by revenue part, with the previous month', async () => {
  await createIssuedBill(as('finance'), chenxi, 7_000, { kind: 'addon', storeId: douyin, month: '2026-04' })
  const { parts, sums } = await read()
  const rows = (parts as ForecastPart[]).map(({ part, ...cents }) => [part, ...Object.values(cents)])
  assert.deepEqual(rows, [
    ['service', 310_000, 200_000, 900_000, 1_410_000, 0],
    ['commission', 0, 0, 0, 0, 0],
    ['overage', 0, 0, 108_500, 108_500, 0],
    ['other', 1_000, 0, 0, 1_000, 7_000],
    ['adjustment', 0, 0, 0, 0, 0],
  ])
  const total = (parts as ForecastPart[]).reduce((all, { totalCents }) => all + totalCents, 0)
  assert.equal(total, sums.totalCents)
})

test('costs and net need permission to manage the months; the rest needs permission to charge', async () => {
  const financeView = await read('finance', '')
  assert.equal(financeView.result, null)
  assert.equal(financeView.sums.totalCents, 1_519_500)
  for (const who of ['sales', 'head', 'agent']) assert.equal((await as(who).get(URL)).status, 403)
  const line = { label: '房租', amountCents: 20_000 }
  assert.equal(
    (await as('admin').post('/api/monthly-financials/2026-05/lines', { ...line, companyCode: '001' })).status,
    200,
  )
  const { result, sums } = await read()
  assert.equal(result.manualCents, 20_000)
  const costs = [
    result.storeSalaryCents,
    result.agentCommissionCents,
    result.otherSalaryCents,
    result.claimCents,
  ]
  const all = costs.reduce(
    (total: number, cents: number) => total + cents,
    result.manualCents + result.badDebtCents,
  )
  assert.equal(result.netCents, sums.totalCents - all)
})

test('a bill without a store is a row of its customer, and suppresses estimates for the stores', async () => {
  const owner = await customerId('宏远数码')
  await as('finance').post('/api/customer-bills', {
    customerId: owner,
    kind: 'service',
    month: '2026-04',
    lines: [{ label: '打包服务', qty: 1, priceCents: 500_000, taxRateBp: 600 }],
  })
  const { items } = await read('finance', '?month=2026-04')
  const customerLevel = items.find((item: ForecastItem) => item.storeId === null)
  assert.deepEqual(
    [customerLevel.customerName, customerLevel.draftCents, customerLevel.id],
    ['宏远数码', 500_000, -owner],
  )
  assert.equal(rowOf(items, jd), undefined)
  const found = await read('finance', `?month=2026-04&keyword=${encodeURI('宏远')}`)
  assert.equal(found.total, 1)
})

test('a store without figures gets its fee, and the row lists the missing data', async () => {
  const { items } = await read('finance', '?month=2026-04')
  assert.deepEqual(rowOf(items, tmall), [0, 0, 900_000 + (370 - 300) * 30 * 50, 1_005_000, ''])
  await db.deleteFrom('storeDaily').execute()
  assert.deepEqual(rowOf((await read('finance', '?month=2026-04')).items, tmall), [
    0,
    0,
    900_000,
    900_000,
    'volume',
  ])
})

test('closed, earlier and future months have no forecast', async () => {
  const errorMessageOf = async (month: string) =>
    (await as('finance').get(`${URL}?month=${month}`)).body.errorMessage
  assert.equal(await errorMessageOf('2024-12'), '这个月在启用月份之前，没有预计。')
  assert.deepEqual((await as('finance').get(`${URL}?month=2026-06`)).data.fields, {
    month: '日期不能晚于今天。',
  })
  await closeMonth(db)
  assert.equal(await errorMessageOf('2026-04'), '这个月已经结账，结果不用预计。')
})
