import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { WarningStatus } from '#reporting/warnings/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { rowsByLabel as shownIn } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')

/** The tables with a foreign key to `customer`; a new one must be added to one of the two lists. */
const MOVES = [
  'store',
  'customer_note',
  'follow_up',
  'churn_record',
  'customer_bill',
  'warning_threshold',
  'figure_question',
  'reimbursement_item',
]
/** History, which does not move: former owners, evaluated weeks, earlier merges, and the row itself. */
const STAYS = ['customer_owner', 'customer_week', 'customer_merge', 'customer']

test('every table with a foreign key to customer either moves with a merge or is history', async () => {
  const { rows } = await sql<{ place: string }>`select distinct conrelid::regclass::text as place
    from pg_constraint where contype = 'f' and confrelid = 'customer'::regclass`.execute(db)
  assert.deepEqual(rows.map(({ place }) => place).sort(), [...MOVES, ...STAYS].sort())
})

const AT = new Date('2026-05-18T01:00:00Z')

async function insertWeek(customerId: number, weekOn: string): Promise<void> {
  const figures = { expected: 7, reported: 7, volumeOf: [], comparedStores: 1, score: 10 }
  const row = { customerId, weekOn, companyCode: '001', ...figures, riskParts: '[]', scoreVersion: 1 }
  await db.insertInto('customerWeek').values(row).execute()
}

async function insertWarning(
  customerId: number,
  weekOn: string,
  status: WarningStatus = 'pending',
): Promise<number> {
  const found = { kind: 'fall' as const, level: 'red' as const, value: -5000, status }
  const row = { companyCode: '001', customerId, weekOn, ...found, createdAt: AT, updatedAt: AT }
  return (await db.insertInto('warning').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const customerOf = async (
  table: 'warning' | 'warningThreshold' | 'figureQuestion' | 'reimbursementItem',
  id: number,
) =>
  (await db.selectFrom(table).select('customerId').where('id', '=', id).executeTakeFirstOrThrow()).customerId

test('a merge moves and counts warnings, thresholds, questions and costs, and an undo moves them back', async () => {
  const other = (await as('sales').post('/api/customers', { name: '晨曦布艺' })).data
  const [sharedWeek, otherWeek] = ['2026-05-04', '2026-05-11']
  await insertWeek(chenxi, sharedWeek)
  await insertWeek(other.id, sharedWeek)
  await insertWeek(other.id, otherWeek)
  await insertWarning(chenxi, sharedWeek)
  const same = await insertWarning(other.id, sharedWeek)
  const open = await insertWarning(other.id, otherWeek)
  const limits = { companyCode: '001', customerId: other.id, nearBp: 8000, createdAt: AT, updatedAt: AT }
  const { id: threshold } = await db
    .insertInto('warningThreshold')
    .values(limits)
    .returning('id')
    .executeTakeFirstOrThrow()
  const createdQuestion = await as('admin').post('/api/figure-questions', {
    subject: 'customer',
    id: other.id,
    metric: 'volume',
    from: '2026-05-17',
    to: '2026-05-17',
    place: '/daily-customer-report',
    shownValue: 12,
    question: '比平台少一半',
  })
  assert.equal(createdQuestion.status, 200, createdQuestion.body.errorMessage)
  const cost = { category: 'hospitality', onDay: '2026-05-18', amountCents: 900, target: 'customer' }
  const claim = { month: '2026-05', title: '招待', items: [{ ...cost, customerId: other.id }] }
  assert.equal((await as('sales').post('/api/reimbursement-bills', claim)).status, 200)
  const { id: item } = await db.selectFrom('reimbursementItem').select('id').executeTakeFirstOrThrow()

  const preview = (await as('sales').get(`/api/customers/${chenxi}/merge?otherId=${other.id}`)).data
  const counted = { warnings: 1, thresholds: 1, questions: 1, claimItems: 1 }
  assert.deepEqual({ ...preview.moved, ...counted }, preview.moved)
  const { version: keptVersion } = preview.kept
  const both = { version: keptVersion, otherId: other.id, otherVersion: other.version }
  assert.equal((await as('sales').post(`/api/customers/${chenxi}/merge`, both)).status, 200)
  const whose = async () => [
    await customerOf('warning', open),
    await customerOf('warningThreshold', threshold),
    await customerOf('figureQuestion', createdQuestion.data.id),
    await customerOf('reimbursementItem', item),
  ]
  assert.deepEqual(await whose(), [chenxi, chenxi, chenxi, chenxi])
  assert.equal(await customerOf('warning', same), other.id, 'the kept customer has one of that week and kind')
  const listed = (await as('admin').get(`/api/warnings?week=${otherWeek}`)).data.items
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [open],
  )

  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  assert.deepEqual({ ...line.moved, ...counted }, line.moved)
  const question = { version: createdQuestion.data.version + 1, outcome: 'right', answer: '核对过，平台延迟' }
  const answered = await as('admin').post(`/api/figure-questions/${createdQuestion.data.id}/answer`, question)
  assert.equal(answered.status, 200, answered.body.errorMessage)
  const undo = () => as('sales').post(`/api/customer-merges/${line.id}/undo`)
  assert.deepEqual((await undo()).data.changed, [
    { kind: 'questions', id: createdQuestion.data.id, name: '比平台少一半' },
  ])
  const { version } = await db
    .selectFrom('customerMerge')
    .select(sql<number>`(moved->'questions'->0->>'version')::int`.as('version'))
    .where('id', '=', line.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('figureQuestion').set({ version }).where('id', '=', createdQuestion.data.id).execute()
  const askFirst = () => as('sales').get(`/api/customer-merges/${line.id}/undo/consequences`)
  const shown = shownIn((await askFirst()).data)
  assert.deepEqual(await whose(), [chenxi, chenxi, chenxi, chenxi], 'nothing is written')
  assert.deepEqual(
    [shown.恢复为单独的客户, shown.移回去的未了结的预警, shown.移回去的报销明细],
    ['晨曦布艺', 1, 1],
  )
  const undone = await undo()
  assert.equal(undone.status, 200, undone.body.errorMessage)
  assert.deepEqual(await whose(), [other.id, other.id, other.id, other.id])
  const weeks = await db
    .selectFrom('customerWeek')
    .select('weekOn')
    .where('customerId', '=', chenxi)
    .execute()
  assert.deepEqual(weeks, [{ weekOn: sharedWeek }], 'the copied week has gone')
})

test('the consequences of an undo contain the balances of both customers for users who charge customers', async () => {
  const other = (await as('sales').post('/api/customers', { name: '晨曦窗帘' })).data
  await createIssuedBill(as('finance'), other.id, 4_200)
  const { version } = (await as('sales').get(`/api/customers/${chenxi}`)).data
  const { version: otherVersion } = (await as('sales').get(`/api/customers/${other.id}`)).data
  const both = { version, otherId: other.id, otherVersion }
  const merged = await as('sales').post(`/api/customers/${chenxi}/merge`, both)
  assert.equal(merged.status, 200, merged.body.errorMessage)
  const [line] = (await as('sales').get(`/api/customers/${chenxi}/merges`)).data.items
  const path = `/api/customer-merges/${line.id}/undo`
  const owed = async (id: number) => (await as('finance').get(`/api/customers/${id}`)).data.receivableCents
  const before = await owed(chenxi)
  const shown = shownIn((await as('finance').get(`${path}/consequences`)).data)
  const plain = shownIn((await as('sales').get(`${path}/consequences`)).data)
  assert.equal((await as('sales').post(path)).status, 200)
  assert.deepEqual(shown.杭州晨曦家居有限公司的应收, [before, await owed(chenxi)])
  assert.deepEqual(shown.晨曦窗帘的应收, [0, await owed(other.id)])
  assert.deepEqual([shown.移回去的账单, plain.移回去的账单, plain.晨曦窗帘的应收], [1, 1, undefined])
})
