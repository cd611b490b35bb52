import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Changes } from '#kit/audit.ts'
import { referencedIds, visibleChanges } from './rules.ts'

test('visibleChanges: masks old and new contacts and cards', () => {
  const changes = visibleChanges(
    {
      mobile: ['13912345678', '13887654321'],
      wechat: [null, 'wangnvshi8'],
      payeeCard: ['6222020200112233445', null],
      name: ['甲', '乙'],
    },
    true,
  )
  assert.deepEqual(changes, {
    mobile: ['139****5678', '138****4321'],
    wechat: [null, 'w****8'],
    payeeCard: ['**** 3445', null],
    name: ['甲', '乙'],
  })
})

test('visibleChanges: omits pay for users who may not see it', () => {
  const changes: Changes = { baseSalaryCents: [1, 2], payeeBank: ['甲', '乙'], name: ['丙', '丁'] }
  assert.deepEqual(Object.keys(visibleChanges(changes, false)), ['name'])
  assert.deepEqual(Object.keys(visibleChanges(changes, true)), ['baseSalaryCents', 'payeeBank', 'name'])
})

test('numbersIn: returns the ids of records that changes refer to, each once', () => {
  const numbers = referencedIds([
    { ownerId: [1, 2], name: ['甲', '乙'] },
    { ownerId: [2, null], staffId: [null, 7] },
  ])
  assert.deepEqual(Object.fromEntries(numbers), { ownerId: [1, 2], staffId: [7] })
})
