import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'
import { MOST_BYTES } from './contract.ts'
import { MOST_KEYS } from './rules.ts'

const { app, as, db } = await testApp(seedWorld)

const path = '/api/preferences'
const set = (who: string, key: string, value: unknown) => as(who).patch(`${path}/${key}`, { value })
const kept = async (who: string) => (await as(who).get(path)).data

test('preferences: what a person keeps comes back as it was given, the newest write stands', async () => {
  assert.deepEqual(await kept('head'), [])
  const columns = { order: ['name', 'code'], pinned: { code: 'end' }, dense: true }
  const { status, data } = await set('head', 'list.stores', columns)
  assert.deepEqual([status, data], [200, { key: 'list.stores', value: columns }])
  await set('head', 'locale', 'en-US')
  await set('head', 'locale', 'zh-CN')
  assert.deepEqual(await kept('head'), [
    { key: 'list.stores', value: columns },
    { key: 'locale', value: 'zh-CN' },
  ])
})

test('preferences: nobody sees or touches those of another', async () => {
  await set('sales', 'locale', 'ja-JP')
  assert.deepEqual(await kept('sales2'), [])
  assert.equal((await as('sales2').delete(`${path}/locale`)).status, 200)
  assert.deepEqual(await kept('sales'), [{ key: 'locale', value: 'ja-JP' }])
})

test('preferences: removed, the default holds again; removing what is not there is no failure', async () => {
  await set('agent', 'sider', { folded: true })
  assert.equal((await as('agent').delete(`${path}/sider`)).status, 200)
  assert.equal((await as('agent').delete(`${path}/sider`)).status, 200)
  assert.deepEqual(await kept('agent'), [])
})

test('preferences: any JSON is kept to the letter; what no database takes is refused', async () => {
  for (const value of ['a\u0000b', '\ud800']) assert.equal((await set('agent2', 'odd', value)).status, 400)
  for (const value of [null, 0, false, '', [], "'; drop table preference; --", '店铺']) {
    assert.equal((await set('agent2', 'odd', value)).status, 200)
    assert.deepEqual((await kept('agent2'))[0].value, value)
  }
})

test('preferences: a key of another shape, no value, or anything more is refused', async () => {
  for (const key of ['List', 'a..b', '.a', 'a.', '-a', 'a b', `a${'b'.repeat(64)}`, '列']) {
    assert.equal((await set('agent2', encodeURIComponent(key), 1)).status, 400, key)
  }
  assert.equal((await as('agent2').patch(`${path}/key`, {})).status, 400)
  assert.equal((await as('agent2').patch(`${path}/key`, { value: 1, staffId: 1 })).status, 400)
})

test('preferences: a value has 4 KiB, counted in bytes', async () => {
  const text = (bytes: number) => 'x'.repeat(bytes - 2)
  assert.equal((await set('finance', 'big', text(MOST_BYTES))).status, 200)
  const { status, data } = await set('finance', 'big', text(MOST_BYTES + 1))
  assert.deepEqual([status, data.fields], [400, { value: '设置内容太长，最多 4 KiB' }])
  assert.equal((await set('finance', 'big', '店'.repeat(1400))).status, 400)
  const deep = `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const headers = { authorization: await tokenOf('finance'), 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'PATCH', url: `${path}/deep`, headers, payload: deep })
  assert.equal(answer.statusCode, 400)
})

async function tokenOf(username: string): Promise<string> {
  const account = { type: 'account', username, password: PASSWORD }
  return (await as(null).post('/api/login/account', account)).data.token
}

test('preferences: a person has 200 keys, and those can still be changed', async () => {
  for (let n = 0; n < MOST_KEYS; n += 1) assert.equal((await set('head2', `key.${n}`, n)).status, 200)
  const { status, body } = await set('head2', 'one-more', 1)
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
  assert.equal((await set('head2', 'key.0', 'changed')).status, 200)
  await as('head2').delete(`${path}/key.1`)
  assert.equal((await set('head2', 'one-more', 1)).status, 200)
})

test('preferences: they leave no line in the audit log', async () => {
  await set('admin', 'locale', 'zh-TW')
  const lines = await db.selectFrom('audit').select('id').where('entity', '=', 'preference').execute()
  assert.deepEqual(lines, [])
})
