import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { commonPasswords } from '#people/sessions/commonPasswords.ts'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)

const signIn = (username: string, password = PASSWORD, headers = {}) => {
  const payload = { type: 'account', username, password }
  return app.inject({ method: 'POST', url: '/api/login/account', payload, headers })
}
const change = (token: string, newPassword: string, oldPassword = PASSWORD) => {
  const payload = { oldPassword, newPassword }
  return app.inject({
    method: 'POST',
    url: '/api/currentUser/password',
    headers: { authorization: token },
    payload,
  })
}
const tokenOf = async (username: string, password?: string): Promise<string> =>
  (await signIn(username, password)).json().data.token
const refusalOf = async (token: string, password: string): Promise<string | undefined> =>
  (await change(token, password)).json().data?.fields?.newPassword

test('a password stays valid for ten years, and nothing asks for another one', async () => {
  clock.now = new Date('2036-05-19T04:00:00Z')
  const answer = (await signIn('head2')).json()
  assert.equal(answer.data.mustChangePassword, false)
  clock.now = NOON
})

test('a password of any kind of characters is accepted: letters, spaces, digits alone, 128 characters', async () => {
  let old = PASSWORD
  for (const password of [
    'quietriverstones',
    'twelve small words with spaces',
    '90417263580417',
    '雨夜里的小火车开往北方',
    'ñandú—ćwiartka—ß',
    `${'长'.repeat(127)}句`,
  ]) {
    const token = await tokenOf('sales2', old)
    assert.equal((await change(token, password, old)).statusCode, 200, password)
    old = password
  }
})

test('a password is compared exactly: no letter case, no space and no last character is ignored', async () => {
  const token = await tokenOf('agent3')
  const password = `  Mixed Case ${'x'.repeat(80)}Z `
  assert.equal((await change(token, password)).statusCode, 200)
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, -2),
    `${password}z`,
  ]) {
    assert.equal((await signIn('agent3', other)).statusCode, 401, other)
  }
  assert.equal((await signIn('agent3', password)).statusCode, 200)
})

test('more than 3,000 leaked passwords that are long enough are refused, in any letter case, when chosen', async () => {
  const longEnough = [...commonPasswords].filter((password) => [...password].length >= 8)
  assert.ok(longEnough.length > 3_000, `${longEnough.length}`)
  const token = await tokenOf('sales')
  for (const password of [...longEnough.slice(0, 10), ...longEnough.slice(-10)]) {
    assert.match((await refusalOf(token, password)) ?? '', /太常见/, password)
    assert.match((await refusalOf(token, password.toUpperCase())) ?? '', /太常见/, password)
  }
})

test('no table keeps a hint, a secret question or its answer', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'
      and (column_name ~ '(hint|secret_question|secret_answer|security_question)' or
        (table_name = 'staff' and column_name ~ '(question|answer|reminder)'))`.execute(db)
  assert.deepEqual(rows, [])
})

test('signing in with the token of an earlier session ends that session and opens another one', async () => {
  const first = await tokenOf('finance')
  const again = (await signIn('finance', PASSWORD, { authorization: first })).json().data.token
  assert.notEqual(again, first)
  const statusOf = async (authorization: string) =>
    (await app.inject({ url: '/api/currentUser', headers: { authorization } })).statusCode
  assert.deepEqual([await statusOf(first), await statusOf(again)], [401, 200])
})

test('a session is opened only by the sign-in, and no read of a visitor opens one', async () => {
  const count = async () => (await db.selectFrom('session').select('id').execute()).length
  const before = await count()
  for (const path of ['/api/currentUser', '/api/login/account', '/', '/user/login', '/s/none']) {
    await as(null).get(path)
  }
  assert.equal(await count(), before)
})
