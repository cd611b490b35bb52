import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)

const WINDOW_MS = 15 * 60_000

async function signIn(username: string, password = PASSWORD, remoteAddress = '10.1.0.1') {
  const payload = { type: 'account', username, password }
  const answer = await app.inject({ method: 'POST', url: '/api/login/account', payload, remoteAddress })
  return { status: answer.statusCode, body: answer.json(), retryAfter: answer.headers['retry-after'] }
}

async function fail(username: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) assert.equal((await signIn(username, 'guess')).status, 401)
}

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

test('ten failures lock a name, known or not, for the rest of 15 minutes, and only that name', async () => {
  for (const name of ['sales2', 'ghost']) {
    await fail(name, 10)
    later(60_000)
    const locked = await signIn(name)
    assert.equal(locked.status, 429)
    assert.equal(locked.body.errorMessage, '登录失败次数过多，请 14 分钟后再试。')
    assert.equal(locked.retryAfter, '840')
    clock.now = NOON
  }
  assert.equal((await signIn('head2')).status, 200)
  later(WINDOW_MS + 1)
  assert.equal((await signIn('sales2')).status, 200)
  clock.now = NOON
})

test('the last three attempts tell how many are left, for unknown names too', async () => {
  for (const name of ['agent3', 'ghost3']) {
    const sentences: string[] = []
    for (let n = 0; n < 10; n += 1)
      sentences.push((await signIn(name, 'guess', '10.1.0.3')).body.errorMessage)
    assert.deepEqual(new Set(sentences.slice(0, 6)), new Set(['用户名或密码错误。']))
    assert.deepEqual(sentences.slice(6), [
      ...[3, 2, 1].map((n) => `用户名或密码错误，还可以再试 ${n} 次。`),
      '用户名或密码错误，这次起暂停登录。',
    ])
  }
  await db.deleteFrom('signInFailure').execute()
  await db.deleteFrom('signInStreak').execute()
})

test('of thirty concurrent wrong guesses ten are checked, the others get 429', async () => {
  const guesses = Array.from({ length: 29 }, () => signIn('finance', 'guess'))
  const answers = await Promise.all([...guesses, signIn('finance', 'guess')])
  assert.equal(answers.filter(({ status }) => status === 401).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 20)
})

test('a successful sign-in clears the earlier failures', async () => {
  await fail('agent', 9)
  assert.equal((await signIn('agent')).status, 200)
  await fail('agent', 9)
  assert.equal((await signIn('agent')).status, 200)
  const left = await db.selectFrom('signInStreak').select('name').where('name', '=', 'agent').execute()
  assert.deepEqual(left, [])
})

test('an IP address is locked after a hundred failures across all names', async () => {
  const from = async (mobile: string) => {
    const payload = { type: 'mobile', mobile, captcha: '000000' }
    const url = '/api/login/account'
    return (await app.inject({ method: 'POST', url, payload, remoteAddress: '10.9.9.9' })).statusCode
  }
  for (let n = 0; n < 100; n += 1) assert.equal(await from(`139000000${String(n).padStart(2, '0')}`), 401)
  assert.equal(await from('13900000100'), 429)
  assert.equal((await signIn('head2', PASSWORD, '10.9.9.9')).status, 429)
  assert.equal((await signIn('head2', PASSWORD, '10.9.9.8')).status, 200)
})

test('a hundred failures in a row lock a name, known or not, until an admin resets the password', async () => {
  const many = (name: string) => ({ name, failures: 98, lastAt: NOON })
  await db
    .insertInto('signInStreak')
    .values([many('sales'), many('ghost2')])
    .execute()
  for (const name of ['sales', 'ghost2']) {
    await fail(name, 2)
    later(WINDOW_MS + 1)
    const locked = await signIn(name)
    assert.equal(locked.status, 429)
    assert.match(locked.body.errorMessage, /请联系您的管理员解除限制或重置密码/)
    assert.equal(locked.retryAfter, undefined)
  }
  const { id, version } = await db
    .selectFrom('staff')
    .select(['id', 'version'])
    .where('username', '=', 'sales')
    .executeTakeFirstOrThrow()
  const reset = await as('admin').post(`/api/staff/${id}/reset-password`, { version })
  assert.equal(reset.status, 200)
  assert.equal((await signIn('sales', reset.data.oneTimePassword)).status, 200)
  clock.now = NOON
})

test('wrong old passwords in a password change are limited like failed sign-ins', async () => {
  const { body } = await signIn('head')
  const change = { oldPassword: 'guess', newPassword: '湖边的七棵老柳树' }
  const headers = { authorization: body.data.token }
  const url = '/api/currentUser/password'
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) {
    statuses.push((await app.inject({ method: 'POST', url, headers, payload: change })).statusCode)
  }
  assert.deepEqual(statuses, [...Array(10).fill(400), 429])
})

test('failed sign-ins of strangers do not keep a signed-in user from changing the password', async () => {
  const { body } = await signIn('agent2')
  await fail('agent2', 10)
  assert.equal((await signIn('agent2')).status, 429)
  const payload = { oldPassword: PASSWORD, newPassword: '湖边的七棵老柳树' }
  const headers = { authorization: body.data.token }
  const answer = await app.inject({ method: 'POST', url: '/api/currentUser/password', headers, payload })
  assert.equal(answer.statusCode, 200)
})

test('failure streaks of unknown names are deleted after 30 days, those of staff are kept', async () => {
  await fail('nobody-here', 1)
  await fail('agent3', 1)
  later(31 * 24 * 3_600_000)
  await signIn('admin2')
  const names = (await db.selectFrom('signInStreak').select('name').execute()).map(({ name }) => name)
  assert.ok(names.includes('agent3'))
  assert.ok(!names.includes('nobody-here'))
  clock.now = NOON
})
