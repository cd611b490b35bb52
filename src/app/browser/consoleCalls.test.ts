import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferences } from '#platform/preferences/contract.ts'
import { savedViews } from '#platform/saved-views/contract.ts'
import { consoleCalls } from './consoleCalls.ts'

test('the calls read ahead for the console match their contracts', () => {
  const contracts = { preferences: preferences.list, savedViews: savedViews.list }
  for (const [name, call] of Object.entries(consoleCalls)) {
    const { method, path, takes } = contracts[name as keyof typeof contracts]
    assert.deepEqual(call, { method, path, takes })
  }
})
