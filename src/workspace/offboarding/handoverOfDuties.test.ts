import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { HandoverItem } from './contract.ts'
import { assertNoOpenDuty, unlistedForeignKeys } from './testOpenDuties.ts'

const { as, db } = await testApp(seedWorld)
const { staffId, storeId, customerId } = idsIn(db)
const TODAY = '2026-05-19'
const AT = new Date('2026-05-18T01:00:00Z')

const leave = async (username: string, choices: object[], more: object = {}) => {
  const id = await staffId(username)
  const { version } = (await as('admin').get(`/api/staff/${id}`)).data
  return as('admin').post(`/api/staff/${id}/leave`, { version, leftOn: TODAY, choices, ...more })
}

const handoverOf = async (id: number) =>
  (await as('admin').get(`/api/staff/${id}/handover`)).data.items as HandoverItem[]

/** Choices for all items: `successors` contains the successor per kind; other kinds end. */
const choicesFor = (items: HandoverItem[], successors: Partial<Record<HandoverItem['kind'], number>>) =>
  [...new Set(items.map(({ kind }) => kind))].map((kind) => ({ kind, toId: successors[kind] ?? null }))

const claimBy = async (who: string, fields: object = {}) => {
  const item = { category: 'transport', onDay: '2026-05-18', amountCents: 12_350, target: 'common' }
  const body = { month: '2026-05', title: '五月交通', items: [item], ...fields }
  return (await as(who).post('/api/reimbursement-bills', body)).data
}

const claimRow = (id: number) =>
  db.selectFrom('reimbursementBill').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function insertLog(username: string, onDay: string, status: 'draft' | 'returned') {
  const reviewed = { reviewedAt: AT, reviewedBy: await staffId('admin'), reviewNote: '少写了一家店' }
  const row = { companyCode: '001', staffId: await staffId(username), onDay, shift: 'morning', status }
  await db
    .insertInto('worklog')
    .values({ ...row, ...(status === 'returned' && { ...reviewed, wasReturned: true }) })
    .execute()
}

async function insertWarning(handler: string) {
  const week = { customerId: await customerId('宏远数码'), weekOn: '2026-05-11', companyCode: '001' }
  const figures = { expected: 7, reported: 7, volumeOf: [], comparedStores: 1, score: 10 }
  const scored = { riskParts: '[]', scoreVersion: 1 }
  await db
    .insertInto('customerWeek')
    .values({ ...week, ...figures, ...scored } as never)
    .execute()
  const warning = {
    kind: 'fall' as const,
    level: 'red' as const,
    value: -5000,
    status: 'handling' as const,
    createdAt: AT,
    updatedAt: AT,
  }
  const row = { ...week, ...warning, handlerId: await staffId(handler) }
  return (await db.insertInto('warning').values(row).returning('id').executeTakeFirstOrThrow()).id
}

test('every foreign key to staff is listed as an open duty or as history', async () => {
  assert.deepEqual(await unlistedForeignKeys(db), { unknown: [], gone: [] })
})

test('when a head leaves, questions, warnings and views are handed over, drafts and plans end, and no open duty remains', async () => {
  const head = await staffId('head')
  const head2 = await staffId('head2')
  const store = await storeId('晨曦家居旗舰店')
  const createdQuestion = await as('admin').post('/api/figure-questions', {
    subject: 'store',
    id: store,
    metric: 'volume',
    from: '2026-05-17',
    to: '2026-05-17',
    place: '/daily-store-report',
    shownValue: 12,
    question: '比平台少一半',
  })
  assert.equal(createdQuestion.status, 200, JSON.stringify(createdQuestion.body))
  const warning = await insertWarning('head')
  const layout = { dense: false, shown: {}, order: [], pins: {} }
  const view = { list: 'list.stores', name: '本组在服', scope: 'team', query: 'status=serving', look: layout }
  const savedView = await as('head').post('/api/saved-views', view)
  assert.equal(savedView.status, 200, JSON.stringify(savedView.body))
  const daily = { viewId: savedView.data.id, every: 'day', hour: 9 }
  assert.equal((await as('head').post('/api/subscriptions', daily)).status, 200)
  await insertLog('head', '2026-05-18', 'draft')
  await insertLog('head', '2026-05-15', 'returned')
  const draft = await claimBy('head')
  const returned = await claimBy('head')
  const submitted = (
    await as('head').post(`/api/reimbursement-bills/${returned.id}/submit`, { version: returned.version })
  ).data
  const back = { version: submitted.version, note: '发票不清楚' }
  assert.equal((await as('finance').post(`/api/reimbursement-bills/${returned.id}/return`, back)).status, 200)
  await db
    .insertInto('rosterShift')
    .values({ staffId: head, onDay: '2026-05-22', shift: 'morning', companyCode: '001', createdAt: AT })
    .execute()
  const edit = { companyCode: '001', entity: 'staff' as const, changes: '{}', createdAt: AT, createdBy: head }
  const half = { ...edit, state: 'running' as const, runAt: AT }
  const [, begun] = await db
    .insertInto('bulkEdit')
    .values([{ ...edit, runAt: null, state: 'ready' }, half])
    .returning('id')
    .execute()
  const ready = { state: 'ready' as const }
  const row = { bulkEditId: begun?.id ?? 0, position: 1, recordId: 1, name: 'x', ...ready }
  await db.insertInto('bulkEditRow').values(row).execute()
  const sheet = { companyCode: '001', entity: 'staff' as const, fileName: '员工.xlsx', headers: '[]' }
  await db
    .insertInto('recordImport')
    .values({ ...sheet, ...ready, createdAt: AT, createdBy: head })
    .execute()

  const items = await handoverOf(head)
  const counted = Object.fromEntries(
    [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]),
  )
  assert.deepEqual(counted, {
    store: 2,
    member: 2,
    question: 1,
    warning: 1,
    view: 1,
    worklog: 2,
    claim: 2,
    bulkEdit: 2,
    recordImport: 1,
  })

  const successors = { store: head2, member: head2, question: head2, warning: head2, view: head2 }
  const refusedLeave = await leave('head', [...choicesFor(items, successors), { kind: 'claim', toId: head2 }])
  assert.equal(refusedLeave.body.errorCode, 'WRONG_STATE', 'nobody hands a claim in for somebody else')
  const toSales = await leave('head', choicesFor(items, { ...successors, warning: await staffId('sales') }))
  assert.equal(toSales.body.errorMessage, '预警只能交给能处理预警的人：管理员、财务或组长。')
  const done = await leave('head', choicesFor(items, successors))
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await assertNoOpenDuty(db, head)

  const openQuestions = await as('head2').get('/api/figure-questions?toAnswer=true&status=open')
  assert.deepEqual(
    openQuestions.data.items.map(({ question }: { question: string }) => question),
    ['比平台少一半'],
  )
  const events = await db.selectFrom('warningEvent').selectAll().where('warningId', '=', warning).execute()
  assert.deepEqual(
    events.map(({ status, note }) => [status, note]),
    [['handling', '离职交接']],
  )
  const views = (await as('head2').get('/api/saved-views')).data
  assert.ok(views.some(({ name }: { name: string }) => name === '本组在服'))
  for (const { id } of [draft, returned]) {
    const { status, note, decidedBy } = await claimRow(id)
    assert.deepEqual(
      [status, note, decidedBy],
      ['rejected', '离职时没有完成，已作废。', await staffId('admin')],
    )
  }
  const halfRow = await db
    .selectFrom('bulkEditRow')
    .selectAll()
    .where('bulkEditId', '=', row.bulkEditId)
    .execute()
  assert.deepEqual(
    halfRow.map(({ state }) => state),
    ['skipped'],
  )
})

test('when finance leaves, claims without another reviewer of that level go to the admins, and stand-ins end', async () => {
  const finance = await staffId('finance')
  const { id, version } = await claimBy('sales')
  assert.equal((await as('sales').post(`/api/reimbursement-bills/${id}/submit`, { version })).status, 200)
  const days = { fromOn: '2026-05-18', toOn: '2026-06-10' }
  const company = { companyCode: '001', createdAt: AT }
  const admin = await staffId('admin')
  await db
    .insertInto('reimbursementStandIn')
    .values([
      { ...company, ...days, staffId: finance, standInId: admin },
      { ...company, ...days, fromOn: '2026-06-01', staffId: admin, standInId: finance },
    ])
    .execute()
  const items = await handoverOf(finance)
  assert.deepEqual(
    items.map(({ kind, status }) => [kind, status]),
    [
      ['decision', null],
      ['standIn', 'absent'],
      ['standIn', 'standsIn'],
    ],
  )
  assert.equal((await leave('finance', choicesFor(items, {}))).status, 200)
  await assertNoOpenDuty(db, finance)
  assert.deepEqual((await claimRow(id)).levels, ['admin'])
  const mine = await as('admin').get('/api/reimbursement-bills?status=toDecide')
  assert.deepEqual(
    mine.data.items.map((claim: { id: number }) => claim.id),
    [id],
  )
  const notices = await db.selectFrom('notice').select('title').where('staffId', '=', admin).execute()
  assert.ok(notices.some(({ title }) => (title as { sentence: string }).sentence.includes('不再为您代审')))
})

test('a claim submitted before its author left can be decided but not returned', async () => {
  const { id, version } = await claimBy('sales2')
  await as('sales2').post(`/api/reimbursement-bills/${id}/submit`, { version })
  const items = await handoverOf(await staffId('sales2'))
  assert.equal((await leave('sales2', choicesFor(items, { customer: await staffId('sales') }))).status, 200)
  const claim = (await as('admin').get(`/api/reimbursement-bills/${id}`)).data
  const refused = await as('admin').post(`/api/reimbursement-bills/${id}/return`, {
    version: claim.version,
    note: '缺发票',
  })
  assert.deepEqual(
    [refused.status, refused.body.errorMessage],
    [409, '申请人已离职，退回后没有人能修改。请通过（可以核减金额），或驳回。'],
  )
  assert.equal(
    (await as('admin').post(`/api/reimbursement-bills/${id}/approve`, { version: claim.version })).status,
    200,
  )
})
