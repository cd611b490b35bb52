import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { usernameBase } from './batch.ts'
import { MAX_NEW_PEOPLE } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const BATCH = '/api/staff/batch'
const countStaff = async () => (await db.selectFrom('staff').select('id').execute()).length
const fieldsOf = ({ data }: { data: { fields: Record<string, string> } }) => data.fields
const person = (username: string) =>
  db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()

test('POST /api/staff/batch: creates heads, their members and others, with a password and an audit line each', async () => {
  const { status, data } = await as('admin2').post(BATCH, {
    people: [
      { name: '周小禾', position: 'member', parentRow: 1 },
      { name: '单晓雨', position: 'head' },
      { name: '王一诺', position: 'sales', username: 'yinuo', mobile: '139 0000 0002' },
      { name: '周小禾', position: 'finance' },
    ],
  })
  assert.equal(status, 200)
  const names = data.people.map((one: { name: string; username: string }) => [one.name, one.username])
  assert.deepEqual(names, [
    ['周小禾', 'zhouxiaohe2'],
    ['单晓雨', 'shanxiaoyu'],
    ['王一诺', 'yinuo'],
    ['周小禾', 'zhouxiaohe'],
  ])
  const [head, member] = [await person('shanxiaoyu'), await person('zhouxiaohe2')]
  assert.deepEqual([head.role, head.parentId, head.companyCode], [2, null, '002'])
  assert.deepEqual([member.role, member.parentId], [2, head.id])
  assert.equal((await person('yinuo')).mobile, '13900000002')
  const lines = await db
    .selectFrom('audit')
    .select(['recordId', 'companyCode'])
    .where('entity', '=', 'staff')
    .where('action', '=', 'create')
    .execute()
  assert.equal(lines.length, 4)
  assert.ok(lines.every(({ companyCode }) => companyCode === '002'))
  for (const { username, oneTimePassword } of data.people) {
    const account = { type: 'account', username, password: oneTimePassword }
    assert.equal((await as(null).post('/api/login/account', account)).data.mustChangePassword, true)
  }
})

test('POST /api/staff/batch: names the problem of each refused row, and creates nobody', async () => {
  const before = await countStaff()
  const people = [
    { name: '新人甲', position: 'sales', username: 'agent' },
    { name: '新人乙', position: 'finance', mobile: '13800000003' },
    { name: '新人丙', position: 'member', parentId: await staffId('sales') },
    { name: '新人丁' },
    { name: '新人戊', position: 'head', username: 'xinrenwu' },
  ]
  const { status, body } = await as('admin').post(BATCH, { people })
  assert.equal(status, 400)
  assert.deepEqual(fieldsOf(body as never), {
    'people.0.username': '该用户名已被使用，请换一个。',
    'people.1.mobile': '该手机号已登记在另一位在职员工名下。',
    'people.2.parentId': '请选择本公司在职的组长。',
    'people.3.position': '请选择角色',
  })
  assert.equal(await countStaff(), before)
})

test('POST /api/staff/batch: the members of a refused head are not reported themselves', async () => {
  const people = [
    { name: '新组长', position: 'head', username: 'agent' },
    { name: '组员', position: 'member', parentRow: 0 },
  ]
  const { body } = await as('admin').post(BATCH, { people })
  assert.deepEqual(Object.keys(fieldsOf(body as never)), ['people.0.username'])
})

test('POST /api/staff/batch: the row of a head must be another row that is a head', async () => {
  const member = (parentRow: number) => ({ name: '组员', position: 'member', parentRow })
  const refused = async (...people: object[]) =>
    fieldsOf((await as('admin').post(BATCH, { people })).body as never)
  const sentence = '请选择本公司在职的组长。'
  assert.deepEqual(await refused(member(0)), { 'people.0.parentId': sentence })
  assert.deepEqual(await refused(member(7)), { 'people.0.parentId': sentence })
  const sales = { name: '商务', position: 'sales' }
  assert.deepEqual(await refused(sales, member(0)), { 'people.1.parentId': sentence })
})

test('POST /api/staff/batch: a member needs a head, and only members have one', async () => {
  const refused = async (row: object) =>
    fieldsOf((await as('admin').post(BATCH, { people: [{ name: '甲', ...row }] })).body as never)
  assert.deepEqual(await refused({ position: 'member' }), {
    'people.0.parentId': '请选择组长；还没有组长，就先添加一位。',
  })
  assert.deepEqual(await refused({ position: 'head', parentId: 1 }), {
    'people.0.parentId': '只有客服才有所属组长。',
  })
  assert.equal((await as('admin').post(BATCH, { people: [] })).status, 400)
  const many = Array.from({ length: MAX_NEW_PEOPLE + 1 }, () => ({ name: '甲', position: 'sales' }))
  assert.equal((await as('admin').post(BATCH, { people: many })).status, 400)
})

test('POST /api/staff/batch: a head adds members of the own team, and sets neither role nor team', async () => {
  const { data } = await as('head').post(BATCH, { people: [{ name: '新组员' }, { name: '另一位' }] })
  const head = await staffId('head')
  for (const { username } of data.people) {
    const { role, parentId } = await person(username)
    assert.deepEqual([role, parentId], [2, head])
  }
  for (const more of [{ position: 'member' }, { parentId: head }, { parentRow: 0 }]) {
    const { status } = await as('head').post(BATCH, { people: [{ name: '新组员', ...more }] })
    assert.ok(status === 403 || status === 400, JSON.stringify(more))
  }
  assert.equal((await as('head').post(BATCH, { people: [{ name: '甲', parentId: head }] })).status, 403)
  for (const who of ['agent', 'sales', 'finance']) {
    assert.equal((await as(who).post(BATCH, { people: [{ name: '甲' }] })).status, 403, who)
  }
})

test('a user name follows from the name', () => {
  assert.equal(usernameBase('周小禾'), 'zhouxiaohe')
  assert.equal(usernameBase('李'), 'li01')
  assert.equal(usernameBase('Tom 李'), 'tomli')
  assert.equal(usernameBase('！'), 'user')
})
