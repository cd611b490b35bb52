import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Waiting } from './waiting.ts'
import { departing, enqueued, nextToSend, readmitted, settled } from './waiting.ts'

const entry = (subject: string, content: unknown = subject) => ({
  ...{
    personId: 7,
    kind: 'worklog',
    subject,
    title: subject,
    savedAt: 0,
    idempotencyKey: `key of ${content}`,
  },
  content,
})

const contents = (queue: readonly Waiting[]) => queue.map(({ content }) => content)

test('of one subject a newer entry stands in for one that was never tried', () => {
  const queue = enqueued(enqueued(enqueued([], entry('a', 1)), entry('b', 2)), entry('a', 3))
  assert.deepEqual(contents(queue), [2, 3])
})

test('what may have arrived stays as it is, and what is newer follows it', () => {
  const first = enqueued([], entry('a', 1))
  const tried = settled(first, first[0] as Waiting, { kind: 'later' })
  const queue = enqueued(tried, entry('a', 2))
  assert.deepEqual(contents(queue), [1, 2])
  assert.equal(nextToSend(queue)?.content, 1)
  assert.equal(queue[0]?.idempotencyKey, 'key of 1')
})

test('what follows is told what came of the one before', () => {
  const first = enqueued([], entry('a', { version: 1 }))
  const tried = settled(first, first[0] as Waiting, { kind: 'later' })
  const queue = enqueued(tried, entry('a', { version: 1 }))
  const after = settled<{ version: number }>(queue, queue[0] as Waiting, {
    kind: 'sent',
    next: (content) => ({ version: content.version + 1 }),
  })
  assert.deepEqual(contents(after), [{ version: 2 }])
})

test('a refusal holds up its own subject and no other, until something newer is sent', () => {
  const queue = enqueued(enqueued([], entry('a', 1)), entry('b', 2))
  const refused = settled(queue, queue[0] as Waiting, { kind: 'refused', problem: '已提交' })
  assert.equal(nextToSend(refused)?.content, 2)
  const mended = enqueued(refused, entry('a', 3))
  assert.deepEqual(contents(mended), [2, 3])
  assert.equal(nextToSend(mended, 2)?.content, 3)
})

test('a pass goes over each entry once, the oldest first', () => {
  const queue = enqueued(enqueued([], entry('a', 1)), entry('b', 2))
  const first = nextToSend(queue)
  assert.equal(first?.content, 1)
  assert.equal(nextToSend(queue, first?.seq)?.content, 2)
  assert.equal(nextToSend(queue, 2), undefined)
})

test('from its departure on an entry counts as one that may have arrived', () => {
  const first = enqueued([], entry('a', 1))
  const gone = departing(first, first[0] as Waiting)
  assert.deepEqual(contents(enqueued(gone, entry('a', 2))), [1, 2])
})

test('what was refused goes again when the person asks for it', () => {
  const queue = enqueued([], entry('a', 1))
  const refused = settled(queue, queue[0] as Waiting, {
    kind: 'refused',
    problem: '已提交',
    fields: { on: '已提交' },
  })
  assert.equal(nextToSend(refused), undefined)
  assert.equal(nextToSend(readmitted(refused))?.content, 1)
  assert.equal(readmitted(refused)[0]?.problem, undefined)
})
