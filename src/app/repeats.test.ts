import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deleteExpiredResponses } from '#kit/idempotency.ts'
import { PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { buildServer } from './server.ts'

const { app, as, db, clock } = await testApp(seedWorld)

async function tokenOf(username: string): Promise<string> {
  const body = { type: 'account', username, password: PASSWORD }
  return (await as(null).post('/api/login/account', body)).data.token
}
const tokens = {
  sales: await tokenOf('sales'),
  sales2: await tokenOf('sales2'),
  admin: await tokenOf('admin'),
}

async function send(who: keyof typeof tokens, url: string, key: string | undefined, payload: object) {
  const headers = { authorization: tokens[who], ...(key && { 'idempotency-key': key }) }
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, replayed: answer.headers['idempotency-replayed'], ...answer.json() }
}

const create = (who: 'sales' | 'sales2', key: string | undefined, name: string) =>
  send(who, '/api/customers', key, { name })
const countOf = async (name: string) =>
  (await db.selectFrom('customer').select('id').where('name', '=', name).execute()).length
const auditCount = async () => (await db.selectFrom('audit').select('id').execute()).length

test('a repeat gets the first response and does nothing', async () => {
  const first = await create('sales', 'k1', '重发的客户')
  const lines = await auditCount()
  const again = await create('sales', 'k1', '重发的客户')
  assert.deepEqual([first.status, again.status, again.replayed], [200, 200, 'true'])
  assert.deepEqual(again.data, first.data)
  assert.equal(first.replayed, undefined)
  assert.equal(await auditCount(), lines)
})

test('the same key with another body is refused', async () => {
  const other = await create('sales', 'k1', '另一个客户')
  assert.deepEqual([other.status, other.errorCode], [422, 'KEY_REUSED'])
  assert.equal(await countOf('另一个客户'), 0)
})

test('another user’s key is a different key', async () => {
  assert.equal((await create('sales2', 'k1', '别人的客户')).status, 200)
  assert.equal(await countOf('别人的客户'), 1)
})

test('of concurrent repeats one acts; the others get 409 while it runs, and its response afterwards', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => create('sales', 'k2', '同时的客户')))
  const firstAnswers = all.filter(({ status, replayed }) => status === 200 && !replayed)
  assert.equal(firstAnswers.length, 1)
  for (const { status, data, errorCode } of all) {
    if (status === 200) assert.deepEqual(data, firstAnswers[0]?.data)
    else assert.deepEqual([status, errorCode], [409, 'IN_PROGRESS'])
  }
  assert.equal(await countOf('同时的客户'), 1)
})

test('of two nodes on one database one acts; the other returns its response or 409', async () => {
  const other = await buildServer({ db, clock: () => clock.now, keyFor: TEST_KEYS })
  const headers = { authorization: tokens.sales, 'idempotency-key': 'k2-nodes' }
  const request = { method: 'POST' as const, url: '/api/customers', headers, payload: { name: '两台服务器' } }
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? app : other).inject(request)),
  )
  for (const { statusCode } of all) assert.ok([200, 409].includes(statusCode), String(statusCode))
  assert.equal(
    all.filter((answer) => answer.statusCode === 200 && !('idempotency-replayed' in answer.headers)).length,
    1,
  )
  const later = await other.inject(request)
  assert.deepEqual([later.statusCode, later.headers['idempotency-replayed']], [200, 'true'])
  assert.equal(await countOf('两台服务器'), 1)
  await other.close()
})

test('a refusal is not stored: once its cause is removed, the same request succeeds', async () => {
  const refused = await create('sales', 'k3', '重发的客户')
  assert.equal(refused.status, 409)
  await db.updateTable('customer').set({ name: 'x', nameKey: 'x' }).where('name', '=', '重发的客户').execute()
  assert.equal((await create('sales', 'k3', '重发的客户')).status, 200)
})

test('a response with a one-time password is stored encrypted, and replayed', async () => {
  const person = { username: 'new.person', name: '新同事', role: 3, mobile: '13900001234' }
  const first = await send('admin', '/api/staff', 'k4', person)
  assert.equal(first.status, 200, JSON.stringify(first))
  const again = await send('admin', '/api/staff', 'k4', person)
  assert.equal(again.data.oneTimePassword, first.data.oneTimePassword)
  const rows = await db.selectFrom('keptAnswer').select('body').execute()
  assert.ok(rows.length > 0)
  for (const { body } of rows) {
    assert.ok(!body.includes(first.data.oneTimePassword))
    assert.ok(!body.includes('customer'))
  }
})

test('a malformed key is refused; a request without a key acts each time', async () => {
  assert.equal((await create('sales', 'x'.repeat(256), '长键')).status, 400)
  assert.equal((await create('sales', 'a b', '空格键')).status, 400)
  assert.equal((await create('sales', undefined, '无键')).status, 200)
  assert.equal((await create('sales', undefined, '无键')).status, 409)
})

test('a response is stored for one day', async () => {
  const before = await db.selectFrom('keptAnswer').select('key').execute()
  await deleteExpiredResponses(db, new Date(clock.now.getTime() + 86_399_000))
  assert.equal((await db.selectFrom('keptAnswer').select('key').execute()).length, before.length)
  await deleteExpiredResponses(db, new Date(clock.now.getTime() + 86_401_000))
  assert.equal((await db.selectFrom('keptAnswer').select('key').execute()).length, 0)
})

// Number of random sequences; `npm run test:load` sets a larger one.
const numRuns = Number(process.env.REPEAT_RUNS ?? 12)

test('in random sequences of requests each key acts once, and all its responses are equal', async () => {
  const request = fc.record({
    who: fc.constantFrom('sales' as const, 'sales2' as const),
    key: fc.integer({ min: 1, max: 3 }),
    name: fc.integer({ min: 1, max: 2 }),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
      run += 1
      const model = new Map<string, { name: string; id: number }>()
      for (const { who, key, name } of requests) {
        const [usedKey, customerName] = [
          `run ${run} key ${key}`.replaceAll(' ', '-'),
          `客户 ${run} ${key} ${name}`,
        ]
        const answer = await create(who, usedKey, customerName)
        const earlier = model.get(`${who} ${usedKey}`)
        if (earlier && earlier.name !== customerName) assert.equal(answer.status, 422)
        else if (earlier) assert.deepEqual([answer.status, answer.data.id], [200, earlier.id])
        else if (answer.status === 200)
          model.set(`${who} ${usedKey}`, { name: customerName, id: answer.data.id })
        // The other user was first: the name is taken, and refusals are not stored.
        else assert.equal(answer.status, 409)
      }
      for (const { name } of model.values()) assert.equal(await countOf(name), 1)
    }),
    { numRuns },
  )
})
