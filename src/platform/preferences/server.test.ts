import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_BYTES } from './contract.ts'
import { MAX_KEYS } from './rules.ts'

const { app, as, db } = await testApp(seedWorld)

const path = '/api/preferences'
const set = (who: string, key: string, value: unknown) => as(who).patch(`${path}/${key}`, { value })
const saved = async (who: string) => (await as(who).get(path)).data

test('preferences: values are returned as saved, and the latest write wins', async () => {
  assert.deepEqual(await saved('head'), [])
  const columns = { order: ['name', 'code'], pinned: { code: 'end' }, dense: true }
  const { status, data } = await set('head', 'list.stores', columns)
  assert.deepEqual([status, data], [200, { key: 'list.stores', value: columns }])
  await set('head', 'locale', 'en-US')
  await set('head', 'locale', 'zh-CN')
  assert.deepEqual(await saved('head'), [
    { key: 'list.stores', value: columns },
    { key: 'locale', value: 'zh-CN' },
  ])
})

test('preferences: users can neither read nor change those of others', async () => {
  await set('sales', 'locale', 'ja-JP')
  assert.deepEqual(await saved('sales2'), [])
  assert.equal((await as('sales2').delete(`${path}/locale`)).status, 200)
  assert.deepEqual(await saved('sales'), [{ key: 'locale', value: 'ja-JP' }])
})

test('preferences: a value can be deleted; deleting a missing one succeeds', async () => {
  await set('agent', 'sider', { folded: true })
  assert.equal((await as('agent').delete(`${path}/sider`)).status, 200)
  assert.equal((await as('agent').delete(`${path}/sider`)).status, 200)
  assert.deepEqual(await saved('agent'), [])
})

test('preferences: any JSON is stored unchanged; text that the database cannot store is refused', async () => {
  for (const value of ['a\u0000b', '\ud800']) assert.equal((await set('agent2', 'odd', value)).status, 400)
  for (const value of [null, 0, false, '', [], "'; drop table preference; --", '店铺']) {
    assert.equal((await set('agent2', 'odd', value)).status, 200)
    assert.deepEqual((await saved('agent2'))[0].value, value)
  }
})

test('preferences: an invalid key, a missing value and extra fields are refused', async () => {
  for (const key of ['List', 'a..b', '.a', 'a.', '-a', 'a b', `a${'b'.repeat(64)}`, '列']) {
    assert.equal((await set('agent2', encodeURIComponent(key), 1)).status, 400, key)
  }
  assert.equal((await as('agent2').patch(`${path}/key`, {})).status, 400)
  assert.equal((await as('agent2').patch(`${path}/key`, { value: 1, staffId: 1 })).status, 400)
})

test('preferences: a value is limited to 4 KiB, counted in bytes', async () => {
  const text = (bytes: number) => 'x'.repeat(bytes - 2)
  assert.equal((await set('finance', 'big', text(MAX_BYTES))).status, 200)
  const { status, data } = await set('finance', 'big', text(MAX_BYTES + 1))
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

test('preferences: a person has at most 200 keys, which can still be changed', async () => {
  for (let n = 0; n < MAX_KEYS; n += 1) assert.equal((await set('head2', `key.${n}`, n)).status, 200)
  const { status, body } = await set('head2', 'one-more', 1)
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
  assert.equal((await set('head2', 'key.0', 'changed')).status, 200)
  await as('head2').delete(`${path}/key.1`)
  assert.equal((await set('head2', 'one-more', 1)).status, 200)
})

test('preferences: changes are not written to the audit log', async () => {
  await set('admin', 'locale', 'zh-TW')
  const lines = await db.selectFrom('audit').select('id').where('entity', '=', 'preference').execute()
  assert.deepEqual(lines, [])
})
