import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session } from './contract.ts'
import { earlyRoutes } from './earlyRoutes.ts'

test('the bare calls match the endpoints of the contract', () => {
  for (const [name, call] of Object.entries(earlyRoutes)) {
    const { method, path, takes } = session[name as keyof typeof earlyRoutes]
    assert.deepEqual(call, { method, path, takes })
  }
})
