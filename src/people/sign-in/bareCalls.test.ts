import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareCalls } from './bareCalls.ts'
import { session } from './contract.ts'

test('the bare calls match the endpoints of the contract', () => {
  for (const [name, call] of Object.entries(bareCalls)) {
    const { method, path, takes } = session[name as keyof typeof bareCalls]
    assert.deepEqual(call, { method, path, takes })
  }
})
