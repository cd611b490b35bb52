import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const receive = (bill: { id: number }, amountCents: number, more: object = {}) =>
  finance.post(url(bill.id, '/receipts'), { onDay: '2026-05-19', amountCents, method: 'bank', ...more })
const reverse = (bill: { id: number }, receiptId: number, more: object = {}) =>
  finance.post(url(bill.id, `/receipts/${receiptId}/reverse`), {
    onDay: '2026-05-19',
    reason: '录错',
    ...more,
  })

test('partial receipts are accepted up to the total of the bill', async () => {
  const bill = await createIssuedBill(finance, chenxi, 10_000)
  const first = (await receive(bill, 4_000, { txnNo: 'T-1', voucherNo: 'P-9' })).data
  assert.deepEqual([first.status, first.receivedCents], ['partial', 4_000])
  const much = await receive(bill, 6_001)
  assert.deepEqual(much.data.fields, { amountCents: '最多还可登记 ¥60.00。' })
  const last = (await receive(bill, 6_000, { method: 'alipay' })).data
  assert.deepEqual([last.status, last.receivedCents], ['paid', 10_000])
  assert.equal((await receive(bill, 1)).body.errorCode, 'WRONG_STATE')
  assert.deepEqual(Object.keys((await receive(bill, 0)).data.fields), ['amountCents'])
})

test('a future day and a transaction number in use are rejected', async () => {
  const bill = await createIssuedBill(finance, chenxi, 10_000)
  assert.deepEqual(Object.keys((await receive(bill, 1, { onDay: '2026-05-20' })).data.fields), ['onDay'])
  await receive(bill, 100, { txnNo: 'T-2' })
  const twice = await receive(await createIssuedBill(finance, chenxi, 10_000), 100, { txnNo: 'T-2' })
  assert.deepEqual(twice.data.fields, { txnNo: '该流水号已登记过收款，请核对。' })
})

test('reversing a receipt adds an opposite row and frees the transaction number', async () => {
  const bill = await createIssuedBill(finance, chenxi, 10_000)
  const paid: BillPage = (await receive(bill, 10_000, { txnNo: 'T-3' })).data
  const receiptId = paid.receipts[0]?.id ?? 0
  assert.deepEqual(Object.keys((await reverse(bill, receiptId, { reason: '' })).data.fields), ['reason'])
  assert.deepEqual(Object.keys((await reverse(bill, receiptId, { onDay: '2026-05-18' })).data.fields), [
    'onDay',
  ])
  const back: BillPage = (await reverse(bill, receiptId)).data
  assert.deepEqual([back.status, back.receivedCents], ['open', 0])
  assert.deepEqual(
    back.receipts.map(({ amountCents, reversed, reversesId }) => [amountCents, reversed, reversesId]),
    [
      [-10_000, false, receiptId],
      [10_000, true, null],
    ],
  )
  assert.equal((await reverse(bill, receiptId)).body.errorCode, 'WRONG_STATE')
  assert.equal((await receive(bill, 10_000, { txnNo: 'T-3' })).data.status, 'paid')
  const reversalId = (await finance.get(url(bill.id))).data.receipts[1].id
  assert.equal((await reverse(bill, reversalId)).body.errorMessage, '冲销记录本身不能再冲销。')
  const foreign = await reverse(await createIssuedBill(finance, chenxi, 1), receiptId)
  assert.equal(foreign.body.errorCode, 'NOT_FOUND')
})

test('database triggers reject changes of receipts', async () => {
  const change = db.updateTable('billReceipt').set({ amountCents: 1 }).execute()
  await assert.rejects(change, /never rewritten/)
  await assert.rejects(db.deleteFrom('billReceipt').execute(), /never rewritten/)
})

test('fifty concurrent receipts never exceed the total', async () => {
  const bill = await createIssuedBill(finance, chenxi, 10_000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => receive(bill, 1_000)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  const { data } = await finance.get(url(bill.id))
  assert.deepEqual([data.status, data.receivedCents, data.receipts.length], ['paid', 10_000, 10])
  const refused = answers.find(({ status }) => status !== 200)
  assert.match(refused?.body.errorMessage ?? '', /最多还可登记|只有待收和部分收/)
})

test('a deposit pays bills up to its amount, and its receipt cannot be reversed once used', async () => {
  const deposit = await createIssuedBill(finance, chenxi, 8_000, { kind: 'deposit' })
  const [one, two] = [
    await createIssuedBill(finance, chenxi, 6_000),
    await createIssuedBill(finance, chenxi, 6_000),
  ]
  const none = await receive(one, 1, { method: 'deposit' })
  assert.deepEqual(none.data.fields, { amountCents: '客户的押金只剩 ¥0.00。' })
  const depositPage: BillPage = (await receive(deposit, 8_000)).data
  assert.equal((await receive(one, 6_000, { method: 'deposit' })).data.status, 'paid')
  const much = await receive(two, 2_001, { method: 'deposit' })
  assert.deepEqual(much.data.fields, { amountCents: '客户的押金只剩 ¥20.00。' })
  const reversal = await reverse(deposit, depositPage.receipts[0]?.id ?? 0)
  assert.equal(reversal.body.errorMessage, '这笔押金已经抵扣了账单，请先冲销那些抵扣。')
  const refund = (amountCents: number) =>
    finance.post(url(deposit.id, '/refund'), {
      version: depositPage.version,
      amountCents,
      reason: '合同结束',
    })
  assert.equal((await refund(2_001)).body.errorCode, 'WRONG_STATE')
  assert.equal((await refund(2_000)).status, 200)
  const left = await receive(two, 1, { method: 'deposit' })
  assert.deepEqual(left.data.fields, { amountCents: '客户的押金只剩 ¥0.00。' })
  const itself = await receive(await createIssuedBill(finance, chenxi, 100, { kind: 'deposit' }), 1, {
    method: 'deposit',
  })
  assert.deepEqual(Object.keys(itself.data.fields), ['method'])
})

test('concurrent payments from one deposit do not exceed it', async () => {
  const deposit = await createIssuedBill(finance, chenxi, 5_000, { kind: 'deposit' })
  await receive(deposit, 5_000)
  const bills = await Promise.all([1, 2, 3, 4].map(() => createIssuedBill(finance, chenxi, 2_000)))
  const answers = await Promise.all(bills.map((bill) => receive(bill, 2_000, { method: 'deposit' })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 2)
})
