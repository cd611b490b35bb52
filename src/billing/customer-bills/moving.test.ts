import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#app/testApp.ts'
import { idsIn, seedWorld } from '#app/testWorld.ts'
import { listed } from '#kit/testConsequences.ts'
import type { BillPage } from './contract.ts'
import { issued } from './testBills.ts'

const { as, db } = await testApp(seedWorld)
const { customerId } = idsIn(db)
const [chenxi, yuanshan] = [await customerId('杭州晨曦家居有限公司'), await customerId('宏远数码')]
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const read = async (id: number): Promise<BillPage> => (await finance.get(url(id))).data

async function paid(cents: number, more: object = {}): Promise<{ page: BillPage; receiptId: number }> {
  const bill = await issued(finance, chenxi, cents)
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
    ...{ version: page.version, billId, reason: '登错账单', ...more },
  })

test('a receipt moves to another bill of the customer: day, amount and transaction number stay, and both bills tell', async () => {
  const from = await paid(8_000, { txnNo: 'M-1' })
  const to = await issued(finance, chenxi, 10_000)
  const shown = await finance.get(
    url(from.page.id, `/receipts/${from.receiptId}/move/consequences?billId=${to.id}`),
  )
  assert.deepEqual(listed(shown.data), {
    [`${from.page.code} 未收`]: [0, 8_000],
    [`${to.code} 未收`]: [10_000, 2_000],
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

test('it goes to no bill of somebody else, to none that asks for less, and not twice', async () => {
  const from = await paid(8_000)
  const stranger = await issued(finance, yuanshan, 10_000)
  assert.deepEqual((await move(from, stranger.id)).data.fields, { billId: '只能改挂到同一位客户的账单。' })
  assert.deepEqual((await move(from, from.page.id)).data.fields, { billId: '请选择另一张账单。' })
  const small = await issued(finance, chenxi, 7_999)
  assert.deepEqual((await move(from, small.id)).data.fields, { amountCents: '最多还可登记 ¥79.99。' })
  const to = await issued(finance, chenxi, 8_000)
  assert.equal((await move(from, to.id)).status, 200)
  const again = { ...from, page: await read(from.page.id) }
  assert.equal((await move(again, to.id)).body.errorMessage, '这笔收款已经冲销。')
})

test('the bills to choose from are those of the customer that still ask for money', async () => {
  const { page } = await paid(1_000)
  const due = await issued(finance, chenxi, 123_400)
  await issued(finance, yuanshan, 500)
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
