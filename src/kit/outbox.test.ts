import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, type Changes, createOutbox } from './outbox.ts'

/** A server whose responses the test settles by hand. */
function bench(left: Changes = {}) {
  const sent: [string, unknown][] = []
  const answers: { resolve: (value?: unknown) => void; reject: (error: Error) => void }[] = []
  const failures: unknown[] = []
  let stored: Changes = left
  const outbox = createOutbox({
    initialChanges: left,
    save: (unsent) => {
      stored = unsent
    },
    send: (key, change: Change) => {
      sent.push([key, change.value])
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    onFailure: (error) => failures.push(error),
  })
  const settle = () => new Promise((done) => setImmediate(done))
  return { outbox, sent, answers, failures, settle, stored: () => stored }
}

test('of the changes queued during a request only the newest is sent', async () => {
  const { outbox, sent, answers, settle, stored } = bench()
  outbox.put('a', { value: 1 })
  outbox.put('a', { value: 2 })
  outbox.put('a', { value: 3 })
  outbox.put('b', { value: 9 })
  assert.deepEqual(sent, [
    ['a', 1],
    ['b', 9],
  ])
  assert.deepEqual(stored(), { a: { value: 3 }, b: { value: 9 } })
  answers[0]?.resolve()
  answers[1]?.resolve()
  await settle()
  assert.deepEqual(sent.slice(2), [['a', 3]])
  answers[2]?.resolve()
  await settle()
  assert.deepEqual(stored(), {})
})

test('a failed change is reported, kept and sent with the next retry', async () => {
  const { outbox, sent, answers, failures, settle, stored } = bench()
  outbox.put('a', { value: 1 })
  answers[0]?.reject(new Error('no answer'))
  await settle()
  assert.equal(failures.length, 1)
  assert.deepEqual(stored(), { a: { value: 1 } })
  outbox.retry()
  answers[1]?.resolve()
  await settle()
  assert.deepEqual([sent.length, stored()], [2, {}])
})

test('changes left by an earlier page are sent, including removals', async () => {
  const { outbox, sent, answers, settle, stored } = bench({ gone: {} })
  outbox.retry()
  assert.deepEqual(sent, [['gone', undefined]])
  answers[0]?.resolve()
  await settle()
  assert.deepEqual(stored(), {})
})
