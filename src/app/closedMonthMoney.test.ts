import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsOf, PAYMENT } from '#finance/reimbursement-bills/testClaims.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { assertClosed, assertDone, CLOSED, closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db, clock } = world
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
const finance = as('finance')
const { path: claims, read, step } = claimsOf(world)

const april = { month: CLOSED }
const bill = (id: number, verb = '') => `/api/customer-bills/${id}${verb}`
const receive = (id: number, onDay: string, amountCents = 1_000) =>
  finance.post(bill(id, '/receipts'), { onDay, amountCents, method: 'bank', beforeIssue: true })

test('a bill of a closed month cannot be created, edited, issued, voided or proposed', async () => {
  const draftBill = await createDraft(finance, chenxi, 10_000, april)
  const issuedBill = await createIssuedBill(finance, chenxi, 10_000, april)
  await closeMonth(db)
  const lines = [{ label: '迟到的一笔', qty: 1, priceCents: 100, taxRateBp: 600 }]
  const newBill = { customerId: chenxi, kind: 'adjustment', lines }
  assertClosed(await finance.post('/api/customer-bills', { ...newBill, ...april }), 'create')
  assertDone(await finance.post('/api/customer-bills', { ...newBill, month: '2026-05' }), 'create in May')
  const { version } = draftBill
  const changed = { version, reason: '改价', lines }
  assertClosed(await finance.patch(bill(draftBill.id), changed), 'edit')
  assertClosed(await finance.post(bill(draftBill.id, '/issue'), { version }), 'issue')
  const other = await createDraft(finance, chenxi, 10_000)
  const many = (await finance.post('/api/customer-bills/issue', { ids: [draftBill.id, other.id] })).data
    .results
  const problems = new Map(many.map(({ id, problem }: { id: number; problem: string }) => [id, problem]))
  assert.match(String(problems.get(draftBill.id)), /^2026-04 已结账/)
  assert.equal(problems.get(other.id), null)
  const reason = '开错了'
  assertClosed(
    await finance.post(bill(issuedBill.id, '/void'), { version: issuedBill.version, reason }),
    'void',
  )
  assertClosed(await finance.post('/api/customer-bills/propose', april), 'propose')
  // A draft was never counted, so it may be voided.
  assertDone(await finance.post(bill(draftBill.id, '/void'), { version, reason }), 'reject a draft')
  await openMonth(db)
})

test('an old bill can still be paid, refunded and invoiced; receipts count for their own day', async () => {
  clock.now = new Date('2026-05-02T04:00:00Z')
  const old = await createIssuedBill(finance, chenxi, 10_000, april)
  assertDone(await receive(old.id, '2026-05-01'), 'receipt of May')
  await closeMonth(db)
  assertClosed(await receive(old.id, '2026-04-30'), 'receipt of April')
  assertDone(await receive(old.id, '2026-05-02', 9_000), 'the rest in May')
  const paid = (await finance.get(bill(old.id))).data
  const invoice = { version: paid.version, invoiceNo: '12345678', invoiceType: 'general' }
  assertDone(await finance.post(bill(old.id, '/invoice'), invoice), 'invoice')
  const receipt = paid.receipts[0].id
  const back = (onDay: string) =>
    finance.post(bill(old.id, `/receipts/${receipt}/reverse`), { onDay, reason: '录错' })
  assertDone(await back('2026-05-02'), 'reversal in May')
  assertDone(await receive(old.id, '2026-05-02', paid.receipts[0].amountCents), 'again')
  const { version } = (await finance.get(bill(old.id))).data
  assertDone(
    await finance.post(bill(old.id, '/refund'), { version, amountCents: 500, reason: '退' }),
    'refund',
  )
  await openMonth(db)
})

test('a reversal dated in a closed month is refused', async () => {
  clock.now = new Date('2026-05-02T04:00:00Z')
  const old = await createIssuedBill(finance, chenxi, 10_000)
  assertDone(await receive(old.id, '2026-04-29'), 'receipt of April')
  await closeMonth(db)
  const receipt = (await finance.get(bill(old.id))).data.receipts[0].id
  const reverse = { onDay: '2026-04-30', reason: '录错' }
  assertClosed(await finance.post(bill(old.id, `/receipts/${receipt}/reverse`), reverse), 'reversal of April')
  await openMonth(db)
})

test('no debt is written off on a day of a closed month', async () => {
  clock.now = new Date('2026-04-20T04:00:00Z')
  const old = await createIssuedBill(finance, chenxi, 10_000, april)
  clock.now = new Date('2026-05-02T04:00:00Z')
  await closeMonth(db)
  const lost = { version: old.version, amountCents: 10_000, reason: '无法收回' }
  const writeOff = (onDay: string) => as('admin').post(bill(old.id, '/writeoff'), { ...lost, onDay })
  assertClosed(await writeOff('2026-04-30'), 'write-off of April')
  assertDone(await writeOff('2026-05-02'), 'write-off of May')
  await openMonth(db)
})

test('a claim of a closed month cannot be submitted or approved; a returned one may move to an open one', async () => {
  clock.now = new Date('2026-05-02T04:00:00Z')
  const items = [{ category: 'transport', onDay: '2026-04-28', amountCents: 12_300, target: 'common' }]
  const make = (month: string) => as('agent').post(claims, { month, title: '四月打车', items })
  const [written, handed, approved] = [await make(CLOSED), await make(CLOSED), await make(CLOSED)]
  assertDone(await step('agent', handed.data.id, 'submit'), 'submit before')
  assertDone(await step('agent', approved.data.id, 'submit'), 'submit before')
  assertDone(await step('finance', approved.data.id, 'approve'), 'approve before')
  await closeMonth(db)
  assertClosed(await make(CLOSED), 'create')
  assertDone(await make('2026-05'), 'April in May')
  assertClosed(await step('agent', written.data.id, 'submit'), 'submit')
  const { version } = written.data
  const edit = (more: object) => as('agent').patch(`${claims}/${written.data.id}`, { version, ...more })
  assertClosed(await edit({ title: '改个名字' }), 'edit')
  assertDone(await edit({ month: '2026-05', items: [{ ...items[0], amountCents: 1 }] }), 'another month')
  assertClosed(await step('finance', handed.data.id, 'approve'), 'approve')
  assertDone(await step('finance', handed.data.id, 'return', { note: '请改到五月' }), 'return')
  const early = await step('admin', approved.data.id, 'pay', { ...PAYMENT, paidOn: '2026-04-30' })
  assert.equal(early.body.errorMessage, '打款日期不能早于提交日期 2026-05-02。')
  assertDone(await step('admin', approved.data.id, 'pay', { ...PAYMENT, paidOn: '2026-05-02' }), 'pay in May')
  assert.equal((await read('agent', approved.data.id)).status, 'paid')
  await openMonth(db)
})
