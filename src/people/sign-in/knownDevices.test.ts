import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const OFFICE = '203.0.113.7'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const newSecret = () => randomBytes(32).toString('base64url')

interface Trial {
  username: string
  device?: string
  password?: string
  ip?: string
  token?: string
}

async function post(
  url: string,
  payload: object,
  { ip = OFFICE, token }: { ip?: string; token?: string } = {},
) {
  const headers = token ? { authorization: token } : {}
  const answer = await app.inject({ method: 'POST', url, payload, headers, remoteAddress: ip })
  return { status: answer.statusCode, body: answer.json(), data: answer.json().data }
}

const signIn = ({ username, device, password = PASSWORD, ip }: Trial) =>
  post('/api/login/account', { type: 'account', username, password, device }, { ip })

const fail = (trial: Trial) => signIn({ ...trial, password: 'guess' })

/** Fails a number of times, some at a time. */
async function failOften(times: number, trialOf: (n: number) => Trial): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 20) {
    const some = Array.from({ length: Math.min(20, times - n) }, (_, index) => fail(trialOf(n + index)))
    statuses.push(...(await Promise.all(some)).map(({ status }) => status))
  }
  return statuses
}

/** A browser on which the person has signed in. */
async function knownDeviceOf(username: string): Promise<string> {
  const device = newSecret()
  const answer = await signIn({ username, device })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return device
}

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

beforeEach(async () => {
  clock.now = NOON
  for (const table of ['signInFailure', 'signInStreak', 'knownDevice'] as const)
    await db.deleteFrom(table).execute()
})

test('after 1,000 wrong attempts from the office a colleague signs in on a known device, on a new one not', async () => {
  const device = await knownDeviceOf('agent')
  const names = ['agent', 'head', 'sales', 'nobody']
  const statuses = await failOften(1_000, (n) => ({ username: names[n % names.length] ?? '' }))
  assert.equal(statuses.filter((status) => status === 401).length, 40)
  assert.equal(statuses.filter((status) => status === 429).length, 960)
  assert.equal((await signIn({ username: 'agent' })).status, 429)
  assert.equal((await signIn({ username: 'agent', device: newSecret() })).status, 429)
  assert.equal((await signIn({ username: 'agent', device })).status, 200)
})

test('an address that is locked for all names does not lock a known device', async () => {
  const device = await knownDeviceOf('agent')
  await failOften(100, (n) => ({ username: `ghost${n}` }))
  assert.equal((await signIn({ username: 'head2' })).status, 429)
  assert.equal((await signIn({ username: 'agent', device })).status, 200)
})

test('a name that is locked after a hundred failures in a row opens on a known device, and is open again', async () => {
  const device = await knownDeviceOf('agent')
  await db.insertInto('signInStreak').values({ name: 'agent', failures: 100, lastAt: NOON }).execute()
  assert.equal((await signIn({ username: 'agent' })).status, 429)
  assert.equal((await signIn({ username: 'agent', device })).status, 200)
  assert.equal((await signIn({ username: 'agent' })).status, 200)
})

test('a sign-in on a known device gives a stranger no more guesses within the 15 minutes', async () => {
  const device = await knownDeviceOf('agent')
  await failOften(10, () => ({ username: 'agent', ip: '198.51.100.9' }))
  assert.equal((await signIn({ username: 'agent', device })).status, 200)
  assert.equal((await fail({ username: 'agent', ip: '198.51.100.9' })).status, 429)
})

test('of thirty concurrent guesses on a known device ten are checked; then it is locked for 15 minutes', async () => {
  const device = await knownDeviceOf('finance')
  const answers = await Promise.all(Array.from({ length: 30 }, () => fail({ username: 'finance', device })))
  assert.equal(answers.filter(({ status }) => status === 401).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 20)
  assert.equal((await signIn({ username: 'finance', device })).status, 429)
  // The device counts alone: the name is open on other devices.
  assert.equal((await signIn({ username: 'finance' })).status, 200)
  assert.equal((await signIn({ username: 'finance', device })).status, 429)
  later(15 * 60_000 + 1)
  assert.equal((await signIn({ username: 'finance', device })).status, 200)
})

test('a hundred failures in a row on a known device lock it until an admin resets the password', async () => {
  const device = await knownDeviceOf('agent')
  await db.updateTable('knownDevice').set({ failures: 99 }).execute()
  assert.equal((await fail({ username: 'agent', device })).status, 401)
  later(16 * 60_000)
  const locked = await signIn({ username: 'agent', device })
  assert.match(locked.body.errorMessage, /请联系您的管理员解除限制或重置密码/)
  const id = await staffId('agent')
  const { version } = (await as('admin').get(`/api/staff/${id}`)).data
  const { data } = await as('admin').post(`/api/staff/${id}/reset-password`, { version })
  assert.equal((await signIn({ username: 'agent', device, password: data.oneTimePassword })).status, 200)
  await setPasswordBack('agent')
})

async function setPasswordBack(username: string): Promise<void> {
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('username', '=', 'head2')
    .executeTakeFirstOrThrow()
  const change = { passwordHash, mustChangePassword: false }
  await db.updateTable('staff').set(change).where('username', '=', username).execute()
}

test('a stolen secret opens nothing without the password, and counts for its person only', async () => {
  const device = await knownDeviceOf('agent')
  const wrong = await fail({ username: 'agent', device, ip: '198.51.100.9' })
  assert.equal(wrong.status, 401)
  assert.equal(wrong.body.errorMessage, '用户名或密码错误。')
  // For another person the device is unknown: it has the limits of the name.
  await failOften(10, () => ({ username: 'head2' }))
  assert.equal((await signIn({ username: 'head2', device })).status, 429)
})

test('known and unknown names and devices get the same answers', async () => {
  const device = await knownDeviceOf('agent')
  const answers: string[] = []
  for (const username of ['agent', 'head', 'nobody'])
    for (const secret of [device, newSecret(), undefined]) {
      const { status, body } = await fail({ username, device: secret ?? undefined })
      const { traceId: _, ...rest } = body
      answers.push(JSON.stringify([status, rest]))
    }
  assert.equal(new Set(answers).size, 1)
})

test('a device is known only after the second step of a person with a second factor', async () => {
  const { token } = (await signIn({ username: 'sales2' })).data
  const path = '/api/currentUser/second-factor'
  const { secret } = (await post(`${path}/begin`, { password: PASSWORD }, { token })).data
  const otpNow = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() })
  assert.equal((await post(`${path}/confirm`, { otp: otpNow() }, { token })).status, 200)
  const device = newSecret()
  const known = async () => (await db.selectFrom('knownDevice').select('id').execute()).length
  later(30_000)
  const first = await signIn({ username: 'sales2', device })
  assert.equal(first.body.errorCode, 'SECOND_FACTOR')
  assert.equal(await known(), 0)
  const step = (otp: string) =>
    post('/api/login/account', { type: 'ticket', ticket: first.data.ticket, otp, device })
  assert.equal((await step('000000')).status, 401)
  assert.equal(await known(), 0)
  assert.equal((await step(otpNow())).status, 200)
  assert.equal(await known(), 1)
})

test('a change of the password forgets the other devices, a reset by the admin all', async () => {
  const other = await knownDeviceOf('sales')
  const device = newSecret()
  const { token } = (await signIn({ username: 'sales', device })).data
  const isKnown = async (secret: string) => {
    await failOften(10, () => ({ username: 'sales', ip: '198.51.100.8' }))
    return (await fail({ username: 'sales', device: secret, ip: '198.51.100.8' })).status === 401
  }
  const change = { oldPassword: PASSWORD, newPassword: '湖边的七棵老柳树' }
  assert.equal((await post('/api/currentUser/password', change, { token })).status, 200)
  assert.deepEqual([await isKnown(device), await isKnown(other)], [true, false])
  const id = await staffId('sales')
  const { version } = (await as('admin').get(`/api/staff/${id}`)).data
  await as('admin').post(`/api/staff/${id}/reset-password`, { version })
  await failOften(10, () => ({ username: 'sales', ip: '198.51.100.8' }))
  assert.equal((await fail({ username: 'sales', device })).status, 429)
  await setPasswordBack('sales')
})

test('signing a device out from another one forgets it; signing out on it does not', async () => {
  const device = newSecret()
  const { token } = (await signIn({ username: 'head', device })).data
  await post('/api/login/outLogin', {}, { token })
  const secrets = async () => (await db.selectFrom('knownDevice').select('id').execute()).length
  assert.equal(await secrets(), 1)
  const lost = newSecret()
  await signIn({ username: 'head', device: lost })
  const here = (await signIn({ username: 'head', device })).data.token
  assert.equal(await secrets(), 2)
  const list = await app.inject({ url: '/api/currentUser/sessions', headers: { authorization: here } })
  const { id } = list.json().data.find(({ current }: { current: boolean }) => !current)
  await post(`/api/currentUser/sessions/${id}/revoke`, {}, { token: here })
  assert.equal(await secrets(), 1)
})

test('a device is forgotten after 180 days without a sign-in, and the oldest beyond twenty', async () => {
  const device = await knownDeviceOf('agent')
  later(180 * DAY_MS)
  await failOften(10, () => ({ username: 'agent' }))
  assert.equal((await signIn({ username: 'agent', device })).status, 429)
  clock.now = NOON
  await db.deleteFrom('signInFailure').execute()
  const secrets: string[] = []
  for (let n = 0; n < 21; n += 1) {
    later(1000)
    secrets.push(await knownDeviceOf('head2'))
  }
  const of = db
    .selectFrom('knownDevice')
    .select('id')
    .where('staffId', '=', await staffId('head2'))
  assert.equal((await of.execute()).length, 20)
  await failOften(10, () => ({ username: 'head2' }))
  assert.equal((await fail({ username: 'head2', device: secrets[0] ?? '' })).status, 429)
  assert.equal((await fail({ username: 'head2', device: secrets[1] ?? '' })).status, 401)
})

test('a device secret of another form is refused', async () => {
  for (const device of ['short', 'x'.repeat(44), `${'x'.repeat(42)}+`])
    assert.equal((await signIn({ username: 'agent', device })).status, 400)
})

test('the database has the hash of a secret only', async () => {
  const device = await knownDeviceOf('agent')
  const [row] = await db.selectFrom('knownDevice').selectAll().execute()
  assert.ok(row)
  assert.equal(row.secretHash.length, 32)
  assert.ok(!row.secretHash.equals(Buffer.from(device, 'base64url')))
})
