import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimsOf, item, PAYMENT } from './testClaims.ts'

const CARD = '6222020200112233445'
const world = await testApp(async (db, hash) => {
  await seedWorld(db, hash)
  await db.updateTable('staff').set({ payeeBank: '招商银行', payeeCard: CARD }).execute()
})
const { as, db } = world
const { path, draft, read, step, submitted } = claimsOf(world)

const codeOf = (answer: { body: { errorCode?: string } }) => answer.body.errorCode

test('a claim goes from draft to payment, with an audit line per step', async () => {
  const { id, code, status, totalCents } = await draft('agent', [item(), item({ amountCents: 5_000 })])
  assert.match(code, /^BX20260519\d{4}$/)
  assert.deepEqual([status, totalCents], ['draft', 17_350])
  const handedIn = await step('agent', id, 'submit')
  assert.deepEqual([handedIn.data.status, handedIn.data.levels], ['submitted', ['finance']])
  assert.equal(handedIn.data.payeeCard, '**** 3445')

  const [first] = handedIn.data.items
  const approved = await step('finance', id, 'approve', {
    items: [{ id: first.id, approvedCents: 10_000 }],
    note: '超标部分不报',
  })
  assert.deepEqual([approved.data.status, approved.data.approvedCents], ['approved', 15_000])
  assert.equal(approved.data.mayPay, false, 'who approved leaves the payout to somebody else')
  assert.equal(codeOf(await step('finance', id, 'pay', PAYMENT)), 'FORBIDDEN')

  const paid = await step('admin', id, 'pay', PAYMENT)
  assert.deepEqual(
    [paid.data.status, paid.data.paidByName, paid.data.paidByApprover],
    ['paid', '林知远', false],
  )
  for (const verb of ['approve', 'withdraw', 'submit'])
    assert.notEqual((await step(verb === 'approve' ? 'finance' : 'agent', id, verb)).status, 200, verb)
  const log = (await as('agent').get(`/api/audit-logs?entity=reimbursement&recordId=${id}`)).data
  assert.deepEqual(
    log.items.map(({ action }: { action: string }) => action),
    ['pay', 'approve', 'submit', 'create'],
  )
  const notices = (await as('agent').get('/api/notices')).data.items
  assert.equal(notices.filter(({ kind }: { kind: string }) => kind === 'claimDecided').length, 2)
})

test('an untouched draft is reused, an edited one is not', async () => {
  const begin = async (who: string, title: string) =>
    (await as(who).post(path, { month: '2026-05', title })).data
  const first = await begin('agent', '5 月报销')
  const again = await begin('agent', '出差')
  assert.deepEqual([again.id, again.code, again.title], [first.id, first.code, '出差'])
  assert.notEqual((await begin('head', '5 月报销')).id, first.id, 'everybody has an own one')
  await as('agent').patch(`${path}/${first.id}`, { version: again.version, items: [item()] })
  assert.notEqual((await begin('agent', '5 月报销')).id, first.id)
})

test('nobody decides on or pays their own claim, by any route', async () => {
  const id = await submitted('finance')
  assert.deepEqual((await read('finance', id)).levels, ['admin'], 'the applicant is skipped')
  for (const [verb, more] of [
    ['approve', {}],
    ['return', { note: '自己退回' }],
    ['reject', { note: '自己驳回' }],
    ['pay', PAYMENT],
  ] as const)
    assert.equal(codeOf(await step('finance', id, verb, more)), 'FORBIDDEN', verb)
  const { version } = await read('finance', id)
  const many = await as('finance').post(`${path}/approve`, { claims: [{ id, version }] })
  assert.equal(many.data.results[0].problem, '自己的报销单由别人审核。')

  await step('admin', id, 'approve')
  assert.equal(codeOf(await step('finance', id, 'pay', PAYMENT)), 'FORBIDDEN')
  const now = (await read('finance', id)).version
  const paying = await as('finance').post(`${path}/pay`, { claims: [{ id, version: now }], ...PAYMENT })
  assert.equal(paying.data.results[0].problem, '自己的报销单由别人打款。')
  assert.equal(codeOf(await as('finance').post(`${path}/bank-file`, { ids: [id] })), 'WRONG_STATE')

  // No other person of the company can pay it, so the approver does, and the claim says so.
  const paid = await step('admin', id, 'pay', PAYMENT)
  assert.deepEqual([paid.data.status, paid.data.paidByApprover], ['paid', true])
})

test('a claim is returned, edited and submitted again; a rejected one is final', async () => {
  const id = await submitted('agent')
  assert.equal((await step('finance', id, 'return', {})).status, 400, 'a reason is needed')
  const returned = await step('finance', id, 'return', { note: '请补发票' })
  assert.deepEqual([returned.data.status, returned.data.note], ['returned', '请补发票'])
  const { version, items } = await read('agent', id)
  const mended = await as('agent').patch(`${path}/${id}`, {
    version,
    items: [{ ...item({ invoiceNo: '12345678' }), id: items[0].id }],
  })
  assert.equal(mended.data.items[0].invoiceNo, '12345678')
  assert.equal((await step('agent', id, 'submit')).data.status, 'submitted')
  const rejected = await step('finance', id, 'reject', { note: '不属于公司费用' })
  assert.deepEqual([rejected.data.status, rejected.data.decisions.length], ['rejected', 2])
  assert.equal(codeOf(await step('agent', id, 'submit')), 'WRONG_STATE')
})

test('only the applicant can withdraw a claim, and only before the decision', async () => {
  const id = await submitted('agent')
  assert.equal(codeOf(await step('admin', id, 'withdraw')), 'FORBIDDEN')
  assert.equal((await step('agent', id, 'withdraw')).data.status, 'draft')
  assert.equal(codeOf(await step('agent', id, 'withdraw')), 'WRONG_STATE')
  assert.equal(codeOf(await step('finance', id, 'approve')), 'WRONG_STATE')
})

test('an invalid item is reported with its path', async () => {
  const { id, version } = await draft('agent')
  const wrong = async (more: object) =>
    (await as('agent').patch(`${path}/${id}`, { version, items: [item(more)] })).data.fields
  assert.deepEqual(Object.keys(await wrong({ amountCents: 0 })), ['items.0.amountCents'])
  assert.deepEqual(Object.keys(await wrong({ onDay: '2026-05-20' })), ['items.0.onDay'])
  assert.deepEqual(Object.keys(await wrong({ invoiceNo: '123' })), ['items.0.invoiceNo'])
  assert.deepEqual(Object.keys(await wrong({ target: 'store' })), ['items.0.storeId'])
  const stores = await db.selectFrom('store').select(['id', 'name']).execute()
  const storeId = (name: string) => stores.find((store) => store.name === name)?.id
  const foreign = item({ target: 'store', storeId: storeId('宏远数码京东自营店') })
  assert.equal((await as('agent').patch(`${path}/${id}`, { version, items: [foreign] })).status, 404)
  const storeItem = item({ target: 'store', storeId: storeId('晨曦家居旗舰店') })
  const saved = await as('agent').patch(`${path}/${id}`, { version, items: [storeItem] })
  assert.equal(saved.data.items[0].targetName, '晨曦家居旗舰店')
  assert.equal(
    (await as('agent').patch(`${path}/${id}`, { version, items: [storeItem] })).body.errorCode,
    'STALE',
  )
})

test('an empty claim cannot be submitted, and an approval cannot reduce it to zero', async () => {
  const { id } = await draft('agent', [])
  assert.equal((await step('agent', id, 'submit')).status, 400)
  const other = await submitted('agent')
  const { items } = await read('finance', other)
  const none = await step('finance', other, 'approve', { items: [{ id: items[0].id, approvedCents: 0 }] })
  assert.equal(none.status, 400)
})

test('a claim is visible to its applicant and the reviewers of the company only', async () => {
  const id = await submitted('agent')
  for (const who of ['agent', 'finance', 'admin'])
    assert.equal((await as(who).get(`${path}/${id}`)).status, 200, who)
  for (const who of ['head', 'agent2', 'sales', 'admin2', 'sales-b']) {
    assert.equal((await as(who).get(`${path}/${id}`)).status, 404, who)
    assert.equal((await as(who).post(`${path}/${id}/submit`, { version: 1 })).status, 404, who)
  }
  const salesList = (await as('sales').get(`${path}?pageSize=100`)).data
  assert.ok(salesList.items.every(({ mine }: { mine: boolean }) => mine))
  const foreign = (await as('admin2').get(`${path}?pageSize=100`)).data
  assert.deepEqual(foreign.items, [])
})

test('the counts of pending claims equal their lists', async () => {
  await submitted('head')
  const { data } = await as('finance').get(`${path}?status=toDecide&pageSize=100`)
  assert.equal(data.total, data.sums.toDecide.count)
  assert.equal(data.items.length, data.total)
  assert.ok(data.total > 0 && data.items.every(({ mayDecide }: { mayDecide: boolean }) => mayDecide))
  const all = (await as('finance').get(`${path}?pageSize=100`)).data.items
  assert.equal(all.filter(({ mayDecide }: { mayDecide: boolean }) => mayDecide).length, data.total)
  const pay = (await as('admin').get(`${path}?status=toPay&pageSize=100`)).data
  const payable = (await as('admin').get(`${path}?pageSize=100`)).data.items
  assert.equal(payable.filter(({ mayPay }: { mayPay: boolean }) => mayPay).length, pay.total)
  const home = (await as('finance').get('/api/home')).data.work
  assert.equal(home.find(({ key }: { key: string }) => key === 'claimsToDecide')?.count, data.total)
})

test('a claim of the only reviewer of a company is decided at the headquarters', async () => {
  const id = await submitted('admin2')
  assert.equal(codeOf(await step('admin2', id, 'approve')), 'FORBIDDEN')
  assert.equal((await step('admin', id, 'approve')).data.status, 'approved')
  assert.equal((await step('admin', id, 'pay', PAYMENT)).data.paidByApprover, true)
})

test('the payment file contains full card numbers of payable claims, and the log names the person who took it', async () => {
  const id = await submitted('agent')
  const pending = await submitted('agent')
  await step('finance', id, 'approve')
  const { data } = await as('admin').post(`${path}/bank-file`, { ids: [id, pending] })
  assert.deepEqual([data.count, data.cents, data.left.length], [1, 12_350, 1])
  assert.ok(data.content.startsWith('\uFEFF序号,收款人,收款账号') && data.content.includes(CARD))
  const { changes } = await db
    .selectFrom('audit')
    .select('changes')
    .where('action', '=', 'bank-file')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(changes, { cents: [null, 12_350], payout: [null, data.code] })
  assert.equal((await as('agent').post(`${path}/bank-file`, { ids: [id] })).status, 403)
  const savedRow = await db
    .selectFrom('reimbursementBill')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  assert.ok(!JSON.stringify(savedRow).includes(CARD), 'the card is sealed')
  const unsaid = await as('admin').post(`${path}/${id}/reveal`, { field: 'payeeCard' })
  assert.equal(unsaid.status, 400)
  const shown = await as('admin').post(`${path}/${id}/reveal`, { field: 'payeeCard', reason: '核对账号' })
  assert.equal(shown.data.value, CARD)
})
