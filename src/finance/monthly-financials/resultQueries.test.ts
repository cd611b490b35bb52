import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discountedLines, taxIn } from '#billing/customer-bills/rules.ts'
import { sum } from '#kit/money.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { findServed } from './queries.ts'
import { recurringCents } from './recurring.ts'
import { findMonthEnds } from './recurringQueries.ts'
import { revenueOf } from './resultFacts.ts'
import { findRevenue, getDocuments, sumRevenue } from './resultQueries.ts'
import { insertStoreLife } from './testMonth.ts'

const { as, db } = await testApp(seedWorld)
const ids = idsIn(db)
const chenxi = await ids.customerId('杭州晨曦家居有限公司')
const tmall = await ids.storeId('晨曦家居旗舰店')
const douyin = await ids.storeId('星澜美妆')
const finance = as('finance')

test('the database calculates tax line by line as on the bill, for any amount, rate and discount', async () => {
  const rates = [0, 100, 300, 600, 900, 1_300]
  let net = 0
  let total = 0
  for (let n = 1; n <= 24; n += 1) {
    // Varied amounts: 53 分 at 6 % contain exactly 3 分 of tax, most others a fraction that is rounded.
    const lines = Array.from({ length: 1 + (n % 3) }, (_, at) => ({
      label: `${n}`,
      qty: 1,
      priceCents: 53 * n * (at + 1) + ((n * n * 7_919) % 10_007),
      taxRateBp: rates[(n + at) % rates.length] ?? 0,
    }))
    const { id, version } = await createDraft(finance, chenxi, 0, {
      month: '2026-04',
      discountCents: n % 2 === 0 ? n : 0,
      lines,
    })
    const bill = (await finance.post(`/api/customer-bills/${id}/issue`, { version })).data
    assert.equal(bill.taxCents, taxIn(discountedLines(bill.lines, bill.discountCents)))
    net += bill.totalCents - bill.taxCents
    total += bill.totalCents
  }
  const of = { companyCode: '001', month: '2026-04' }
  const rows = await findRevenue(db, of)
  assert.equal(sum(rows.map(revenueOf)), total)
  assert.equal(sum(rows.map(({ netOfTaxCents }) => netOfTaxCents)), net)
  assert.equal((await getDocuments(db, of)).billedCents, total)
  const totals = await sumRevenue(db, of)
  assert.deepEqual(
    [sum(totals.map(revenueOf)), sum(totals.map(({ netOfTaxCents }) => netOfTaxCents))],
    [total, net],
  )
})

test('the terms and the state of the last day of a month count; of two states on a day the later one', async () => {
  await insertStoreLife(db, {
    storeId: tmall,
    states: [
      ['2026-01-01', 'serving'],
      ['2026-01-31', 'paused'],
      ['2026-01-31', 'serving'],
      ['2026-02-28', 'paused'],
      ['2026-03-01', 'serving'],
    ],
    terms: [
      ['2026-01-01', { model: 'fixed', monthlyCents: 1_000 }, null],
      ['2026-02-01', { model: 'fixed', monthlyCents: 2_000 }, null],
      ['2026-03-31', { model: 'fixed', monthlyCents: 3_000 }, null],
    ],
  })
  const ends = async (month: string) => {
    const { start, end } = await findMonthEnds(db, { companyCode: '001', month })
    return [start, end].map((stores) => sum(stores.map(recurringCents)))
  }
  assert.deepEqual(await ends('2026-01'), [0, 1_000])
  assert.deepEqual(await ends('2026-02'), [1_000, 0])
  assert.deepEqual(await ends('2026-03'), [0, 3_000])
})

test('served days × share omits pauses, and counts an assignment from its first to its last day', async () => {
  await insertStoreLife(db, {
    storeId: douyin,
    states: [
      ['2026-02-03', 'serving'],
      ['2026-02-10', 'paused'],
      ['2026-02-20', 'serving'],
      ['2026-03-05', 'stopped'],
    ],
  })
  await db.deleteFrom('storeAssignment').where('storeId', '=', douyin).execute()
  const [first, second] = [await ids.staffId('agent'), await ids.staffId('agent3')]
  const row = { companyCode: '001', storeId: douyin }
  await db
    .insertInto('storeAssignment')
    .values([
      { ...row, staffId: first, fromOn: '2026-01-01', toOn: '2026-02-21', sharePercent: 60 },
      { ...row, staffId: second, fromOn: '2026-02-08', sharePercent: 40 },
    ])
    .execute()
  const served = async (month: string) =>
    (await findServed(db, { companyCode: '001', month }))
      .filter(({ storeId }) => storeId === douyin)
      .map(({ staffId, weight }) => [staffId, weight])
  // First agent: the 3rd to the 9th, the 20th and 21st. Second agent: the 8th and 9th, the 20th to the 28th.
  assert.deepEqual(await served('2026-02'), [
    [first, 60 * (7 + 2)],
    [second, 40 * (2 + 9)],
  ])
  assert.deepEqual(await served('2026-03'), [[second, 40 * 4]])
  assert.deepEqual(await served('2026-04'), [])
})
