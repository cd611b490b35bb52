import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimsOf, item } from './testClaims.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const { path, read, step, submitted } = claimsOf(world)

const codeOf = (answer: { body: { errorCode?: string } }) => answer.body.errorCode

test('from ¥5,000 an admin approves after finance; the amounts are set per company', async () => {
  const id = await submitted('sales', [item({ amountCents: 500_000 })])
  assert.deepEqual((await read('sales', id)).levels, ['finance', 'admin'])
  assert.equal(codeOf(await step('admin', id, 'approve')), 'FORBIDDEN', 'finance is first')
  const half = await step('finance', id, 'approve')
  assert.deepEqual([half.data.status, half.data.levels], ['submitted', ['admin']])
  const { items } = half.data
  const more = await step('admin', id, 'approve', { items: [{ id: items[0].id, approvedCents: 500_001 }] })
  assert.equal(codeOf(more), 'INVALID')
  assert.equal((await step('admin', id, 'approve')).data.status, 'approved')

  const rule = { adminFromCents: 100_000, itemLimitCents: 50_000, version: 0 }
  assert.equal((await as('finance').patch('/api/reimbursement-rules', rule)).status, 403)
  assert.equal((await as('admin').patch('/api/reimbursement-rules', rule)).data.version, 1)
  assert.equal(codeOf(await as('admin').patch('/api/reimbursement-rules', rule)), 'STALE')
  const smaller = await submitted('sales', [item({ amountCents: 100_000 })])
  const page = await read('sales', smaller)
  assert.deepEqual(page.levels, ['finance', 'admin'])
  assert.deepEqual(page.items[0].hints, [{ kind: 'limit', cents: 50_000 }])
  await as('admin').patch('/api/reimbursement-rules', {
    adminFromCents: 500_000,
    itemLimitCents: 200_000,
    version: 1,
  })
})

test('a claim can be withdrawn after its first approval and then starts again at the first level', async () => {
  const id = await submitted('sales', [item({ amountCents: 500_000 })])
  await step('finance', id, 'approve')
  const back = await step('sales', id, 'withdraw')
  assert.deepEqual([back.data.status, back.data.approvedCents], ['draft', null])
  assert.deepEqual((await step('sales', id, 'submit')).data.levels, ['finance', 'admin'])
  assert.equal((await step('finance', id, 'approve')).status, 200, 'a round of its own')
  assert.equal((await step('admin', id, 'approve')).data.status, 'approved')
})

test('a person decides at one level of a claim only, also as a stand-in', async () => {
  const { data: options } = await as('admin').get('/api/reimbursement-stand-ins/options')
  const finance = options.find(({ name }: { name: string }) => name === '郑敏')
  const away = { standInId: finance.id, fromOn: '2026-05-19', toOn: '2026-05-19' }
  const made = await as('admin').post('/api/reimbursement-stand-ins', away)
  const id = await submitted('agent', [item({ amountCents: 500_000 })])
  const first = await step('finance', id, 'approve')
  assert.deepEqual([first.data.levels, first.data.mayDecide], [['admin'], false])
  const toDecide = (await as('finance').get(`${path}?status=toDecide&pageSize=100`)).data.items
  assert.ok(toDecide.every((claim: { id: number }) => claim.id !== id))
  for (const [verb, more] of [
    ['approve', {}],
    ['return', { note: '改一下' }],
    ['reject', { note: '不报' }],
  ] as const) {
    const { body } = await step('finance', id, verb, more)
    assert.equal(body.errorMessage, '您已经在上一级审核过这张报销单，这一级由另一个人审核。', verb)
  }
  const { version } = await read('finance', id)
  const many = await as('finance').post(`${path}/approve`, { claims: [{ id, version }] })
  assert.match(many.data.results[0].problem, /已经在上一级审核过/)
  const [decided] = await db
    .selectFrom('reimbursementDecision')
    .select(['billId', 'round', 'byId', 'at'])
    .where('billId', '=', id)
    .execute()
  const again = { ...decided, level: 'admin', verdict: 'approved' }
  const past = db
    .insertInto('reimbursementDecision')
    .values(again as never)
    .execute()
  await assert.rejects(past, { constraint: 'reimbursement_decision_one_each' })
  assert.equal((await step('admin', id, 'approve')).data.status, 'approved')
  await as('admin').delete(`/api/reimbursement-stand-ins/${made.data.id}`)
})

test('a stand-in decides for an absent reviewer, on these days only and never on their own claim', async () => {
  const id = await submitted('agent')
  const { data: options } = await as('finance').get('/api/reimbursement-stand-ins/options')
  const admin = options.find(({ name }: { name: string }) => name === '林知远')
  const away = { standInId: admin.id, fromOn: '2026-05-19', toOn: '2026-05-20' }
  assert.equal(codeOf(await step('admin', id, 'approve')), 'FORBIDDEN')
  const later = { ...away, fromOn: '2026-05-20' }
  assert.equal((await as('finance').post('/api/reimbursement-stand-ins', later)).status, 200)
  assert.equal(codeOf(await step('admin', id, 'approve')), 'FORBIDDEN', 'not yet')
  const made = await as('finance').post('/api/reimbursement-stand-ins', away)
  assert.equal(made.status, 200)
  const ownClaim = await submitted('admin')
  assert.equal(codeOf(await step('admin', ownClaim, 'approve')), 'FORBIDDEN')
  const passed = await step('admin', id, 'approve')
  assert.deepEqual([passed.data.decisions[0].byName, passed.data.decisions[0].forName], ['林知远', '郑敏'])
  assert.equal((await as('admin').delete(`/api/reimbursement-stand-ins/${made.data.id}`)).status, 404)
  assert.equal((await as('finance').delete(`/api/reimbursement-stand-ins/${made.data.id}`)).status, 200)
  for (const bad of [{ toOn: '2026-05-18' }, { toOn: '2026-12-01' }, { standInId: 999_999 }])
    assert.equal((await as('finance').post('/api/reimbursement-stand-ins', { ...away, ...bad })).status, 400)
})
