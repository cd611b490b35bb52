import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import { buildRequest } from '#kit/buildRequest.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { startupCalls } from './browser/earlyCalls.ts'

const { as } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

const HEADQUARTERS_ADMIN = 'admin'

test('each part of the startup response is what its own endpoint answers, for every role', async () => {
  for (const who of [HEADQUARTERS_ADMIN, 'admin2', 'admin3', 'head', 'agent', 'sales', 'finance']) {
    const { status, data } = await as(who).get('/api/startup')
    assert.equal(status, 200, who)
    assert.deepEqual(Object.keys(data).sort(), Object.keys(startupCalls).sort())
    for (const [name, { endpoint, input }] of Object.entries(startupCalls)) {
      const { url } = buildRequest('', endpoint, input)
      const isHidden = name === 'companies' && who !== HEADQUARTERS_ADMIN
      const own = isHidden ? null : (await as(who).get(url)).data
      assert.deepEqual(data[name], own, `${name} for ${who}`)
    }
  }
})

const VIEW = {
  list: 'list.stores',
  name: '到期提醒',
  scope: 'personal',
  query: 'status=serving',
  look: { dense: false, shown: {}, order: [], pins: {} },
}

test('the response has what the user has saved, and nobody else’s', async () => {
  const [head, agent] = [as('head'), as('agent')]
  await head.patch('/api/preferences/list.stores', { value: { dense: true } })
  assert.equal((await head.post('/api/saved-views', VIEW)).status, 200)
  const has = async (who: typeof head) => {
    const { data } = await who.get('/api/startup')
    const names = data.savedViews.map(({ name }: { name: string }) => name)
    return { preferences: data.preferences, view: names.includes(VIEW.name) }
  }
  assert.deepEqual(await has(head), {
    preferences: [{ key: 'list.stores', value: { dense: true } }],
    view: true,
  })
  assert.deepEqual(await has(agent), { preferences: [], view: false })
})

test('the demo has unread notices and several companies, so that these parts can differ', async () => {
  assert.ok((await as('head').get('/api/startup')).data.unread.unread > 0)
  assert.ok((await as(HEADQUARTERS_ADMIN).get('/api/startup')).data.companies.items.length > 1)
})

test('nothing is answered without a session', async () => {
  assert.equal((await as(null).get('/api/startup')).status, 401)
})
