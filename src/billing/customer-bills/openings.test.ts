import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { sheetOf } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, storeId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const other = await customerId('恒月母婴')
const tmall = await storeId('晨曦家居旗舰店')
const finance = as('finance')
const URL = '/api/customer-bills/openings'
const owed = { customerId: chenxi, kind: 'opening', onDay: '2026-02-10', amountCents: 320_000 }
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`
const open = async (more: object): Promise<BillPage> => (await finance.post(URL, { ...owed, ...more })).data

await db.updateTable('company').set({ booksFrom: '2026-03-01' }).where('code', '=', '001').execute()
await createIssuedBill(finance, chenxi, 50_000, { month: '2026-03' })

test('POST /api/customer-bills/openings: creates a bill dated and issued before the first month', async () => {
  const { status, data } = await finance.post(URL, { ...owed, dueOn: '2026-03-10', earlierNo: 'FP-1208' })
  assert.equal(status, 200)
  assert.deepEqual(
    [data.kind, data.origin, data.status, data.month, data.issuedOn, data.dueOn, data.code, data.taxCents],
    ['opening', 'opening', 'open', '2026-02', '2026-02-10', '2026-03-10', 'ZD20260200001', 0],
  )
  assert.deepEqual([data.overdueDays, data.earlierNo, data.totalCents], [70, 'FP-1208', 320_000])
  const late = (await finance.get(`/api/customer-bills?origin=opening&overdue=yes`)).data
  assert.deepEqual([late.total, late.sums.overdueCents], [1, 320_000])
  const paid = await finance.post(url(data.id, '/receipts'), {
    onDay: '2026-05-18',
    amountCents: 120_000,
    method: 'bank',
  })
  assert.deepEqual([paid.data.status, paid.data.receivedCents], ['partial', 120_000])
  const log = await finance.get(`/api/audit-logs?entity=customer-bill&recordId=${data.id}`)
  assert.deepEqual(
    log.data.items.map(({ action }: { action: string }) => action),
    ['receive', 'opening'],
  )
})

test('the day must precede the first month, duplicates are rejected, and permission to charge is required', async () => {
  const late = await finance.post(URL, { ...owed, onDay: '2026-03-01' })
  assert.deepEqual(late.data.fields, { onDay: '期初的日期应早于启用月份 2026-03。' })
  const twice = await finance.post(URL, { ...owed, earlierNo: 'FP-1208' })
  assert.equal(twice.body.errorCode, 'CONFLICT')
  assert.match(twice.body.errorMessage ?? '', /已登记：ZD20260200001，¥3,200\.00/)
  assert.deepEqual(Object.keys((await finance.post(URL, { ...owed, amountCents: 0 })).data.fields), [
    'amountCents',
  ])
  const due = await finance.post(URL, { ...owed, dueOn: '2026-02-09' })
  assert.deepEqual(Object.keys(due.data.fields), ['dueOn'])
  assert.deepEqual(Object.keys((await finance.post(URL, { ...owed, customerId: other })).data.fields), [
    'customerId',
  ])
  for (const who of ['sales', 'head', 'agent']) assert.equal((await as(who).post(URL, owed)).status, 403)
  const asBill = { customerId: chenxi, kind: 'opening', month: '2026-05', lines: [] }
  assert.ok('kind' in (await finance.post('/api/customer-bills', asBill)).data.fields)
  const asReceipt = { onDay: '2026-05-19', amountCents: 1, method: 'opening' }
  const bill = await createIssuedBill(finance, chenxi, 100)
  assert.ok('method' in (await finance.post(url(bill.id, '/receipts'), asReceipt)).data.fields)
})

test('twenty concurrent identical requests create one balance', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => finance.post(URL, { ...owed, earlierNo: 'FP-ONCE' })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('an opening deposit pays bills and can be refunded', async () => {
  const openingDeposit = await open({ kind: 'deposit', onDay: '2025-11-01', amountCents: 8_000 })
  assert.deepEqual(
    [openingDeposit.status, openingDeposit.receivedCents, openingDeposit.receipts[0]?.method],
    ['paid', 8_000, 'opening'],
  )
  const bill = await createIssuedBill(finance, chenxi, 6_000)
  const depositReceipt = { onDay: '2026-05-19', amountCents: 6_000, method: 'deposit' }
  assert.equal((await finance.post(url(bill.id, '/receipts'), depositReceipt)).data.status, 'paid')
  const back = { version: openingDeposit.version, amountCents: 2_001, reason: '合同结束' }
  assert.equal((await finance.post(url(openingDeposit.id, '/refund'), back)).body.errorCode, 'WRONG_STATE')
  assert.equal(
    (await finance.post(url(openingDeposit.id, '/refund'), { ...back, amountCents: 2_000 })).status,
    200,
  )
})

test('a negative balance is rejected with the hint to enter a deposit', async () => {
  const { status, data } = await finance.post(URL, { ...owed, amountCents: -5_000 })
  assert.equal(status, 400)
  assert.equal(data.fields.amountCents, '金额要大于 0；客户预付的款请登记为期初押金')
})

const sumsOf = async (month: string) => {
  const path = `/api/monthly-financials?from=${month}&to=${month}&companyCode=001`
  return (await as('admin').get(path)).data.items[0].sums
}

test('opening balances are never revenue; only later receipts count as cash', async () => {
  const before = await sumsOf('2026-05')
  const { id } = await open({ onDay: '2026-01-05', amountCents: 77_700 })
  const receipt = { onDay: '2026-05-19', amountCents: 77_700, method: 'bank' }
  const paid: BillPage = (await finance.post(url(id, '/receipts'), receipt)).data
  const after = await sumsOf('2026-05')
  assert.equal(after.cashCents - before.cashCents, 77_700)
  assert.deepEqual({ ...after, cashCents: before.cashCents }, before)
  const back = { version: paid.version, amountCents: 700, reason: '多收' }
  assert.equal((await finance.post(url(id, '/refund'), back)).data.taxCents, 0)
  const refunded = await sumsOf('2026-05')
  assert.deepEqual(refunded, after)
  const january = await sumsOf('2026-01')
  assert.deepEqual([january.revenueCents, january.cashCents], [0, 0])
})

const sheet = (rows: Record<string, string>[]) => ({ name: '期初.xlsx', bytes: sheetOf(rows) })

async function bring(rows: Record<string, string>[]) {
  const { data, status } = await finance.upload('/api/record-imports', sheet(rows), { entity: 'opening' })
  assert.equal(status, 200, JSON.stringify(data))
  const checked = (await finance.post(`/api/record-imports/${data.id}/check`)).data
  const done = (await finance.post(`/api/record-imports/${data.id}/run`)).data
  return { id: data.id, checked: checked.counts, done: done.counts }
}

const rows: Record<string, string>[] = [
  {
    客户: '杭州晨曦家居有限公司',
    店铺: '晨曦家居旗舰店',
    类型: '期初应收',
    发生日期: '2025-12-31',
    金额: '1,000.50',
  },
  { 客户: 'KH2026050002', 类型: '期初押金', 发生日期: '2025-12-31', 金额: '5000' },
  { 客户: '杭州晨曦家居有限公司', 类型: '期初应收', 发生日期: '2026-03-05', 金额: '10' },
  { 客户: '没有这位', 类型: '期初应收', 发生日期: '2025-12-31', 金额: '10' },
]

test('a sheet is checked before the import; errors are reported, and repeating it changes nothing', async () => {
  const first = await bring(rows)
  assert.deepEqual([first.checked.create, first.checked.error], [2, 2])
  assert.deepEqual([first.done.created, first.done.error], [2, 2])
  const wrong = (await finance.get(`/api/record-imports/${first.id}/rows?state=error`)).data.items
  assert.deepEqual(
    wrong.map(({ problem }: { problem: string }) => problem),
    ['期初的日期应早于启用月份 2026-03。', '没有找到客户“没有这位”，请填已登记的客户编号或全称。'],
  )
  const store = await db.selectFrom('customerBill').selectAll().where('storeId', '=', tmall).execute()
  assert.deepEqual(
    store.map(({ kind, totalCents, status }) => [kind, totalCents, status]),
    [['opening', 100_050, 'open']],
  )
  const again = await bring(rows.slice(0, 2))
  assert.deepEqual([again.checked.same, again.checked.create], [2, 0])
  const otherwise = await bring([{ ...rows[0], 金额: '2000' }])
  assert.equal(otherwise.checked.conflict, 1)
})

test('undoing an import voids its balances and reverses deposits', async () => {
  const { id } = await bring([
    { 客户: '宏远数码', 类型: '期初应收', 发生日期: '2025-10-31', 金额: '80' },
    { 客户: '宏远数码', 类型: '期初押金', 发生日期: '2025-10-31', 金额: '90' },
  ])
  const { data } = await finance.post(`/api/record-imports/${id}/undo`, {})
  assert.deepEqual([data.state, data.counts.undone], ['undone', 2])
  const bills = await db
    .selectFrom('customerBill')
    .select(['status', 'receivedCents'])
    .where('issuedOn', '=', '2025-10-31')
    .execute()
  assert.deepEqual(bills, [
    { status: 'void', receivedCents: 0 },
    { status: 'void', receivedCents: 0 },
  ])
})

test('after a month is closed, opening balances cannot change, but receipts in open months are accepted', async () => {
  const { id, version } = await open({ onDay: '2026-01-20', amountCents: 900 })
  await sql`insert into monthly_financial (company_code, month_on, status, snapshot_no, closed_at, closed_by, created_at,
      updated_at) values ('001', '2026-03-01', 'closed', 1, now(), 1, now(), now())`.execute(db)
  const refused = await finance.post(URL, { ...owed, onDay: '2026-01-21' })
  assert.equal(refused.body.errorCode, 'PERIOD_CLOSED')
  const voided = await finance.post(url(id, '/void'), { version, reason: '录错' })
  assert.equal(voided.body.errorCode, 'PERIOD_CLOSED')
  const receipt = { onDay: '2026-05-19', amountCents: 900, method: 'cash' }
  assert.equal((await finance.post(url(id, '/receipts'), receipt)).data.status, 'paid')
  await sql`update monthly_financial set status = 'open', snapshot_no = 0, closed_at = null, closed_by = null`.execute(
    db,
  )
})
