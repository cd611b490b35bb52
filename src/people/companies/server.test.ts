import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const company = {
  code: '003',
  name: '云帆客服',
  adminName: '乔木',
  adminUsername: 'qiaomu',
  adminMobile: '13900000003',
}

const signIn = (username: string, password = PASSWORD) =>
  as(null).post('/api/login/account', { type: 'account', username, password })

async function step(who: string, code: string, verb: string) {
  const { version } = await db
    .selectFrom('company')
    .select('version')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return as(who).post(`/api/companies/${code}/${verb}`, { version })
}

test('GET /api/companies: an admin of the headquarters gets all companies', async () => {
  const { status, data } = await as('admin').get('/api/companies')
  assert.equal(status, 200)
  assert.deepEqual(
    data.items.map(({ code, name, status: state, staffCount }: Record<string, unknown>) => [
      code,
      name,
      state,
      staffCount,
    ]),
    [
      ['001', '后台总部', 'active', 9],
      ['002', '启明客服', 'active', 2],
    ],
  )
})

test('GET /api/companies: an admin of another company gets an empty list', async () => {
  assert.deepEqual((await as('admin2').get('/api/companies')).data, { items: [], total: 0 })
})

test('GET /api/companies: other roles get 403, anonymous callers 401', async () => {
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).get('/api/companies')).status, 403, who)
  }
  assert.equal((await as(null).get('/api/companies')).status, 401)
})

test('GET /api/companies: an unknown filter gets 400', async () => {
  assert.equal((await as('admin').get('/api/companies?name=x')).status, 400)
})

test('POST /api/companies: creates the company and its first admin, who must change the password', async () => {
  const { status, data } = await as('admin').post('/api/companies', company)
  assert.deepEqual([status, data.company.code, data.company.staffCount], [200, '003', 1])
  const first = await signIn('qiaomu', data.oneTimePassword)
  assert.equal(first.data.mustChangePassword, true)
  const lines = await db.selectFrom('audit').selectAll().where('companyCode', '=', '003').execute()
  assert.deepEqual(
    lines.map(({ action, entity, actorName }) => [action, entity, actorName]),
    [
      ['create', 'company', '林知远'],
      ['create', 'staff', '林知远'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(lines), /argon2/)
})

test('POST /api/companies: taken or invalid values are reported per field, and nothing is saved', async () => {
  const more = { code: '004', name: '晨星客服', adminUsername: 'xing', adminMobile: null }
  for (const [wrong, field, status] of [
    [{ code: '003' }, 'code', 409],
    [{ name: '云帆客服' }, 'name', 409],
    [{ adminUsername: 'ADMIN' }, 'adminUsername', 409],
    [{ adminMobile: '13800000001' }, 'adminMobile', 409],
    [{ code: '4' }, 'code', 400],
    [{ adminName: '' }, 'adminName', 400],
  ] as const) {
    const answer = await as('admin').post('/api/companies', { ...company, ...more, ...wrong })
    assert.deepEqual([answer.status, Object.keys(answer.data.fields)], [status, [field]])
  }
  assert.equal((await as('admin').get('/api/companies')).data.total, 3)
})

test('an admin of another company and a head cannot create or disable companies', async () => {
  assert.equal((await as('admin2').post('/api/companies', company)).status, 403)
  assert.equal((await step('admin2', '002', 'disable')).status, 403)
  assert.equal((await as('head').post('/api/companies', company)).status, 403)
})

test('disable ends its staff’s sessions, and sign-in reports the reason; enable allows sign-in again', async () => {
  assert.equal((await as('admin2').get('/api/currentUser')).status, 200)
  const { status, data } = await step('admin', '002', 'disable')
  assert.deepEqual([status, data.status], [200, 'disabled'])
  assert.equal((await as('admin2').get('/api/currentUser')).status, 401)
  assert.equal(
    await db.selectFrom('session').selectAll().where('staffId', '=', 2).executeTakeFirst(),
    undefined,
  )
  const refused = await signIn('admin2')
  assert.deepEqual(
    [refused.status, refused.body.errorMessage],
    [401, '贵公司已停用，不能登录。如有疑问，请联系总部的管理员。'],
  )
  assert.equal((await signIn('admin2', 'wrong')).body.errorMessage, '用户名或密码错误。')
  assert.equal((await step('admin', '002', 'disable')).body.errorCode, 'WRONG_STATE')
  assert.equal((await step('admin', '002', 'enable')).data.status, 'active')
  assert.equal((await step('admin', '002', 'enable')).body.errorCode, 'WRONG_STATE')
  assert.equal((await signIn('admin2')).status, 200)
})

test('disable is refused for the headquarters, an unknown company and an old version', async () => {
  assert.equal((await step('admin', '001', 'disable')).body.errorMessage, '总部不能停用。')
  assert.equal((await as('admin').post('/api/companies/999/disable', { version: 1 })).status, 404)
  assert.equal((await as('admin').post('/api/companies/003/disable', { version: 9 })).body.errorCode, 'STALE')
})

test('POST /api/companies: the first month of its books is optional and cannot be after this month', async () => {
  const booksFrom = async (code: string) =>
    (await db.selectFrom('company').select('booksFrom').where('code', '=', code).executeTakeFirstOrThrow())
      .booksFrom
  const add = (code: string, month?: string) =>
    as('admin').post('/api/companies', {
      code,
      name: `云帆 ${code}`,
      adminName: '乔木',
      adminUsername: `qiaomu${code}`,
      booksFrom: month,
    })
  assert.equal((await add('011', '2026-03')).status, 200)
  assert.equal(await booksFrom('011'), '2026-03-01')
  assert.equal((await add('012')).status, 200)
  assert.equal(await booksFrom('012'), null)
  assert.deepEqual((await add('013', '2026-06')).data.fields, { booksFrom: '启用月份不能晚于本月。' })
})
