import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, as, db } = await testApp(seedWorld)

const personOf = (username: string) =>
  db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
const lastLine = () => db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

async function step(who: string, username: string, verb: string, more: object = {}) {
  const { id, version } = await personOf(username)
  return as(who).post(`/api/staff/${id}/${verb}`, { version, ...more })
}

async function tokenOf(username: string, password = PASSWORD): Promise<string> {
  const { data } = await as(null).post('/api/login/account', { type: 'account', username, password })
  return data.token
}

const statusWith = async (authorization: string) =>
  (await app.inject({ url: '/api/currentUser', headers: { authorization } })).statusCode

test('disable: ends the person’s sessions and blocks sign-in until enabled', async () => {
  const token = await tokenOf('agent3')
  assert.equal(await statusWith(token), 200)
  const { status, data } = await step('head', 'agent3', 'disable', { reason: '停薪留职' })
  assert.deepEqual([status, data.status], [200, 'disabled'])
  assert.equal(await statusWith(token), 401)
  const line = await lastLine()
  assert.deepEqual([line.action, line.entity], ['disable', 'staff'])
  assert.deepEqual(line.changes, { status: ['active', 'disabled'], reason: [null, '停薪留职'] })
  const refused = await as(null).post('/api/login/account', {
    type: 'account',
    username: 'agent3',
    password: PASSWORD,
  })
  assert.equal(refused.status, 401)
  assert.equal((await step('head', 'agent3', 'enable')).data.status, 'active')
  assert.equal(await statusWith(await tokenOf('agent3')), 200)
  assert.equal(await statusWith(token), 401, 'the old session stays ended')
})

test('disable and enable: refuse a wrong state, a stale version, out of reach, oneself, the last admin', async () => {
  assert.deepEqual((await step('head', 'agent3', 'enable')).body.errorCode, 'WRONG_STATE')
  assert.equal((await step('head', 'agent3', 'disable', { version: 99 })).body.errorCode, 'STALE')
  assert.equal((await step('head', 'agent2', 'disable')).status, 404)
  assert.equal((await step('admin2', 'agent', 'disable')).status, 404)
  assert.equal((await step('sales', 'agent', 'disable')).status, 403)
  assert.equal((await step('head', 'agent', 'disable', { version: undefined })).status, 400)
  const self = await step('head', 'head', 'disable')
  assert.equal(self.body.errorMessage, '您不能停用自己，也不能为自己办理离职。')
  const last = await step('admin', 'admin2', 'disable')
  assert.deepEqual([last.status, last.body.errorCode], [409, 'WRONG_STATE'])
  assert.match(last.body.errorMessage ?? '', /最后一位在职的管理员/)
  const { id, version } = await personOf('admin2')
  const other = await as('admin').patch(`/api/staff/${id}`, { version, role: 4 })
  assert.deepEqual([other.status, other.body.errorCode], [409, 'WRONG_STATE'], 'nor given another role')
})

test('return: issues a one-time password, restores no session, and requires an active head', async () => {
  const left = { status: 'left' as const, leftOn: '2026-05-01' }
  await db.updateTable('staff').set(left).where('username', 'in', ['agent2', 'head2']).execute()
  const { id: head } = await personOf('head')
  const headless = await step('admin', 'agent2', 'return')
  assert.deepEqual([headless.status, Object.keys(headless.data.fields)], [400, ['parentId']])
  const { status, data } = await step('admin', 'agent2', 'return', { parentId: head })
  assert.deepEqual([status, data.staff.status, data.staff.leftOn], [200, 'active', null])
  assert.equal(data.staff.parentName, '陈思雨')
  const signIn = await as(null).post('/api/login/account', {
    type: 'account',
    username: 'agent2',
    password: data.oneTimePassword,
  })
  assert.equal(signIn.data.mustChangePassword, true)
  const line = await lastLine()
  assert.equal(line.action, 'return')
  assert.doesNotMatch(JSON.stringify(line.changes), /argon2/)
  assert.equal((await step('admin', 'agent2', 'return')).body.errorCode, 'WRONG_STATE')
  assert.equal((await step('admin', 'head2', 'return')).data.staff.parentId, null, 'a head comes back as one')
})

test('return: a mobile now used by another person is a conflict without a name', async () => {
  await db
    .updateTable('staff')
    .set({ status: 'left', mobile: '13800000008' })
    .where('username', '=', 'agent2')
    .execute()
  const { status, body } = await step('admin', 'agent2', 'return')
  assert.deepEqual([status, body.errorMessage], [409, '该手机号已登记在另一位在职员工名下。'])
})

test('GET /api/staff/teams: returns heads with their members within reach, without former staff', async () => {
  const { data } = await as('admin').get('/api/staff/teams')
  const [ownCompany, other] = data
  assert.deepEqual([ownCompany.companyCode, other.companyCode, other.total], ['001', '002', 2])
  const team = ownCompany.teams.find(({ name }: { name: string }) => name === '陈思雨')
  assert.deepEqual(
    team.members.map(({ name }: { name: string }) => name),
    ['李若彤', '周小禾'],
  )
  const counted = await as('admin').get(`/api/staff?teamId=${team.id}&status=active`)
  assert.equal(counted.data.total, 1 + team.members.length, 'the count equals the list it opens')
  const ofHead = await as('head').get('/api/staff/teams')
  assert.deepEqual([ofHead.data.length, ofHead.data[0].teams.length], [1, 1])
  assert.equal((await as('finance').get('/api/staff/teams')).status, 403)
  assert.equal((await as('admin').get('/api/staff/teams?x=1')).status, 400)
})

test('GET /api/staff/options: excludes the person whose work is handed over', async () => {
  const { id } = await personOf('head')
  const { data } = await as('admin').get(`/api/staff/options?purpose=leader&exceptId=${id}`)
  assert.ok(data.length > 0 && !data.some((option: { id: number }) => option.id === id))
})

test('GET /api/staff/options: former staff are returned only by id and within reach', async () => {
  const { id } = await personOf('sales2')
  await db.updateTable('staff').set({ status: 'left' }).where('id', '=', id).execute()
  const offered = async (who: string, more = '') =>
    (await as(who).get(`/api/staff/options?purpose=owner${more}`)).data.map(
      (option: { id: number }) => option.id,
    )
  assert.ok(!(await offered('finance')).includes(id))
  assert.deepEqual(await offered('finance', `&id=${id}`), [id])
  assert.deepEqual(await offered('admin2', `&id=${id}`), [])
  assert.equal((await as('finance').get(`/api/staff/options?purpose=leader&id=x`)).status, 400)
  await db.updateTable('staff').set({ status: 'active' }).where('id', '=', id).execute()
})
