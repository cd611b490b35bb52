import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGES, notificationsOn } from './notices.ts'

test('messages and notifications have the specified place, duration and maximum number', () => {
  assert.deepEqual(MESSAGES, { duration: 3, maxCount: 3 })
  const desk = { duration: 4.5, maxCount: 5, placement: 'topRight', top: 24, bottom: 24 }
  assert.deepEqual(notificationsOn(false, false), desk)
  assert.deepEqual(notificationsOn(false, true), { ...desk, placement: 'topLeft' })
  for (const mirrored of [false, true])
    assert.deepEqual(notificationsOn(true, mirrored), { ...desk, placement: 'top', top: 65 })
})
