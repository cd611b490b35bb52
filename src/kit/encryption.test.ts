import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { decrypt, encrypt } from './encryption.ts'

const newKey = () => createSecretKey(randomBytes(32))

const key = newKey()
const plain = Buffer.from('一个秘密')

test('unseal returns the sealed text for the same key and owner', () => {
  assert.deepEqual(decrypt(key, encrypt(key, plain, 'staff:1'), 'staff:1'), plain)
})

test('two seals of the same text differ', () => {
  assert.notDeepEqual(encrypt(key, plain, 'staff:1'), encrypt(key, plain, 'staff:1'))
})

test('unseal throws for another key, another owner or one changed bit', () => {
  const sealed = encrypt(key, plain, 'staff:1')
  const bent = Buffer.from(sealed)
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
  assert.throws(() => decrypt(newKey(), sealed, 'staff:1'))
  assert.throws(() => decrypt(key, sealed, 'staff:2'))
  assert.throws(() => decrypt(key, bent, 'staff:1'))
})
