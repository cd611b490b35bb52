import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { HandoverItem } from './contract.ts'

const { app, as, db } = await testApp(seedWorld)

const personOf = (username: string) =>
  db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
const idOf = async (username: string) => (await personOf(username)).id
const TODAY = '2026-05-19'

const kinds = (items: HandoverItem[]) => items.map(({ kind, name }) => `${kind} ${name}`).sort()

async function handoverOf(who: string, username: string) {
  const { data } = await as(who).get(`/api/staff/${await idOf(username)}/handover`)
  return data.items as HandoverItem[]
}

async function leave(who: string, username: string, choices: object[], more: object = {}) {
  const { id, version } = await personOf(username)
  return as(who).post(`/api/staff/${id}/leave`, { version, leftOn: TODAY, choices, ...more })
}

const assignmentsOf = async (username: string) =>
  db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .select(['store.name', 'fromOn', 'toOn', 'sharePercent'])
    .where('staffId', '=', await idOf(username))
    .orderBy('storeAssignment.id')
    .execute()

async function bindNick(username: string, nick: string): Promise<void> {
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('name', '=', '晨曦家居旗舰店')
    .executeTakeFirstOrThrow()
  const row = { companyCode: '001', storeId: store.id, staffId: await idOf(username), nick }
  await db
    .insertInto('agentAccount')
    .values({ ...row, fromOn: '2026-01-01' })
    .execute()
}

test('an agent cannot leave while items are left; after the handover there are none', async () => {
  await bindNick('agent', '晨曦家居:小禾')
  assert.deepEqual(kinds(await handoverOf('head', 'agent')), [
    'assignment 晨曦家居旗舰店',
    'nick 晨曦家居旗舰店',
  ])
  const agent3 = await idOf('agent3')

  const refused = await leave('head', 'agent', [{ kind: 'nick', toId: null }])
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'WRONG_STATE'])
  assert.equal(refused.body.errorMessage, '还有 1 项没有交接，不能办理离职。请为每一项选好接手的人。')
  assert.deepEqual(kinds(refused.data.left), ['assignment 晨曦家居旗舰店'])
  assert.equal((await personOf('agent')).status, 'active', 'nothing at all has happened')
  assert.equal((await handoverOf('head', 'agent')).length, 2)

  const token = (
    await as(null).post('/api/login/account', { type: 'account', username: 'agent', password: PASSWORD })
  ).data.token
  const done = await leave('head', 'agent', [
    { kind: 'assignment', toId: agent3 },
    { kind: 'nick', toId: agent3 },
  ])
  assert.deepEqual([done.status, done.data.status, done.data.leftOn], [200, 'left', TODAY])
  assert.deepEqual(await handoverOf('head', 'agent'), [])
  const old = await app.inject({ url: '/api/currentUser', headers: { authorization: token } })
  assert.equal(old.statusCode, 401)

  assert.deepEqual((await assignmentsOf('agent')).at(-1)?.toOn, TODAY)
  const { name, fromOn, sharePercent } = (await assignmentsOf('agent3')).at(-1) ?? {}
  assert.deepEqual([name, fromOn, sharePercent], ['晨曦家居旗舰店', '2026-05-20', 100])
  const nicks = await db
    .selectFrom('agentAccount')
    .select(['staffId', 'fromOn', 'toOn'])
    .orderBy('id')
    .execute()
  assert.deepEqual(nicks, [
    { staffId: await idOf('agent'), fromOn: '2026-01-01', toOn: TODAY },
    { staffId: agent3, fromOn: '2026-05-20', toOn: null },
  ])
  const lines = await db.selectFrom('audit').select(['action', 'entity', 'changes']).orderBy('id').execute()
  assert.deepEqual(
    lines.map(({ action, entity }) => `${action} ${entity}`),
    ['end-assignment store', 'assign store', 'unbind store', 'leave staff'],
  )
  assert.deepEqual(lines.at(-1)?.changes, {
    status: ['active', 'left'],
    leftOn: [null, TODAY],
    handedOver: [null, 2],
  })
  assert.equal((await leave('head', 'agent', [])).body.errorCode, 'WRONG_STATE')
})

test('when a head leaves, stores and members go to successors, even different ones within a kind', async () => {
  const head2 = await idOf('head2')
  const made = await as('admin').post('/api/staff', { username: 'new-head', name: '新组长', role: 2 })
  const newHead = made.data.staff.id
  const items = await handoverOf('admin', 'head')
  assert.deepEqual(kinds(items), ['member 李若彤', 'store 星澜美妆', 'store 晨曦家居旗舰店'])
  const [first, ...rest] = items.filter(({ kind }) => kind === 'store')
  const { status } = await leave('admin', 'head', [
    { kind: 'member', toId: newHead },
    { kind: 'store', toId: head2 },
    { kind: 'store', ids: [first?.id], toId: newHead },
  ])
  assert.equal(status, 200)
  assert.equal((await personOf('agent3')).parentId, newHead)
  const leaderOf = async (id = 0) =>
    (await db.selectFrom('store').select('leaderId').where('id', '=', id).executeTakeFirstOrThrow()).leaderId
  assert.equal(await leaderOf(first?.id), newHead)
  for (const store of rest) assert.equal(await leaderOf(store.id), head2)
})

test('when a sales person leaves, the customers go to another owner, with history', async () => {
  const sales2 = await idOf('sales2')
  const wrong = await leave('admin', 'sales', [{ kind: 'customer', toId: await idOf('agent3') }])
  assert.equal(wrong.status, 400)
  const ended = await leave('admin', 'sales', [{ kind: 'customer', toId: null }])
  assert.equal(ended.body.errorCode, 'WRONG_STATE', 'a customer cannot be left to nobody')
  assert.equal((await leave('admin', 'sales', [{ kind: 'customer', toId: sales2 }])).status, 200)
  const history = await db
    .selectFrom('customerOwner')
    .select(['ownerId', 'reason'])
    .where('toAt', 'is', null)
    .where('ownerId', '=', sales2)
    .execute()
  assert.ok(history.some(({ reason }) => reason === '离职交接'))
})

test('a successor must be active, of the same company, not the leaver and, for a head, of their team', async () => {
  const others = [await idOf('sales-b'), await idOf('agent2'), await idOf('agent'), 999_999]
  for (const toId of others) {
    const { status, body } = await leave('admin', 'agent2', [{ kind: 'assignment', toId }])
    assert.deepEqual([toId, status, body.errorCode], [toId, 400, 'INVALID'])
  }
  const agent3 = await idOf('agent3')
  const outside = await leave('head2', 'agent2', [{ kind: 'assignment', toId: agent3 }])
  assert.equal(outside.status, 400)
})

test('leave fails out of reach, without permission, with a stale version, for oneself and for an invalid day', async () => {
  assert.equal((await leave('head2', 'agent3', [])).status, 404)
  assert.equal((await leave('finance', 'agent3', [])).status, 403)
  assert.equal((await leave('admin', 'agent2', [], { version: 99 })).body.errorCode, 'STALE')
  assert.equal((await leave('head2', 'head2', [])).body.errorCode, 'WRONG_STATE')
  for (const leftOn of ['2026-05-20', '2026-02-30', 'x']) {
    const answer = await leave('admin', 'agent2', [], { leftOn })
    assert.deepEqual([answer.status, Object.keys(answer.data.fields)], [400, ['leftOn']])
  }
  assert.equal((await as('admin2').get(`/api/staff/${await idOf('agent2')}/handover`)).status, 404)
  assert.equal((await as('sales2').get(`/api/staff/${await idOf('agent2')}/handover`)).status, 403)
})

test('if the successor already has the shift, the error names the store', async () => {
  const [store] = await db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .select(['storeId', 'store.name'])
    .where('staffId', '=', await idOf('agent2'))
    .execute()
  const row = { companyCode: '001', storeId: store?.storeId ?? 0, staffId: await idOf('agent3') }
  await db
    .insertInto('storeAssignment')
    .values({ ...row, fromOn: '2026-05-10', sharePercent: 0 })
    .execute()
  const { status, body } = await leave('admin', 'agent2', [
    { kind: 'assignment', toId: await idOf('agent3') },
  ])
  assert.equal(status, 409)
  assert.match(
    body.errorMessage ?? '',
    /^“宏远数码京东自营店”不能这样交接：李若彤自 2026-05-10 起已在这家店铺上/,
  )
})
