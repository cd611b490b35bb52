import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const chenxi = (
  await db
    .selectFrom('customer')
    .select('id')
    .where('name', '=', '杭州晨曦家居有限公司')
    .executeTakeFirstOrThrow()
).id

const show = (who: string, reason?: string) =>
  as(who).post(`/api/customers/${chenxi}/reveal`, { field: 'mobile', ...(reason && { reason }) })
const limit = (who: string, role: number, perDay: number, version: number) =>
  as(who).patch(`/api/reveal-limits/${role}`, { perDay, version })

test('the owner reveals a contact without a reason, others must give one; the log records both', async () => {
  assert.deepEqual((await show('sales')).data, { value: '13912345678' })
  const unsaid = await show('finance')
  assert.deepEqual([unsaid.status, Object.keys(unsaid.data.fields)], [400, ['reason']])
  assert.equal((await show('finance', '对账')).status, 200)
  const lines = await db
    .selectFrom('audit')
    .select(['actorName', 'changes'])
    .where('action', '=', 'reveal')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ actorName, changes }) => [actorName, changes]),
    [
      ['何立', { revealed: [null, 'mobile'] }],
      ['郑敏', { revealed: [null, 'mobile'], reason: [null, '对账'] }],
    ],
  )
})

test('a head reveals a team member’s mobile without a reason, an admin must give one', async () => {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  const revealMobile = (who: string) => as(who).post(`/api/staff/${id}/reveal`, { field: 'mobile' })
  assert.equal((await revealMobile('head')).data.value, '13800000004')
  assert.equal((await revealMobile('admin')).status, 400)
})

test('a role has a daily limit, set by the company’s admin', async () => {
  const { items } = (await as('admin').get('/api/reveal-limits')).data
  assert.deepEqual(
    items.map(({ role, perDay, version }: Record<string, number>) => [role, perDay, version]),
    [1, 2, 3, 4].map((role) => [role, 100, 0]),
  )
  const set = await limit('admin', 3, 2, 0)
  assert.deepEqual([set.status, set.data], [200, { role: 3, perDay: 2, version: 1 }])
  assert.equal((await show('sales')).status, 200)
  const third = await show('sales')
  assert.deepEqual([third.status, third.body.errorCode], [429, 'TOO_MANY'])
  assert.match(third.body.errorMessage ?? '', /今天.*上限 2 次/)
  assert.equal((await show('finance', '对账')).status, 200, 'another role has its own')
})

test('a limit is per company, requires the current version and is between 0 and 1000', async () => {
  assert.equal((await limit('admin', 3, 5, 0)).body.errorCode, 'STALE')
  assert.equal((await limit('admin', 3, 5, 1)).data.version, 2)
  assert.equal((await as('admin2').get('/api/reveal-limits')).data.items[2].perDay, 100)
  for (const [role, perDay] of [
    [5, 10],
    [3, -1],
    [3, 1001],
  ] as const) {
    assert.equal((await limit('admin', role, perDay, 2)).status, 400)
  }
  assert.equal((await limit('sales', 3, 500, 2)).status, 403)
})
