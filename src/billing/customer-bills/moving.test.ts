import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { beginBooks, idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId } = idsIn(db)
const [chenxi, yuanshan] = [await customerId('杭州晨曦家居有限公司'), await customerId('宏远数码')]
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const read = async (id: number): Promise<BillPage> => (await finance.get(url(id))).data

async function paid(cents: number, more: object = {}): Promise<{ page: BillPage; receiptId: number }> {
  const bill = await createIssuedBill(finance, chenxi, cents)
  const sent = { onDay: '2026-05-19', amountCents: cents, method: 'bank', ...more }
  const { data } = await finance.post(url(bill.id, '/receipts'), sent)
  return { page: data, receiptId: data.receipts[0].id }
}

const move = (
  { page, receiptId }: { page: BillPage; receiptId: number },
  billId: number,
  more: object = {},
) =>
  finance.post(url(page.id, `/receipts/${receiptId}/move`), {
    version: page.version,
    billId,
    reason: '登错账单',
    ...more,
  })

test('a receipt moves to another bill of the customer with its day, amount and transaction number', async () => {
  const from = await paid(8_000, { txnNo: 'M-1' })
  const to = await createIssuedBill(finance, chenxi, 10_000)
  const shown = await finance.get(
    url(from.page.id, `/receipts/${from.receiptId}/move/consequences?billId=${to.id}`),
  )
  assert.deepEqual(rowsByLabel(shown.data), {
    [`${from.page.code} 未收`]: [0, 8_000],
    [`${from.page.code} 的状态`]: ['已收', '待收'],
    [`${to.code} 未收`]: [10_000, 2_000],
    [`${to.code} 的状态`]: ['待收', '部分收'],
  })
  assert.equal((await read(from.page.id)).status, 'paid', 'nothing is written by reading them')
  const { status, data } = await move(from, to.id)
  assert.equal(status, 200)
  assert.deepEqual([data.id, data.status, data.receivedCents], [to.id, 'partial', 8_000])
  const [receipt] = data.receipts
  assert.deepEqual([receipt.onDay, receipt.amountCents, receipt.txnNo], ['2026-05-19', 8_000, 'M-1'])
  const left = await read(from.page.id)
  assert.deepEqual([left.status, left.receivedCents], ['open', 0])
  assert.deepEqual(
    left.receipts.map(({ amountCents, reversed }) => [amountCents, reversed]),
    [
      [-8_000, false],
      [8_000, true],
    ],
  )
})

test('a receipt moves neither to another customer, nor to a bill that owes less, nor twice', async () => {
  const from = await paid(8_000)
  const stranger = await createIssuedBill(finance, yuanshan, 10_000)
  assert.deepEqual((await move(from, stranger.id)).data.fields, { billId: '只能改挂到同一位客户的账单。' })
  assert.deepEqual((await move(from, from.page.id)).data.fields, { billId: '请选择另一张账单。' })
  const small = await createIssuedBill(finance, chenxi, 7_999)
  assert.deepEqual((await move(from, small.id)).data.fields, { amountCents: '最多还可登记 ¥79.99。' })
  const to = await createIssuedBill(finance, chenxi, 8_000)
  assert.equal((await move(from, to.id)).status, 200)
  const again = { ...from, page: await read(from.page.id) }
  assert.equal((await move(again, to.id)).body.errorMessage, '这笔收款已经冲销。')
})

test("move targets are the customer's open bills", async () => {
  const { page } = await paid(1_000)
  const due = await createIssuedBill(finance, chenxi, 123_400)
  await createIssuedBill(finance, yuanshan, 500)
  const { data } = await finance.get(url(page.id, '/move-targets'))
  const ids = data.map(({ id }: { id: number }) => id)
  assert.ok(ids.includes(due.id))
  assert.ok(!ids.includes(page.id))
  const customers = await db
    .selectFrom('customerBill')
    .select('customerId')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  assert.deepEqual(customers, [{ customerId: chenxi }])
  const named = await finance.get(url(page.id, `/move-targets?keyword=${due.code}`))
  assert.deepEqual(named.data, [{ id: due.id, name: `${due.code} · 2026-05 · ¥1,234.00` }])
  for (const who of ['sales', 'head', 'agent']) {
    assert.equal((await as(who).get(url(page.id, '/move-targets'))).status, 403, who)
  }
})

test('moving to a bill issued later shows the receipt as a prepayment', async () => {
  const from = await paid(700, { onDay: '2026-05-18', beforeIssue: true })
  const to = await createIssuedBill(finance, chenxi, 700)
  const path = `/receipts/${from.receiptId}/move/consequences?billId=${to.id}`
  const shown = rowsByLabel((await finance.get(url(from.page.id, path))).data)
  assert.equal(shown.算预收, 700)
})

test('a used deposit cannot move, but a payment from a deposit can be moved and redated', async () => {
  const deposit = await createIssuedBill(finance, chenxi, 6_000, { kind: 'deposit' })
  const sent = { onDay: '2026-05-19', amountCents: 6_000, method: 'bank' }
  const depositPage = (await finance.post(url(deposit.id, '/receipts'), sent)).data
  // The payment uses the whole deposit, so nothing would be left for a second one in between.
  const from = await paid(6_000, { method: 'deposit' })
  const to = await createIssuedBill(finance, chenxi, 6_000)
  const used = await move({ page: depositPage, receiptId: depositPage.receipts[0].id }, to.id)
  assert.equal(used.body.errorMessage, '这笔押金已经抵扣了账单，请先冲销那些抵扣。')
  const moved = await move(from, to.id)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual([moved.data.status, (await read(from.page.id)).status], ['paid', 'open'])
  const redated = await finance.post(url(to.id, `/receipts/${moved.data.receipts[0].id}/redate`), {
    version: moved.data.version,
    day: '2026-05-19',
    reason: '日期录错',
  })
  assert.equal(redated.status, 200, JSON.stringify(redated.body))
  // Once the deposit is unused, its receipt can move, and the preview shows the deposit.
  const currentReceipt = (redated.data as BillPage).receipts.find(
    (one) => !one.reversed && one.reversesId === null,
  )
  const back = { onDay: '2026-05-19', reason: '不用押金' }
  await finance.post(url(to.id, `/receipts/${currentReceipt?.id}/reverse`), back)
  const free = { page: await read(deposit.id), receiptId: depositPage.receipts[0].id }
  const path = `/receipts/${free.receiptId}/move/consequences?billId=${to.id}`
  const shown = rowsByLabel((await finance.get(url(deposit.id, path))).data)
  assert.deepEqual(shown.杭州晨曦家居有限公司的押金余额, [6_000, 0])
  assert.equal((await move(free, to.id)).data.status, 'paid')
})

test('a reversal cannot be redated after its deposit was used again, and the error says why', async () => {
  const deposit = await createIssuedBill(finance, yuanshan, 500, { kind: 'deposit' })
  const pay = (id: number, method: string) =>
    finance.post(url(id, '/receipts'), { onDay: '2026-05-19', amountCents: 500, method })
  await pay(deposit.id, 'bank')
  const [one, two] = [
    await createIssuedBill(finance, yuanshan, 500),
    await createIssuedBill(finance, yuanshan, 500),
  ]
  const used = (await pay(one.id, 'deposit')).data
  const back = { onDay: '2026-05-19', reason: '录错' }
  const reversed = (await finance.post(url(one.id, `/receipts/${used.receipts[0].id}/reverse`), back)).data
  await pay(two.id, 'deposit')
  const answer = await finance.post(url(one.id, `/receipts/${reversed.receipts[0].id}/redate`), {
    version: reversed.version,
    day: '2026-05-19',
    reason: '日期录错',
  })
  assert.equal(answer.body.errorMessage, '这笔押金已经抵扣了账单，请先冲销那些抵扣。')
})

test('an opening deposit cannot be moved to a bill', async () => {
  await beginBooks(db, '2026-05')
  const sent = { customerId: chenxi, kind: 'deposit', onDay: '2026-04-30', amountCents: 500 }
  const { data: page } = await finance.post('/api/customer-bills/openings', sent)
  const to = await createIssuedBill(finance, chenxi, 500)
  const refused = await move({ page, receiptId: page.receipts[0].id }, to.id)
  assert.equal(refused.body.errorMessage, '期初押金不能改挂；要用它付账单，请登记押金抵扣。')
})
