import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

/** A separate session, so that viewing in one test does not affect another. */
async function session(username: string) {
  const { data } = await as(null).post('/api/login/account', {
    type: 'account',
    username,
    password: PASSWORD,
  })
  const headers = { authorization: data.token }
  return async (method: 'GET' | 'POST' | 'PATCH', url: string, payload: object = {}) => {
    const body = method === 'GET' ? {} : { payload }
    const answer = await app.inject({ method, url, headers, ...body })
    return { status: answer.statusCode, body: answer.json() }
  }
}

const lines = async (action: string) =>
  db.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute()

test('an admin viewing as a user sees what the user sees, cannot write, and can stop; the log names both', async () => {
  const request = await session('admin')
  const agent = await staffId('agent')
  const ofAgent = (await as('agent').get('/api/stores')).data
  assert.equal((await request('POST', `/api/staff/${agent}/view`)).status, 200)

  const user = (await request('GET', '/api/currentUser')).body.data
  assert.deepEqual([user.name, user.viewer.name, user.role], ['周小禾', '林知远', 2])
  assert.deepEqual((await request('GET', '/api/stores')).body.data, ofAgent)
  assert.equal(
    (await request('GET', '/api/staff')).status,
    403,
    'what the other may not, the admin may not either',
  )

  for (const [method, path] of [
    ['POST', '/api/customers'],
    ['POST', '/api/currentUser/password'],
    ['POST', '/api/preferences/language'],
    ['POST', `/api/staff/${agent}/view`],
    ['POST', '/api/exports'],
  ] as const) {
    const refused = await request(method, path, {})
    if (refused.status === 404 || refused.status === 405) continue
    assert.deepEqual([path, refused.status, refused.body.errorCode], [path, 403, 'VIEWING'])
    assert.equal(refused.body.errorMessage, '您正在以周小禾的身份查看，只能看，不能改。请先退出查看。')
  }

  assert.equal((await request('POST', '/api/currentUser/stop-viewing')).status, 200)
  const back = (await request('GET', '/api/currentUser')).body.data
  assert.deepEqual([back.name, back.viewer], ['林知远', null])
  const [begun, ended] = [(await lines('begin-viewing')).at(-1), (await lines('end-viewing')).at(-1)]
  const both = { viewer: [null, '林知远'], viewed: [null, '周小禾'] }
  for (const line of [begun, ended]) {
    assert.deepEqual([line?.actorName, line?.recordId, line?.changes], ['林知远', String(agent), both])
  }
  assert.equal((await request('POST', '/api/currentUser/stop-viewing')).body.errorCode, 'WRONG_STATE')
})

test('viewing affects only its own session, and sign-out works while viewing', async () => {
  const [request, other] = [await session('admin'), await session('admin')]
  await request('POST', `/api/staff/${await staffId('head')}/view`)
  assert.equal((await other('GET', '/api/currentUser')).body.data.name, '林知远')
  assert.equal((await request('POST', '/api/login/outLogin')).status, 200)
  assert.equal((await request('GET', '/api/currentUser')).status, 401)
})

test('only an admin can view, and only as another active user within reach', async () => {
  const view = async (who: string, whom: string) => {
    const answer = await (await session(who))('POST', `/api/staff/${await staffId(whom)}/view`)
    return [answer.status, answer.body.errorCode]
  }
  assert.deepEqual(await view('head', 'agent'), [403, 'FORBIDDEN'])
  assert.deepEqual(await view('finance', 'agent'), [403, 'FORBIDDEN'])
  assert.deepEqual(await view('admin2', 'admin'), [404, 'NOT_FOUND'])
  assert.deepEqual(await view('admin2', 'agent'), [404, 'NOT_FOUND'])
  assert.deepEqual(await view('admin', 'admin'), [409, 'WRONG_STATE'])
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'agent3').execute()
  assert.deepEqual(await view('admin', 'agent3'), [409, 'WRONG_STATE'])
  assert.deepEqual(await view('admin', 'admin2'), [200, undefined])
})

test('the viewing session ends once the viewed user is disabled', async () => {
  const request = await session('admin')
  await request('POST', `/api/staff/${await staffId('agent2')}/view`)
  assert.equal((await request('GET', '/api/currentUser')).body.data.name, '赵晓冬')
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'agent2').execute()
  assert.equal((await request('GET', '/api/currentUser')).status, 401)
  assert.equal(
    (await request('POST', '/api/customers')).status,
    401,
    'nothing is done in the own name by mistake',
  )
})
