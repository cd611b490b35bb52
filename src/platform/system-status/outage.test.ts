import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outageWatch } from './outage.ts'

test('an outage lasts from the first question without an answer to the next answer, and is forgotten later', () => {
  let now = 0
  const watch = outageWatch(() => now)
  const ask = (at: number, isAnswered: boolean) => {
    now = at + 5
    watch.note(at, isAnswered)
  }
  ask(0, true)
  assert.equal(watch.recent(1_000), null)
  ask(100, false)
  ask(200, false)
  assert.equal(watch.recent(1_000), null, 'it is not over')
  ask(300, true)
  ask(400, true)
  assert.deepEqual(watch.recent(1_000), { from: 100, to: 305 })
  now = 1_304
  assert.deepEqual(watch.recent(1_000), { from: 100, to: 305 })
  now = 1_305
  assert.equal(watch.recent(1_000), null)
})
