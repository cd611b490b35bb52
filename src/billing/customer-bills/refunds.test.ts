import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const ids = idsIn(db)
const chenxi = await ids.customerId('杭州晨曦家居有限公司')
const tmall = await ids.storeId('晨曦家居旗舰店')
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const DAY = '2026-05-19'

const read = async ({ id }: { id: number }): Promise<BillPage> => (await finance.get(url(id))).data
const receive = ({ id }: { id: number }, amountCents: number) =>
  finance.post(url(id, '/receipts'), { onDay: DAY, amountCents, method: 'bank' })
const refund = async (bill: { id: number }, amountCents: number) =>
  finance.post(url(bill.id, '/refund'), {
    version: (await read(bill)).version,
    amountCents,
    reason: '双方协商',
  })
const makeVoid = async (bill: { id: number }) =>
  finance.post(url(bill.id, '/void'), { version: (await read(bill)).version, reason: '金额有误' })

/** An issued and paid bill. */
async function paid(cents: number, more: object = {}): Promise<BillPage> {
  const bill = await createIssuedBill(finance, chenxi, cents, more)
  await receive(bill, cents)
  return bill
}

const refundState = async (bill: { id: number }) => {
  const { status, refundedCents, refundableCents } = await read(bill)
  return [status, refundedCents, refundableCents]
}

test('a paid bill is refunded in parts by separate bills, up to the received amount', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  assert.equal((await refund(bill, 100)).body.errorCode, 'WRONG_STATE')
  await receive(bill, 5_000)
  assert.deepEqual((await refund(bill, 5_001)).data.fields, { amountCents: '最多可退 ¥50.00。' })
  const first: BillPage = (await refund(bill, 2_000)).data
  assert.deepEqual(
    [first.kind, first.status, first.totalCents, first.relatesTo?.id],
    ['refund', 'open', -2_000, bill.id],
  )
  assert.deepEqual(await refundState(bill), ['paid', 2_000, 3_000])
  assert.deepEqual((await refund(bill, 3_001)).data.fields, { amountCents: '最多可退 ¥30.00。' })
  const second: BillPage = (await refund(bill, 3_000)).data
  assert.deepEqual(await refundState(bill), ['refunded', 5_000, 0])
  assert.equal((await refund(bill, 1)).body.errorMessage, '这张账单已经全部退还。')
  assert.deepEqual(
    (await read(bill)).related.map(({ id, totalCents }) => [id, totalCents]),
    [
      [first.id, -2_000],
      [second.id, -3_000],
    ],
  )
  const out = await receive(first, 2_000)
  assert.deepEqual([out.data.status, out.data.receivedCents], ['paid', -2_000])
  assert.deepEqual(await refundState(bill), ['refunded', 5_000, 0])
})

test('a partly paid bill is refunded without a reversal, and the rest stays open', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  const part: BillPage = (await receive(bill, 2_000)).data
  assert.deepEqual(await refundState(bill), ['partial', 0, 2_000])
  assert.deepEqual((await refund(bill, 2_001)).data.fields, { amountCents: '最多可退 ¥20.00。' })
  const back: BillPage = (await refund(bill, 1_500)).data
  assert.deepEqual([back.kind, back.totalCents, back.relatesTo?.id], ['refund', -1_500, bill.id])
  assert.deepEqual(await refundState(bill), ['partial', 1_500, 500])
  const reversal = { onDay: DAY, reason: '录错' }
  const reversed = await finance.post(url(bill.id, `/receipts/${part.receipts[0]?.id}/reverse`), reversal)
  assert.equal(reversed.body.errorMessage, '这张账单已退款 ¥15.00，请先作废退款账单，再冲销收款。')
  assert.equal((await makeVoid(bill)).body.errorCode, 'WRONG_STATE')
  await receive(bill, 3_000)
  assert.deepEqual(await refundState(bill), ['paid', 1_500, 3_500])
  await makeVoid(back)
  assert.deepEqual(await refundState(bill), ['paid', 0, 5_000])
})

test('a partly paid deposit is refunded up to the amount held', async () => {
  const yuanshan = await ids.customerId('宏远数码')
  const deposit = await createIssuedBill(finance, yuanshan, 5_000, { kind: 'deposit' })
  await receive(deposit, 2_000)
  assert.equal((await refund(deposit, 800)).status, 200)
  const bill = await createIssuedBill(finance, yuanshan, 5_000)
  const byDeposit = { onDay: DAY, amountCents: 1_201, method: 'deposit' }
  const much = await finance.post(url(bill.id, '/receipts'), byDeposit)
  assert.deepEqual(much.data.fields, { amountCents: '客户的押金只剩 ¥12.00。' })
})

test('voiding a refund restores its bill; a paid-out refund cannot be voided', async () => {
  const bill = await paid(5_000)
  const fullRefund: BillPage = (await refund(bill, 5_000)).data
  assert.equal((await makeVoid(fullRefund)).data.status, 'void')
  assert.deepEqual(await refundState(bill), ['paid', 0, 5_000])
  const part: BillPage = (await refund(bill, 1_000)).data
  await receive(part, 1_000)
  assert.equal((await makeVoid(part)).body.errorCode, 'WRONG_STATE')
  assert.deepEqual(await refundState(bill), ['paid', 1_000, 4_000])
  const { data } = await finance.get(`/api/audit-logs?entity=customer-bill&recordId=${bill.id}`)
  assert.deepEqual(
    data.items.slice(0, 3).map(({ action }: { action: string }) => action),
    ['refund', 'unrefund', 'refund'],
  )
})

test('a store can have several refunds in a month', async () => {
  const of = (kind: string) => ({ storeId: tmall, kind })
  const [one, two] = [await paid(5_000, of('extra')), await paid(7_000, of('addon'))]
  for (const [bill, cents] of [
    [one, 1_000],
    [one, 500],
    [two, 7_000],
  ] as const) {
    const answer = await refund(bill, cents)
    assert.equal(answer.status, 200, answer.body.errorMessage)
  }
})

test('receipts cannot be reversed below the refunded amount', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  await receive(bill, 3_000)
  await receive(bill, 2_000)
  const partialRefund: BillPage = (await refund(bill, 2_500)).data
  const [later, earlier] = (await read(bill)).receipts
  const reverse = (receipt: { id: number } | undefined) =>
    finance.post(url(bill.id, `/receipts/${receipt?.id}/reverse`), { onDay: DAY, reason: '退票' })
  const refused = await reverse(earlier)
  assert.equal(refused.body.errorMessage, '这张账单已退款 ¥25.00，请先作废退款账单，再冲销收款。')
  assert.equal((await reverse(later)).data.status, 'partial')
  assert.deepEqual((await refund(bill, 501)).data.fields, { amountCents: '最多可退 ¥5.00。' })
  await makeVoid(partialRefund)
  assert.equal((await reverse(earlier)).data.status, 'open')
})

test('a deposit is refunded in parts up to the amount held', async () => {
  const deposit = await paid(8_000, { kind: 'deposit' })
  const bill = await createIssuedBill(finance, chenxi, 3_000)
  await finance.post(url(bill.id, '/receipts'), { onDay: DAY, amountCents: 3_000, method: 'deposit' })
  assert.deepEqual(await refundState(deposit), ['paid', 0, 5_000])
  const first: BillPage = (await refund(deposit, 2_000)).data
  assert.equal(first.taxCents, 0)
  assert.deepEqual(await refundState(deposit), ['paid', 2_000, 3_000])
  assert.equal((await refund(deposit, 3_001)).body.errorCode, 'WRONG_STATE')
  assert.equal((await refund(deposit, 3_000)).status, 200)
  const depositHeld = async () => (await finance.get(`/api/customers/${chenxi}`)).data.depositCents
  assert.equal(await depositHeld(), 0)
  await makeVoid(first)
  assert.equal(await depositHeld(), 2_000)
  assert.deepEqual(await refundState(deposit), ['paid', 3_000, 2_000])
})

test('twenty concurrent refunds do not exceed the received amount', async () => {
  const bill = await paid(5_000)
  const { version } = await read(bill)
  const requestRefund = (at: number) =>
    finance.post(url(bill.id, '/refund'), { version: version + at, amountCents: 1_000, reason: '投诉' })
  for (let at = 0; at < 5; at += 1)
    await Promise.all([requestRefund(at), requestRefund(at), requestRefund(at), requestRefund(at)])
  assert.deepEqual(await refundState(bill), ['refunded', 5_000, 0])
  const refunds = await db
    .selectFrom('customerBill')
    .select('totalCents')
    .where('relatesToId', '=', bill.id)
    .execute()
  assert.deepEqual(
    refunds.map(({ totalCents }) => totalCents),
    [-1_000, -1_000, -1_000, -1_000, -1_000],
  )
})

test('database constraints limit refunds to the received amount', async () => {
  const bill = await paid(5_000)
  const put = (refundedCents: number) =>
    db.updateTable('customerBill').set({ refundedCents }).where('id', '=', bill.id).execute()
  await assert.rejects(put(5_001), /customer_bill_refunded/)
  await assert.rejects(put(5_000), /customer_bill_settled/)
  await assert.rejects(put(-1), /customer_bill_refunded/)
})
