import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { acceptMessage, ROBOT_HOST, testRobot } from '#testing/testRobot.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { means: transport, received } = await testRobot(acceptMessage)
const { as, db } = await testApp(seedWorld, { webhookTransport: transport })

const path = '/api/webhooks'
const KEY = 'very-secret-key'
const robot = { name: '运营群', kind: 'wecom', url: `https://${ROBOT_HOST}/send?key=${KEY}` }

test('webhooks: an admin adds, changes and tests a robot; its URL is encrypted and never returned', async () => {
  const created = await as('admin').post(path, { ...robot, secret: 'sign-me' })
  assert.deepEqual(
    { ...created.data, id: 0 },
    { id: 0, name: '运营群', kind: 'wecom', host: ROBOT_HOST, isSigned: true, subscriptions: 0, version: 1 },
  )
  const { id } = created.data
  const changed = await as('admin').patch(`${path}/${id}`, { version: 1, name: '客服群', secret: null })
  assert.deepEqual([changed.data.name, changed.data.isSigned, changed.data.version], ['客服群', false, 2])
  assert.equal((await as('admin').patch(`${path}/${id}`, { version: 1, name: '旧' })).status, 409)
  assert.equal((await as('admin').post(`${path}/${id}/test`)).status, 200)
  assert.equal(received.length, 1)
  assert.ok(received[0]?.path.includes(KEY))
  const stored = await db.selectFrom('webhook').selectAll().execute()
  const lines = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'webhook')
    .orderBy('id')
    .execute()
  const all = JSON.stringify([created.body, changed.body, (await as('admin').get(path)).body, stored, lines])
  assert.ok(!all.includes(KEY) && !all.includes('sign-me'))
  assert.ok(!stored.some(({ urlSealed }) => urlSealed.includes(KEY)))
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['create', 'update', 'test'],
  )
})

test('webhooks: another company’s robot gets 404; users other than admins see only the names', async () => {
  const { id } = (await as('admin2').post(path, robot)).data
  const numbers = async (who: string) => (await as(who).get(path)).data.map((one: { id: number }) => one.id)
  assert.deepEqual(await numbers('admin2'), [id])
  assert.ok(!(await numbers('admin')).includes(id))
  assert.equal((await as('admin').patch(`${path}/${id}`, { version: 1, name: 'x' })).status, 404)
  assert.equal((await as('admin').post(`${path}/${id}/test`)).status, 404)
  assert.equal((await as('admin').delete(`${path}/${id}`)).status, 404)
  assert.equal((await as('agent').post(path, robot)).status, 403)
  assert.deepEqual((await as('sales-b').get(`${path}/options`)).data, { items: [{ id, name: '运营群' }] })
})

test('webhooks: a URL that is not allowed is refused with a message that does not repeat it', async () => {
  for (const url of [
    `http://${ROBOT_HOST}/send?key=${KEY}`,
    `https://127.0.0.1/send?key=${KEY}`,
    `https://${ROBOT_HOST}:444/send?key=${KEY}`,
    `https://other.example.cn/send?key=${KEY}`,
    KEY,
  ]) {
    const { status, body, data } = await as('admin').post(path, { ...robot, name: '别的群', url })
    assert.deepEqual([status, Object.keys(data.fields)], [400, ['url']], url)
    assert.ok(!JSON.stringify(body).includes(KEY))
  }
})

test('webhooks: a name is unique per company, and a company has at most twenty robots', async () => {
  const { status, data } = await as('admin2').post(path, robot)
  assert.deepEqual([status, Object.keys(data.fields)], [409, ['name']])
  for (let n = 1; n < 20; n += 1) {
    assert.equal((await as('admin2').post(path, { ...robot, name: `群${n}` })).status, 200)
  }
  assert.equal((await as('admin2').post(path, { ...robot, name: '再一个' })).status, 409)
})

test('webhooks: a test message that the robot refuses reports the reason', async () => {
  const refusing = await testRobot((reply) => reply.end('{"errcode":93000}'))
  Object.assign(transport, refusing.means)
  const { id } = (await as('admin').post(path, { ...robot, name: '拒收群' })).data
  const { status, body } = await as('admin').post(`${path}/${id}/test`)
  assert.equal(status, 409)
  assert.match(body.errorMessage ?? '', /93000/)
  assert.equal((await as('admin').delete(`${path}/${id}`)).status, 200)
})
