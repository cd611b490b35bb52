import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { customerIdOf, enterState, LAST_WEEK, putWeek, putWeeks, storeIdOf } from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const chenxi = await customerIdOf(db, '杭州晨曦家居有限公司')
const yuanshan = await customerIdOf(db, '宏远数码')

/** Both customers fall by 30 %, less than the default threshold. */
before(async () => {
  for (const code of ['DP0001', 'DP0003']) {
    const id = await storeIdOf(db, code)
    await enterState(db, id, 'serving', '2026-01-01')
    await putWeeks(db, id, { upTo: '2026-05-04', count: 6, daily: 100 })
    await putWeek(db, id, LAST_WEEK, [70, 70, 70, 70, 70, 70, 70])
  }
})

const COMPANY = '/api/warning-thresholds'
const customerPath = (id: number) => `/api/customers/${id}/warning-thresholds`
const DEFAULT_LIMITS = { nearBp: 9000, overBp: 10_000, overRedBp: 12_000, fallBp: 4000, missingDays: 1 }
const UNSET = { nearBp: null, overBp: null, overRedBp: null, fallBp: null, missingDays: null }

/** The customers for which a run of the week finds a fall. */
async function fallen(): Promise<string[]> {
  const { status, body } = await as('admin').post('/api/warnings/run', { week: LAST_WEEK })
  assert.equal(status, 200, body.errorMessage)
  const { items } = (await as('admin').get('/api/warnings?status=pending')).data
  return items.map(({ customerName }: { customerName: string }) => customerName).sort()
}

test("a company starts with the default thresholds; an admin's change applies to the next run", async () => {
  const { data } = await as('admin').get(COMPANY)
  assert.deepEqual(data, { ...DEFAULT_LIMITS, version: 0, updatedAt: null, updatedByName: null })
  assert.deepEqual(await fallen(), [])
  const changed = await as('admin').patch(COMPANY, { ...DEFAULT_LIMITS, fallBp: 2500, version: 0 })
  assert.deepEqual(
    [changed.status, changed.data.fallBp, changed.data.version, changed.data.updatedByName],
    [200, 2500, 1, '林知远'],
  )
  assert.deepEqual(await fallen(), ['宏远数码', '杭州晨曦家居有限公司'])
})

test("a customer's own thresholds override the company's; an empty one falls back to the company's", async () => {
  const { data } = await as('sales').get(customerPath(chenxi))
  assert.deepEqual([data.fallBp, data.company.fallBp, data.version], [null, 2500, 0])
  const set = await as('sales').patch(customerPath(chenxi), { ...UNSET, fallBp: 3500, version: 0 })
  assert.deepEqual([set.status, set.data.fallBp, set.data.version], [200, 3500, 1])
  assert.deepEqual(await fallen(), ['宏远数码'])
  const emptied = await as('finance').patch(customerPath(chenxi), { ...UNSET, version: 1 })
  assert.deepEqual([emptied.status, emptied.data.fallBp, emptied.data.version], [200, null, 2])
})

test("admins edit the company's thresholds; users who may edit a customer edit the customer's; a head only reads", async () => {
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).get(COMPANY)).status, 403)
    assert.equal((await as(who).patch(COMPANY, { ...DEFAULT_LIMITS, version: 1 })).status, 403)
  }
  assert.equal((await as('head').get(customerPath(chenxi))).status, 200)
  assert.equal((await as('head').patch(customerPath(chenxi), { ...UNSET, version: 2 })).status, 403)
  assert.equal((await as('agent').get(customerPath(chenxi))).status, 403)
  for (const [who, id] of [
    ['head', yuanshan],
    ['sales', yuanshan],
    ['admin2', chenxi],
  ] as const) {
    assert.equal((await as(who).get(customerPath(id))).status, 404, who)
  }
  for (const who of ['sales', 'admin2']) {
    const id = who === 'sales' ? yuanshan : chenxi
    assert.equal((await as(who).patch(customerPath(id), { ...UNSET, version: 0 })).status, 404, who)
  }
  const others = await as('admin2').get(COMPANY)
  assert.deepEqual([others.status, others.data.fallBp], [200, 4000])
})

test('thresholds must be ascending and valid rates', async () => {
  for (const [wrong, field] of [
    [{ nearBp: 10_000 }, 'nearBp'],
    [{ overRedBp: 9999 }, 'overRedBp'],
    [{ fallBp: 10_001 }, 'fallBp'],
    [{ fallBp: 0 }, 'fallBp'],
    [{ missingDays: 1.5 }, 'missingDays'],
  ] as const) {
    const answer = await as('admin').patch(COMPANY, { ...DEFAULT_LIMITS, ...wrong, version: 1 })
    assert.deepEqual([answer.status, Object.keys(answer.data.fields)], [400, [field]])
  }
  // A customer's threshold is checked against the company's if the customer has no own one.
  const above = await as('sales').patch(customerPath(chenxi), { ...UNSET, nearBp: 10_000, version: 2 })
  assert.deepEqual([above.status, Object.keys(above.data.fields)], [400, ['nearBp']])
})

test('a threshold that another user changed in the meantime is not overwritten', async () => {
  const company = await as('admin').patch(COMPANY, { ...DEFAULT_LIMITS, version: 0 })
  assert.deepEqual([company.status, company.body.errorCode], [409, 'STALE'])
  const customer = await as('sales').patch(customerPath(chenxi), { ...UNSET, version: 1 })
  assert.deepEqual([customer.status, customer.body.errorCode], [409, 'STALE'])
})

test('changes are logged', async () => {
  const lines = await db
    .selectFrom('audit')
    .select(['entity', 'recordId', 'actorName', 'changes'])
    .where('entity', 'in', ['warning-threshold', 'customer-threshold'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ entity, recordId, actorName }) => [entity, recordId, actorName]),
    [
      ['warning-threshold', '001', '林知远'],
      ['customer-threshold', String(chenxi), '何立'],
      ['customer-threshold', String(chenxi), '郑敏'],
    ],
  )
  assert.deepEqual(lines[1]?.changes, { fallBp: [null, 3500] })
})
