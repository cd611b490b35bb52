import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill, startService } from '#testing/testBills.ts'
import { adminOf, closingsOf, deleteClosings } from '#testing/testClosing.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { beginBooks, idsIn, seedWorld } from '#testing/testWorld.ts'
import type { MonthPage } from './contract.ts'

const world = await testApp(seedWorld)
const { as, db } = world
await beginBooks(db, '2026-04')
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
await startService(db, await idsIn(db).storeId('星澜美妆'), { model: 'fixed', monthlyCents: 300_000 })
const finance = as('finance')
const bill = await createIssuedBill(finance, chenxi, 10_000, { month: '2026-04' })
await finance.post(`/api/customer-bills/${bill.id}/receipts`, {
  onDay: '2026-04-30',
  amountCents: 4_000,
  method: 'bank',
  beforeIssue: true,
})
const { url, get, close, waiveAll } = closingsOf(world)
const MONTH = '2026-04'

beforeEach(() => deleteClosings(db))

const readConsequences = (who: string, step: 'close' | 'reopen') =>
  as(who).get(url(MONTH, `/${step}/consequences?companyCode=001`))
const sheets = async () =>
  (await db.selectFrom('payrollMonth').select('staffId').where('monthOn', '=', `${MONTH}-01`).execute())
    .length

test('the preview of closing shows the result, record counts and pay that the closing stores', async () => {
  const answer = await readConsequences('admin', 'close')
  assert.equal(answer.status, 200, answer.body.errorMessage)
  assert.deepEqual([(await get('admin', MONTH)).status, await sheets()], ['open', 0], 'nothing is written')
  const shown = rowsByLabel(answer.data)
  const closed = await close('admin', MONTH, { seal: answer.data.seal })
  const page: MonthPage = closed.data
  assert.equal(closed.status, 200, closed.body.errorMessage)
  const { netCents, revenueCents, cashCents } = page.sums
  assert.deepEqual(
    [shown.净利, shown.应计收入, shown.现金收款, shown.快照版本],
    [netCents, revenueCents, cashCents, page.snapshotNo],
  )
  assert.deepEqual([shown.已出账的账单, shown.收款和付款, shown.员工工资], [1, 1, await sheets()])
  assert.equal(shown.写明理由豁免的事项, page.steps[0]?.waived.length)
  assert.equal(page.steps[0]?.hash, answer.data.seal)
})

test('a month whose result changed after the preview is not closed', async () => {
  const { seal } = (await readConsequences('admin', 'close')).data
  const late = await createIssuedBill(finance, chenxi, 2_500, { month: MONTH })
  const refused = await close('admin', MONTH, { seal })
  assert.deepEqual(
    [refused.status, refused.body.errorMessage],
    [409, '这个月的数字在您查看之后变了，没有结账；请核对新的结果，再结账。'],
  )
  assert.equal(
    (await close('admin', MONTH, { seal: (await readConsequences('admin', 'close')).data.seal })).status,
    200,
  )
  await deleteClosings(db)
  await finance.post(`/api/customer-bills/${late.id}/void`, { version: late.version, reason: '多开' })
})

test('the preview of a month that cannot be closed returns the error', async () => {
  const early = await as('admin').get(url('2026-05', '/close/consequences'))
  assert.deepEqual([early.status, early.body.errorMessage], [409, '上个月还没有结账，请先结上个月。'])
})

test('the preview of reopening lists the records that become editable, and whether a second admin must confirm', async () => {
  await close('admin', MONTH)
  const sheetCount = await sheets()
  const alone = rowsByLabel((await readConsequences('admin', 'reopen')).data)
  assert.deepEqual(
    [alone.生效, alone.已出账的账单, alone.员工工资, alone.快照版本],
    ['立即', 1, sheetCount, 1],
  )
  const second = await adminOf(db, '001', 'yuanlang')
  assert.equal(rowsByLabel((await readConsequences('admin', 'reopen')).data).生效, '另一位管理员确认后')
  const { version } = await get('admin', MONTH)
  await as('admin').post(url(MONTH, '/reopen'), { companyCode: '001', version, reason: '漏了账单' })
  assert.equal(rowsByLabel((await readConsequences(second, 'reopen')).data).生效, '立即')
  assert.equal((await get('admin', MONTH)).status, 'closed', 'nothing is written')
  assert.ok((await waiveAll('admin', MONTH)).length > 0)
})

test('an open month has no preview of reopening, and users of other roles or companies get no preview', async () => {
  assert.equal((await readConsequences('admin', 'reopen')).body.errorCode, 'WRONG_STATE')
  assert.equal((await readConsequences('finance', 'close')).status, 403)
  assert.equal((await readConsequences('admin2', 'close')).status, 404)
})
