import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareCalls } from './bareCalls.ts'
import { session } from './contract.ts'

test('the calls of the door are those of the contract', () => {
  for (const [name, call] of Object.entries(bareCalls)) {
    const { method, path, takes } = session[name as keyof typeof bareCalls]
    assert.deepEqual(call, { method, path, takes })
  }
})
