import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deriveKeys, type KeyFor, replacementOf } from '#kit/keys.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { checkKey, readMasterKey } from './masterKey.ts'
import { StartError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-key-'))
after(() => rmSync(folder, { recursive: true }))
const { db } = await testApp(seedWorld)

const from = (settings: Partial<Parameters<typeof readMasterKey>[0]>) =>
  readMasterKey({
    dataDir: join(folder, 'data'),
    databaseUrl: undefined,
    secretKey: undefined,
    secretKeyFile: undefined,
    ...settings,
  })
const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message)

test('the embedded engine’s first start creates a key that only its owner can read; the next start reads it', () => {
  const key = from({})
  assert.equal(key.length, 32)
  assert.ok(from({}).equals(key))
  const path = join(folder, 'data/secret.key')
  assert.equal(readFileSync(path, 'utf8'), `${key.toString('base64')}\n`)
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('a setting or a file gives the key; with PostgreSQL the program does not start without one', () => {
  const text = Buffer.alloc(32, 3).toString('base64')
  assert.ok(from({ secretKey: text }).equals(Buffer.alloc(32, 3)))
  const path = join(folder, 'given.key')
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  assert.ok(from({ secretKeyFile: path, databaseUrl: 'postgres://x/y' }).equals(Buffer.alloc(32, 3)))
  assert.throws(() => from({ databaseUrl: 'postgres://x/y' }), refusal(/SECRET_KEY/))
  assert.throws(() => from({ secretKeyFile: join(folder, 'none') }), refusal(/ENOENT/))
  writeFileSync(path, 'c2hvcnQ=')
  assert.throws(() => from({ secretKeyFile: path }), refusal(/32 字节/))
})

test('a key file that others may read is refused', { skip: process.platform === 'win32' }, () => {
  const path = join(folder, 'open.key')
  writeFileSync(path, Buffer.alloc(32, 3).toString('base64'))
  chmodSync(path, 0o644)
  assert.throws(() => from({ secretKeyFile: path }), refusal(/chmod 600/))
})

test('a database accepts the key that it was first used with and refuses any other', async () => {
  const mine = deriveKeys(Buffer.alloc(32, 1))
  await checkKey(db, mine)
  await checkKey(db, mine)
  await assert.rejects(checkKey(db, deriveKeys(Buffer.alloc(32, 2))), refusal(/密钥与这个数据库不符/))
})

test('each purpose has its own key', () => {
  const keyFor = deriveKeys(Buffer.alloc(32, 1))
  assert.ok(keyFor('audit').equals(deriveKeys(Buffer.alloc(32, 1))('audit')))
  assert.ok(!keyFor('audit').equals(keyFor('second-factor')))
})

test('a replaced key has other keys for all purposes but the log, also when it is replaced again', () => {
  const present = Buffer.alloc(32, 1)
  const next = replacementOf(present)
  assert.equal(next.length, 64)
  const path = join(folder, 'replaced.key')
  writeFileSync(path, next.toString('base64'), { mode: 0o600 })
  assert.ok(from({ secretKeyFile: path }).equals(next))
  const [before, after, later] = [present, next, replacementOf(next)].map(deriveKeys) as [
    KeyFor,
    KeyFor,
    KeyFor,
  ]
  for (const keyFor of [after, later]) assert.ok(keyFor('audit').equals(before('audit')))
  for (const purpose of ['check', 'second-factor', 'webhook', 'payee-card'] as const) {
    assert.ok(!after(purpose).equals(before(purpose)))
    assert.ok(!later(purpose).equals(after(purpose)))
  }
})
