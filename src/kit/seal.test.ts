import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)
const plain = Buffer.from('一个秘密')

test('unseal returns the sealed text for the same key and owner', () => {
  assert.deepEqual(unseal(key, seal(key, plain, 'staff:1'), 'staff:1'), plain)
})

test('two seals of the same text differ', () => {
  assert.notDeepEqual(seal(key, plain, 'staff:1'), seal(key, plain, 'staff:1'))
})

test('unseal throws for another key, another owner or one changed bit', () => {
  const sealed = seal(key, plain, 'staff:1')
  const bent = Buffer.from(sealed)
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
  assert.throws(() => unseal(randomBytes(32), sealed, 'staff:1'))
  assert.throws(() => unseal(key, sealed, 'staff:2'))
  assert.throws(() => unseal(key, bent, 'staff:1'))
})
