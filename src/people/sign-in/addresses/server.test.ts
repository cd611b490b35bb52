import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, clock, db } = await testApp(seedWorld)

const OFFICE = '203.0.113.7'
const HOME = '198.51.100.20'
const PATH = '/api/sign-in-security/addresses'

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, ip: string, token = '', payload?: object) {
  const headers = token ? { authorization: token } : {}
  const answer = await app.inject({ method, url, headers, payload, remoteAddress: ip })
  return { status: answer.statusCode, body: answer.json(), data: answer.json().data }
}

const signIn = (username: string, ip = OFFICE, password = PASSWORD) =>
  send('POST', '/api/login/account', ip, '', { type: 'account', username, password })

const tokenOf = async (username: string) => (await signIn(username)).data.token as string

const addresses = (...list: string[]) => list.map((address) => ({ address, note: null }))

/** Sets the addresses of a company without its own check. */
async function allow(companyCode: string, list: string[]): Promise<void> {
  const row = { addresses: list, notes: list.map(() => ''), updatedAt: NOON, updatedBy: null }
  await db
    .insertInto('signInAddressRule')
    .values({ companyCode, ...row })
    .onConflict((clash) => clash.column('companyCode').doUpdateSet(row))
    .execute()
}

test('an admin sets the addresses with notes, sees the own one, and the log has both lists', async () => {
  const token = await tokenOf('admin')
  const first = await send('GET', PATH, OFFICE, token)
  assert.deepEqual(first.data, { addresses: [], version: 0, currentAddress: OFFICE, proxyIgnored: false })
  const list = [{ address: '203.0.113.0/24', note: '三楼' }, ...addresses('2001:db8::/32')]
  const set = await send('PATCH', PATH, OFFICE, token, { addresses: list, version: 0 })
  assert.equal(set.status, 200, set.body.errorMessage)
  assert.deepEqual(set.data.addresses, list)
  assert.equal(set.data.version, 1)
  const stale = await send('PATCH', PATH, OFFICE, token, { addresses: [], version: 0 })
  assert.equal(stale.body.errorCode, 'STALE')
  const line = await db.selectFrom('audit').select('changes').orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.deepEqual(line.changes, { signInAddresses: [[], ['203.0.113.0/24 三楼', '2001:db8::/32']] })
  const cleared = await send('PATCH', PATH, OFFICE, token, { addresses: [], version: 1 })
  assert.equal(cleared.status, 200)
})

test('a list without the own address, wrong addresses and other roles are refused', async () => {
  const token = await tokenOf('admin')
  const { version } = (await send('GET', PATH, OFFICE, token)).data
  const other = await send('PATCH', PATH, OFFICE, token, { addresses: addresses('10.0.0.0/8'), version })
  assert.match(other.data.fields.addresses, /您现在的地址 203\.0\.113\.7 不在其中/)
  const wrong = await send('PATCH', PATH, OFFICE, token, { addresses: addresses('office'), version })
  assert.equal(wrong.status, 400)
  const many = addresses(...Array<string>(101).fill(OFFICE))
  assert.equal((await send('PATCH', PATH, OFFICE, token, { addresses: many, version })).status, 400)
  for (const username of ['head', 'agent', 'sales', 'finance']) {
    const theirs = await tokenOf(username)
    assert.equal((await send('GET', PATH, OFFICE, theirs)).status, 403)
    assert.equal((await send('PATCH', PATH, OFFICE, theirs, { addresses: [], version })).status, 403)
  }
})

test('sign-in from another address is refused with the reason, only after the right password, and recorded', async () => {
  await allow('001', [OFFICE])
  const refused = await signIn('agent', HOME)
  assert.equal(refused.status, 401)
  assert.equal(refused.body.errorMessage, `贵公司只允许从公司的网络登录，您现在的地址 ${HOME} 不在其中。`)
  assert.equal((await signIn('agent', HOME, 'guess')).body.errorMessage, '用户名或密码错误。')
  assert.equal((await signIn('agent', OFFICE)).status, 200)
  assert.equal((await signIn('sales-b', HOME)).status, 200, 'the other company has no list')
  const rows = await db
    .selectFrom('signInAttempt')
    .select('outcome')
    .where('name', '=', 'agent')
    .where('ip', '=', HOME)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ['addressRefused', 'wrong'],
  )
  await allow('001', [])
})

test('an open session is refused from another address, with the reason, and works again from an allowed one', async () => {
  const token = await tokenOf('agent')
  await allow('001', ['203.0.113.0/24'])
  const away = await send('GET', '/api/currentUser', HOME, token)
  assert.equal(away.status, 401)
  assert.match(away.body.errorMessage, /贵公司只允许从公司的网络登录/)
  assert.equal((await send('POST', '/api/notices/read-all', HOME, token, { upTo: 1 })).status, 401)
  assert.equal((await send('GET', '/api/currentUser', OFFICE, token)).status, 200)
  assert.equal((await send('GET', '/api/currentUser', `::ffff:${OFFICE}`, token)).status, 200)
  // A browser that still sends this token can sign in as a user of another company.
  const body = { type: 'account', username: 'sales-b', password: PASSWORD }
  assert.equal((await send('POST', '/api/login/account', HOME, token, body)).status, 200)
  await allow('001', [])
})

test('the admin of another company reads and sets only the own list', async () => {
  await allow('001', [OFFICE])
  const token = await tokenOf('admin2')
  const { data } = await send('GET', PATH, OFFICE, token)
  assert.deepEqual([data.addresses, data.version], [[], 0])
  const set = await send('PATCH', PATH, HOME, token, { addresses: addresses(HOME), version: 0 })
  assert.equal(set.status, 200)
  assert.equal((await signIn('admin', OFFICE)).status, 200)
  clock.now = NOON
})
