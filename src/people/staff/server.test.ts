import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Staff } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const [head, head2, agent, agent2] = [
  await staffId('head'),
  await staffId('head2'),
  await staffId('agent'),
  await staffId('agent2'),
]
const names = (items: Staff[]) => items.map((item) => item.username).sort()
const lastLine = () => db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('GET /api/staff: an admin of the headquarters gets all, another admin the company, a head the team', async () => {
  const visibleNames = async (who: string) => names((await as(who).get('/api/staff')).data.items)
  assert.equal((await visibleNames('admin')).length, 11)
  assert.deepEqual(await visibleNames('admin2'), ['admin2', 'sales-b'])
  assert.deepEqual(await visibleNames('head'), ['agent', 'agent3', 'head'])
  for (const who of ['agent', 'sales', 'finance']) {
    assert.equal((await as(who).get('/api/staff')).status, 403, who)
  }
})

test('GET /api/staff: masks mobiles, omits hashes, and includes pay only if the user may see it', async () => {
  const query = '/api/staff?keyword=zhouxiaohe'
  const [ofAdmin] = (await as('admin').get(query)).data.items
  assert.equal(ofAdmin.mobile, '138****0004')
  assert.equal(ofAdmin.parentName, '陈思雨')
  assert.equal(ofAdmin.storeCount, 1)
  assert.ok('baseSalaryCents' in ofAdmin && !('passwordHash' in ofAdmin))
  const [ofHead] = (await as('head').get(query)).data.items
  assert.ok(!('baseSalaryCents' in ofHead) && !('payeeCard' in ofHead))
})

test('GET /api/staff: applies filters and returns counts per status', async () => {
  const { data } = await as('admin').get(`/api/staff?role=2&parentId=${head}`)
  assert.deepEqual(names(data.items), ['agent', 'agent3'])
  assert.deepEqual(data.statusCounts, { active: 2 })
  assert.deepEqual(names((await as('admin').get('/api/staff?companyCode=002')).data.items), [
    'admin2',
    'sales-b',
  ])
  assert.equal((await as('admin2').get('/api/staff?companyCode=001')).status, 403)
  assert.equal((await as('admin').get('/api/staff?role=7')).status, 400)
})

test('GET /api/staff/:id: returns a person within reach; another team’s or company’s person gets 404', async () => {
  assert.equal((await as('head').get(`/api/staff/${agent}`)).data.name, '周小禾')
  assert.equal((await as('head').get(`/api/staff/${agent2}`)).status, 404)
  assert.equal((await as('admin2').get(`/api/staff/${agent}`)).status, 404)
  assert.equal((await as('agent').get(`/api/staff/${agent}`)).status, 403)
})

test('GET /api/staff/contacts: names the admins of the own company and the own head, nobody else', async () => {
  const contacts = async (who: string) => (await as(who).get('/api/staff/contacts')).data
  const [admin] = await db.selectFrom('staff').select('name').where('username', '=', 'admin').execute()
  assert.deepEqual(await contacts('agent'), { admins: [admin?.name], head: '陈思雨' })
  for (const who of ['head', 'sales', 'finance']) {
    assert.deepEqual(await contacts(who), { admins: [admin?.name], head: null }, who)
  }
  const other = await db.selectFrom('staff').select('name').where('username', '=', 'admin2').execute()
  assert.deepEqual((await contacts('sales-b')).admins, [other[0]?.name])
})

test('POST /api/staff: returns a one-time password, which must be changed at the first sign-in', async () => {
  const { status, data } = await as('admin').post('/api/staff', {
    username: 'Newbie',
    name: '单小雨',
    role: 2,
    parentId: head,
    mobile: '139 0000 0001',
    baseSalaryCents: 450_000,
  })
  assert.equal(status, 200)
  assert.equal(data.staff.parentName, '陈思雨')
  assert.equal(data.staff.mobile, '139****0001')
  assert.match(data.oneTimePassword, /^\w{16}$/)
  const signIn = await as(null).post('/api/login/account', {
    type: 'account',
    username: 'newbie',
    password: data.oneTimePassword,
  })
  assert.equal(signIn.data.mustChangePassword, true)
  assert.equal((await as('admin').get('/api/staff?keyword=shanxiaoyu')).data.total, 1, '单 is shàn')
  const line = await lastLine()
  assert.equal(line.action, 'create')
  assert.doesNotMatch(JSON.stringify(line.changes), /argon2|passwordHash/)
})

test('POST /api/staff: a head creates members of their own team; sending role, head or pay gets 403', async () => {
  const created = await as('head').post('/api/staff', { username: 'team-new', name: '组内新人' })
  assert.equal(created.data.staff.parentId, head)
  assert.equal(created.data.staff.role, 2)
  for (const more of [{ role: 2 }, { role: 1 }, { parentId: head }, { baseSalaryCents: 1 }]) {
    const refused = await as('head').post('/api/staff', { username: 'team-two', name: '越权', ...more })
    assert.equal(refused.status, 403)
  }
})

test('POST /api/staff: user names and mobiles are unique across companies; the error names none', async () => {
  const input = { username: 'someone', name: '某人', role: 3 }
  const name = await as('admin2').post('/api/staff', { ...input, username: 'AGENT' })
  assert.equal(name.status, 409)
  assert.deepEqual(Object.keys(name.data.fields), ['username'])
  const mobile = await as('admin2').post('/api/staff', { ...input, mobile: '13800000004' })
  assert.equal(mobile.status, 409)
  assert.equal(mobile.body.errorMessage, '该手机号已登记在另一位在职员工名下。')
})

test('POST /api/staff: each invalid field gets its own message', async () => {
  const { status, data } = await as('admin').post('/api/staff', {
    username: 'a b',
    name: '',
    mobile: '138****0004',
    payeeCard: '12',
    isAdmin: true,
  })
  assert.equal(status, 400)
  assert.deepEqual(data.fields, {
    username: '用户名只能用字母、数字、点、横线和下划线',
    name: '请输入姓名',
    mobile: '请输入 11 位手机号',
    payeeCard: '请输入 12–19 位银行卡号',
    isAdmin: '不认识的字段：isAdmin',
  })
  const noRole = await as('admin').post('/api/staff', { username: 'norole', name: '无角色' })
  assert.deepEqual(noRole.data.fields, { role: '请选择角色' })
})

test('POST /api/staff: a parent must be an active head of the same company', async () => {
  for (const parentId of [agent, await staffId('sales')]) {
    const answer = await as('admin').post('/api/staff', { username: 'x-y-z', name: '某', role: 2, parentId })
    assert.deepEqual(Object.keys(answer.data.fields), ['parentId'])
  }
  const abroad = await as('admin2').post('/api/staff', {
    username: 'x-y-z',
    name: '某',
    role: 3,
    companyCode: '001',
  })
  assert.deepEqual(Object.keys(abroad.data.fields), ['companyCode'])
})

test('PATCH /api/staff/:id: changes only the given fields; the log has old and new values', async () => {
  const { data } = await as('admin').patch(`/api/staff/${agent}`, {
    version: 1,
    mobile: '13911112222',
    employeeNo: 'K-001',
  })
  assert.equal(data.mobile, '139****2222')
  assert.equal(data.name, '周小禾')
  const line = await lastLine()
  assert.deepEqual(line.changes, {
    mobile: ['138****0004', '139****2222'],
    employeeNo: [null, 'K-001'],
  })
})

test('PATCH /api/staff/:id: a stale write gets the current record', async () => {
  const { status, body, data } = await as('head').patch(`/api/staff/${agent}`, { version: 1, name: '旧' })
  assert.equal(status, 409)
  assert.equal(body.errorCode, 'STALE')
  assert.equal(data.current.employeeNo, 'K-001')
  assert.ok(!('payeeCard' in data.current), 'a head sees no pay here either')
})

test('PATCH /api/staff/:id: a head with members stays a head; staff out of reach get 404', async () => {
  const demoted = await as('admin').patch(`/api/staff/${head}`, { version: 1, parentId: head2 })
  assert.deepEqual(Object.keys(demoted.data.fields), ['parentId'])
  assert.equal((await as('head').patch(`/api/staff/${agent2}`, { version: 1, name: '他组' })).status, 404)
  assert.equal((await as('head').patch(`/api/staff/${agent}`, { version: 2, role: 1 })).status, 403)
  assert.equal((await as('finance').patch(`/api/staff/${agent}`, { version: 2 })).status, 403)
})

test('PATCH /api/staff/:id: an employee number in use is a conflict', async () => {
  const duplicate = await as('admin').patch(`/api/staff/${agent2}`, { version: 1, employeeNo: 'K-001' })
  assert.equal(duplicate.status, 409)
  assert.deepEqual(Object.keys(duplicate.data.fields), ['employeeNo'])
})

test('POST /api/staff/:id/reset-password: ends all sessions; the new password must be changed', async () => {
  const id = await staffId('sales2')
  assert.equal((await as('sales2').get('/api/currentUser')).status, 200)
  const { data } = await as('admin').post(`/api/staff/${id}/reset-password`, { version: 1 })
  assert.equal((await as('sales2').get('/api/currentUser')).status, 401)
  const signIn = await as(null).post('/api/login/account', {
    type: 'account',
    username: 'sales2',
    password: data.oneTimePassword,
  })
  assert.equal(signIn.data.mustChangePassword, true)
  const line = await lastLine()
  assert.equal(line.action, 'reset-password')
  assert.deepEqual(line.changes, {})
})

test('POST /api/staff/:id/reset-password: refuses a stale version, oneself, out of reach, other roles', async () => {
  const reset = (who: string, id: number, version = 1) =>
    as(who).post(`/api/staff/${id}/reset-password`, { version })
  assert.equal((await reset('admin', agent2, 9)).body.errorCode, 'STALE')
  assert.equal((await reset('admin', await staffId('admin'))).body.errorCode, 'WRONG_STATE')
  assert.equal((await reset('head', agent2)).status, 404)
  assert.equal((await reset('finance', agent2)).status, 403)
  assert.equal((await as('admin').post(`/api/staff/${agent2}/reset-password`)).status, 400)
})

test('GET /api/staff/options: returns id and name, and each purpose requires the permission of its form', async () => {
  const offered = async (who: string, purpose: string) =>
    (await as(who).get(`/api/staff/options?purpose=${purpose}`)).data.map(
      (option: { name: string }) => option.name,
    )
  assert.deepEqual((await offered('sales', 'owner')).sort(), ['何立', '林知远', '沈佳'].sort())
  assert.deepEqual((await offered('finance', 'leader')).sort(), ['苏曼', '陈思雨'].sort())
  const mates = await offered('agent', 'agent')
  assert.ok(mates.includes('李若彤') && !mates.includes('赵晓冬'))
  assert.equal((await as('sales').get('/api/staff/options?purpose=parent')).status, 403)
  assert.equal((await as('sales').get('/api/staff/options?purpose=everyone')).status, 400)
  const [option] = (await as('admin').get('/api/staff/options?purpose=leader')).data
  assert.deepEqual(Object.keys(option).sort(), ['id', 'name'])
})
