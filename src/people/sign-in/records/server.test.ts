import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteOldAttempts, type NewAttempt, recordAttempt } from '#people/sessions/attempts/queries.ts'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db, sentCodes } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'
const DAY_MS = 24 * 3_600_000

async function signIn(
  username: string,
  password = PASSWORD,
  { ip = '203.0.113.7', device = undefined as string | undefined } = {},
) {
  const payload = { type: 'account', username, password, device }
  const headers = { 'user-agent': EDGE }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login/account',
    payload,
    headers,
    remoteAddress: ip,
  })
  return { status: answer.statusCode, data: answer.json().data }
}

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

const secretOf = (letter: string) => letter.repeat(43)

const rowsOf = async (name: string) =>
  db.selectFrom('signInAttempt').selectAll().where('name', '=', name).orderBy('id').execute()

test('successful and failed attempts are recorded with name, address, device and factor', async () => {
  await signIn('agent', 'guess')
  later(1000)
  const { data } = await signIn('agent', PASSWORD, { device: secretOf('a') })
  later(1000)
  await signIn('agent', PASSWORD, { device: secretOf('a') })
  const headers = { authorization: data.token }
  const own = (await app.inject({ url: '/api/currentUser/sign-ins', headers })).json().data
  assert.equal(own.total, 3)
  const facts = own.items.map(
    ({ outcome, factor, knownDevice, ip, browser, system }: Record<string, unknown>) => [
      outcome,
      factor,
      knownDevice,
      ip,
      browser,
      system,
    ],
  )
  const here = ['203.0.113.7', 'Edge 141', 'Windows']
  assert.deepEqual(facts, [
    ['success', 'password', true, ...here],
    ['success', 'password', false, ...here],
    ['wrong', 'password', false, ...here],
  ])
  const filtered = await app.inject({ url: '/api/currentUser/sign-ins?outcome=wrong', headers })
  assert.equal(filtered.json().data.total, 1)
  const before = await app.inject({ url: '/api/currentUser/sign-ins?to=2026-05-18', headers })
  assert.equal(before.json().data.total, 0)
})

test('equal attempts within 15 minutes are one row with their number, also those that are refused by the limit', async () => {
  for (let n = 0; n < 14; n += 1) await signIn('sales', 'guess')
  const rows = await rowsOf('sales')
  assert.deepEqual(
    rows.map(({ outcome, times }) => [outcome, times]),
    [
      ['wrong', 10],
      ['locked', 4],
    ],
  )
  later(15 * 60_000)
  await signIn('sales', 'guess')
  assert.equal((await rowsOf('sales')).length, 3)
})

test('an unknown name is masked and shown to the admin of the headquarters only', async () => {
  await signIn('Sommer2026!', 'guess')
  const text = JSON.stringify(await db.selectFrom('signInAttempt').selectAll().execute())
  assert.ok(!/sommer2026/i.test(text))
  const namesOf = async (username: string) => {
    const { data } = await as(username).get('/api/sign-ins?pageSize=100')
    return (data.items as { name: string }[]).map(({ name }) => name)
  }
  assert.ok((await namesOf('admin')).includes('s**********'))
  const ofOthers = await namesOf('admin2')
  assert.deepEqual(ofOthers, ['admin2'])
})

test('an admin sees the records of the company, others only their own', async () => {
  const id = await staffId('agent')
  const ofPerson = await as('admin').get(`/api/sign-ins?staffId=${id}`)
  assert.equal(ofPerson.data.total, 3)
  assert.equal(ofPerson.data.items[0].staffName, '周小禾')
  assert.equal((await as('admin').get('/api/sign-ins?keyword=周小禾')).data.total, 3)
  assert.equal((await as('admin2').get(`/api/sign-ins?staffId=${id}`)).data.total, 0)
  for (const username of ['head', 'agent3', 'sales2', 'finance'])
    assert.equal((await as(username).get('/api/sign-ins')).status, 403)
  assert.equal((await as('admin2').get('/api/sign-ins?companyCode=001')).status, 403)
  assert.equal((await as('admin').get('/api/sign-ins?companyCode=002')).data.total, 1)
})

test('a sign-in by code is recorded under the masked mobile', async () => {
  await as(null).post('/api/login/captcha?mobile=13800000010')
  const { code } = sentCodes.at(-1) ?? { code: '' }
  const body = { type: 'mobile', mobile: '13800000010', captcha: code }
  assert.equal((await as(null).post('/api/login/account', body)).status, 200)
  const [row] = await rowsOf('138****0010')
  assert.deepEqual(
    [row?.outcome, row?.factor, row?.staffId],
    ['success', 'mobileCode', await staffId('finance')],
  )
})

test('a refused sign-in of a disabled company is recorded as such', async () => {
  const set = (status: 'active' | 'disabled') =>
    db.updateTable('company').set({ status }).where('code', '=', '002').execute()
  await set('disabled')
  assert.equal((await signIn('sales-b')).status, 401)
  await set('active')
  assert.equal((await rowsOf('sales-b')).at(-1)?.outcome, 'companyDisabled')
})

test('guesses cannot fill the disk: rows per person, address and for all unknown names are limited', async () => {
  const count = async () => (await db.selectFrom('signInAttempt').select('id').execute()).length
  const before = await count()
  const guess = {
    at: clock.now,
    userAgent: '',
    knownDevice: false,
    factor: 'password',
    outcome: 'wrong',
  } as const
  const owner = { staffId: await staffId('head2'), companyCode: '001' }
  const attempt = (more: Pick<NewAttempt, 'name' | 'owner' | 'ip'>) =>
    db.transaction().execute((tx) => recordAttempt(tx, { ...guess, ...more }))
  // Each from a different address or with a different name, so that no two are equal.
  for (let n = 0; n < 120; n += 1) await attempt({ name: 'head2', owner, ip: `198.51.100.${n}` })
  assert.equal((await count()) - before, 100)
  const [last] = (await rowsOf('head2')).slice(-1)
  assert.equal(last?.times, 21)
  for (let n = 0; n < 60; n += 1) await attempt({ name: '*'.repeat(n), owner: null, ip: '192.0.2.1' })
  assert.equal((await count()) - before, 150)
  // The owner's own sign-ins are still recorded.
  assert.equal((await signIn('head2')).status, 200)
  assert.equal((await rowsOf('head2')).at(-1)?.outcome, 'success')
})

test('a person is notified of a sign-in from a new device, but not of the very first one', async () => {
  clock.now = new Date(NOON.getTime() + DAY_MS)
  const noticesOf = async (username: string) => {
    const query = db.selectFrom('notice').select(['title', 'link']).where('kind', '=', 'newDevice')
    return query
      .where('staffId', '=', await staffId(username))
      .orderBy('id')
      .execute()
  }
  await signIn('agent2', PASSWORD, { device: secretOf('b') })
  assert.equal((await noticesOf('agent2')).length, 0)
  await signIn('agent2', PASSWORD, { device: secretOf('b') })
  assert.equal((await noticesOf('agent2')).length, 0)
  await signIn('agent2', PASSWORD, { device: secretOf('c') })
  const [notice] = await noticesOf('agent2')
  assert.deepEqual(notice, {
    title: { sentence: '新设备登录了您的账号：{device}', values: { device: 'Windows · Edge 141' } },
    link: '/account/settings?tab=sign-ins',
  })
  // A browser without a secret is new each time; the person is notified once a day.
  await signIn('agent2')
  await signIn('agent2')
  assert.equal((await noticesOf('agent2')).length, 2)
  await signIn('agent2', 'guess', { device: secretOf('d') })
  assert.equal((await noticesOf('agent2')).length, 2)
})

test('attempts are deleted after 180 days, those with an unknown name after 30', async () => {
  const left = async () =>
    (await db.selectFrom('signInAttempt').select('staffId').execute()).map((row) => row.staffId)
  await deleteOldAttempts(db, new Date(clock.now.getTime() + 31 * DAY_MS))
  const after31 = await left()
  assert.ok(after31.length > 0 && after31.every((id) => id !== null))
  await deleteOldAttempts(db, new Date(clock.now.getTime() + 181 * DAY_MS))
  assert.deepEqual(await left(), [])
})
