import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { item } from '#finance/reimbursement-bills/testClaims.ts'
import { createdRecord } from '#testing/testHidden.ts'
import { importWorld } from '#testing/testImports.ts'
import { makeOutOfReach } from '#testing/testOutOfReach.ts'
import type { ExplainedEntity, Verdict } from './contract.ts'

const world = await importWorld()
const { as, db } = world

const LISTS = {
  churn: '/api/churn-records',
  warning: '/api/warnings',
  worklog: '/api/worklogs',
  'customer-bill': '/api/customer-bills',
  reimbursement: '/api/reimbursement-bills',
} as const satisfies Partial<Record<ExplainedEntity, string>>
type DocumentKind = keyof typeof LISTS
const documentKinds = Object.keys(LISTS) as DocumentKind[]

/** One record of each kind from another team and customer; for logs and claims, also those of head and agent. */
const recordIds: Record<DocumentKind, number[]> = {
  churn: [],
  warning: [],
  worklog: [],
  'customer-bill': [],
  reimbursement: [],
}

before(async () => {
  const hidden = await makeOutOfReach(world)
  for (const kind of documentKinds) recordIds[kind].push(Number(hidden[LISTS[kind]]?.id))
  const log = { on: '2026-05-18', shift: 'morning', summary: '咨询平稳', hours: 8, submit: true }
  const claim = { month: '2026-05', title: '差旅', items: [item({ what: '打车' })] }
  for (const who of ['agent', 'head']) {
    recordIds.worklog.push(Number(createdRecord(await as(who).post('/api/worklogs', log)).id))
    recordIds.reimbursement.push(
      Number(createdRecord(await as(who).post('/api/reimbursement-bills', claim)).id),
    )
  }
})

const people = await db.selectFrom('staff').select(['id', 'username']).execute()
const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? 0

async function verdictsOf(
  entity: DocumentKind,
  recordId: number | undefined,
  staffId: number,
): Promise<Verdict[]> {
  const query = `entity=${entity}&recordId=${recordId}&staffId=${staffId}`
  const { status, data } = await as('admin').get(`/api/access-explanations?${query}`)
  assert.equal(status, 200, query)
  return data.verdicts
}

test('the verdict on reading a record matches the API, for every person', async () => {
  let checked = 0
  for (const kind of documentKinds) {
    for (const id of recordIds[kind]) {
      for (const { id: staffId, username } of people) {
        const [reading] = await verdictsOf(kind, id, staffId)
        const { status } = await as(username).get(`${LISTS[kind]}/${id}`)
        assert.equal(reading?.allowed, status === 200, `${username} ${kind} ${id}`)
        checked += 1
      }
    }
  }
  assert.ok(checked >= 9 * people.length)
})

test('the verdict on reviewing a log matches mayReview of the log', async () => {
  for (const id of recordIds.worklog) {
    for (const { id: staffId, username } of people) {
      const { status, data } = await as(username).get(`/api/worklogs/${id}`)
      const review = (await verdictsOf('worklog', id, staffId)).find(({ act }) => act === 'review')
      assert.equal(review?.allowed, status === 200 && data.mayReview, `${username} ${id}`)
    }
  }
})

test('the verdict names the deciding fact', async () => {
  const because = async (entity: DocumentKind, at: number, username: string, action: string) =>
    (await verdictsOf(entity, recordIds[entity].at(at), idOf(username))).find((one) => one.act === action)
      ?.because
  assert.equal(await because('worklog', 1, 'agent', 'read'), 'assigned')
  assert.equal(await because('worklog', 1, 'agent2', 'read'), 'notOwn')
  assert.equal(await because('worklog', 1, 'head', 'review'), 'team')
  assert.equal(await because('worklog', 1, 'head2', 'review'), 'notTeam')
  assert.equal(await because('worklog', 2, 'head', 'review'), 'selfReview')
  assert.equal(await because('reimbursement', 1, 'agent', 'read'), 'assigned')
  assert.equal(await because('reimbursement', 1, 'head', 'read'), 'notOwn')
  assert.equal(await because('reimbursement', 1, 'finance', 'review'), 'company')
  assert.equal(await because('churn', 0, 'sales2', 'update'), 'owner')
  assert.equal(await because('churn', 0, 'head', 'read'), 'notTeam')
  assert.equal(await because('warning', 0, 'head2', 'handle'), 'team')
  assert.equal(await because('warning', 0, 'sales2', 'handle'), 'noPermission')
  assert.equal(await because('customer-bill', 0, 'admin2', 'update'), 'otherCompany')
})

test('an admin of another company gets 404', async () => {
  for (const kind of documentKinds) {
    const query = `entity=${kind}&recordId=${recordIds[kind][0]}&staffId=${idOf('admin2')}`
    assert.equal((await as('admin2').get(`/api/access-explanations?${query}`)).status, 404, kind)
  }
})
