import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId } = idsIn(db)
const finance = as('finance')
const yuanshan = await customerId('宏远数码')

const path = '/api/companies/001/books'

const begin = async (month: string | null) => {
  const booksFrom = month && `${month}-01`
  await db.updateTable('company').set({ booksFrom }).where('code', '=', '001').execute()
}
const set = async (who: string, month: string) => {
  const { version } = (await as('admin').get(path)).data
  return as(who).post(path, { version, month, reason: '开始使用' })
}

test('without a first month nothing can be booked, and the error says where to set it', async () => {
  await begin(null)
  const sentence = '请先设定启用月份（设置 › 账务），再登记单据。'
  const bill = { customerId: yuanshan, kind: 'extra', month: '2026-05' }
  const lines = [{ label: '加班', qty: 1, priceCents: 1_000, taxRateBp: 600 }]
  const refused = [
    await finance.post('/api/customer-bills', { ...bill, lines }),
    await finance.post('/api/customer-bills/propose', { month: '2026-04' }),
    await as('agent').post('/api/reimbursement-bills', { month: '2026-05', title: '打车' }),
    await as('admin').post('/api/monthly-financials/2026-05/lines', { label: '房租', amountCents: 100 }),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.errorMessage], [409, sentence])
  const { data } = await finance.get(path)
  assert.deepEqual([data.from, data.proposed, data.locked], [null, '2026-05', false])
})

test('only an admin sets the first month, with a logged reason; finance can read it', async () => {
  assert.equal((await set('finance', '2026-05')).status, 403)
  assert.equal((await as('agent').get(path)).status, 403)
  assert.equal((await as('admin2').get(path)).status, 404)
  const other = path.replace('001', '002')
  assert.equal((await finance.get(other)).status, 404)
  assert.equal((await as('admin').get(other)).status, 200)
  const ahead = await set('admin', '2026-06')
  assert.deepEqual(ahead.data.fields, { month: '启用月份不能晚于本月。' })
  const { status, data } = await set('admin', '2026-04')
  assert.deepEqual([status, data.from, data.openFrom], [200, '2026-04', '2026-04-01'])
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'company')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [line.action, line.changes],
    ['set-books', { booksFrom: [null, '2026-04'], reason: [null, '开始使用'] }],
  )
})

test('the first month cannot pass documents or opening balances, nor change once a month is closed', async () => {
  await createIssuedBill(finance, yuanshan, 10_000, { month: '2026-04' })
  const opening = { customerId: yuanshan, kind: 'opening', onDay: '2026-03-20', amountCents: 5_000 }
  assert.equal((await finance.post('/api/customer-bills/openings', opening)).status, 200)
  const over = await set('admin', '2026-05')
  assert.equal(over.body.errorMessage, '2026-05 之前还有 1 张单据，请先改期或作废。')
  const before = await set('admin', '2026-03')
  assert.equal(before.body.errorMessage, '2026-03 起还有 1 笔期初，请先作废，再改启用月份。')
  await db
    .insertInto('monthlyFinancial')
    .values({
      companyCode: '001',
      monthOn: '2026-04-01',
      status: 'closed',
      snapshotNo: 1,
      closedBy: 1,
      closedAt: new Date(0),
      createdAt: new Date(0),
      updatedAt: new Date(0),
    })
    .execute()
  const closed = await set('admin', '2026-04')
  assert.equal(closed.body.errorMessage, '已有结账的月份，启用月份不能再改；要改请先逐月反结账。')
  const { data } = await finance.get(path)
  assert.deepEqual([data.openFrom, data.locked], ['2026-05-01', true])
  await db.deleteFrom('monthlyFinancial').execute()
})

/** Inserts an old receipt, as version 0.1.0 accepted it. */
async function receivedLongAgo(bill: BillPage): Promise<number> {
  await sql`alter table bill_receipt disable trigger user`.execute(db)
  const { id } = await db
    .insertInto('billReceipt')
    .values({
      companyCode: '001',
      billId: bill.id,
      onDay: '2016-11-03',
      amountCents: bill.totalCents,
      method: 'bank',
      txnNo: `OLD-${bill.id}`,
      createdAt: new Date(0),
      createdBy: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`alter table bill_receipt enable trigger user`.execute(db)
  await db
    .updateTable('customerBill')
    .set({ receivedCents: bill.totalCents, status: 'paid' })
    .where('id', '=', bill.id)
    .execute()
  return id
}

test('a receipt outside the books is listed, and redating it fixes it without changing the bill', async () => {
  await begin('2026-04')
  const receipt = { onDay: '2016-11-03', amountCents: 10_000, method: 'bank' }
  const bill = await createIssuedBill(finance, yuanshan, 10_000)
  const refused = await finance.post(`/api/customer-bills/${bill.id}/receipts`, receipt)
  assert.deepEqual(refused.data.fields, {
    onDay: '收款日期不能早于启用月份 2026-04；那时收的款已在期初里，请改期初金额。',
  })
  const id = await receivedLongAgo(bill)
  const [row, ...others] = (await finance.get('/api/outside-documents')).data.items
  assert.deepEqual(
    [row.document, row.id, row.onDay, row.billId, others.length],
    ['receipt', id, '2016-11-03', bill.id, 0],
  )
  const redate = `/api/customer-bills/${bill.id}/receipts/${id}/redate`
  const wrong = await finance.post(redate, { day: '2099-12-01', reason: '录错年份', version: row.version })
  assert.deepEqual(wrong.data.fields, { day: '日期不能晚于今天。' })
  const { status, data } = await finance.post(redate, {
    day: '2026-05-03',
    reason: '录错年份',
    version: row.version,
  })
  assert.equal(status, 200, JSON.stringify(data))
  assert.deepEqual([data.status, data.receivedCents], ['paid', 10_000])
  assert.deepEqual(
    data.receipts.map((one: { onDay: string; amountCents: number }) => [one.onDay, one.amountCents]),
    [
      ['2016-11-03', -10_000],
      ['2026-05-03', 10_000],
      ['2016-11-03', 10_000],
    ],
  )
  assert.equal(data.receipts[1].txnNo, `OLD-${bill.id}`)
  assert.deepEqual((await finance.get('/api/outside-documents')).data.items, [])
})

test('database triggers reject a document outside the books', async () => {
  const bill = await createIssuedBill(finance, yuanshan, 10_000)
  for (const onDay of ['2016-11-03', '2099-12-01']) {
    const row = { companyCode: '001', billId: bill.id, onDay, amountCents: 1, method: 'bank' as const }
    const insert = db
      .insertInto('billReceipt')
      .values({ ...row, createdAt: new Date(0), createdBy: 1 })
      .execute()
    await assert.rejects(insert, { code: 'HT003' }, onDay)
  }
})

test('a reversal with a wrong date is redated the same way', async () => {
  const bill = await createIssuedBill(finance, yuanshan, 10_000)
  const url = `/api/customer-bills/${bill.id}/receipts`
  const paid = (await finance.post(url, { onDay: '2026-05-19', amountCents: 10_000, method: 'bank' })).data
  const reversed = (
    await finance.post(`${url}/${paid.receipts[0].id}/reverse`, { onDay: '2026-05-19', reason: '录错' })
  ).data
  const reversal = reversed.receipts[0]
  const { status, data } = await finance.post(`${url}/${reversal.id}/redate`, {
    day: '2026-05-18',
    reason: '银行日期',
    version: reversed.version,
  })
  assert.equal(status, 200, JSON.stringify(data))
  assert.deepEqual([data.status, data.receivedCents], ['open', 0])
  const sum = data.receipts.reduce((all: number, one: { amountCents: number }) => all + one.amountCents, 0)
  assert.equal(sum, 0)
})
