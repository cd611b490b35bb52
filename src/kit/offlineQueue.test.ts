import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyOutcome,
  clearRefusals,
  enqueue,
  markTried,
  nextToSend,
  type Outcome,
  type QueuedEntry,
  sendQueuedEntries,
} from './offlineQueue.ts'

const entry = (subject: string, content: unknown = subject) => ({
  personId: 7,
  kind: 'worklog',
  subject,
  title: subject,
  savedAt: 0,
  idempotencyKey: `key of ${content}`,
  content,
})

const contents = (queue: readonly QueuedEntry[]) => queue.map(({ content }) => content)

test('a newer entry replaces an untried entry of the same subject', () => {
  const queue = enqueue(enqueue(enqueue([], entry('a', 1)), entry('b', 2)), entry('a', 3))
  assert.deepEqual(contents(queue), [2, 3])
})

test('an entry that was tried stays unchanged, and a newer one follows it', () => {
  const first = enqueue([], entry('a', 1))
  const tried = applyOutcome(first, first[0] as QueuedEntry, { kind: 'later' })
  const queue = enqueue(tried, entry('a', 2))
  assert.deepEqual(contents(queue), [1, 2])
  assert.equal(nextToSend(queue)?.content, 1)
  assert.equal(queue[0]?.idempotencyKey, 'key of 1')
})

test('a sent entry updates the content of later entries of its subject', () => {
  const first = enqueue([], entry('a', { version: 1 }))
  const tried = applyOutcome(first, first[0] as QueuedEntry, { kind: 'later' })
  const queue = enqueue(tried, entry('a', { version: 1 }))
  const after = applyOutcome<{ version: number }>(queue, queue[0] as QueuedEntry, {
    kind: 'sent',
    next: (content) => ({ version: content.version + 1 }),
  })
  assert.deepEqual(contents(after), [{ version: 2 }])
})

test('a refused entry blocks only its own subject, until a newer entry replaces it', () => {
  const queue = enqueue(enqueue([], entry('a', 1)), entry('b', 2))
  const refused = applyOutcome(queue, queue[0] as QueuedEntry, { kind: 'refused', problem: '已提交' })
  assert.equal(nextToSend(refused)?.content, 2)
  const replaced = enqueue(refused, entry('a', 3))
  assert.deepEqual(contents(replaced), [2, 3])
  assert.equal(nextToSend(replaced, 2)?.content, 3)
})

test('a pass visits each entry once, oldest first', () => {
  const queue = enqueue(enqueue([], entry('a', 1)), entry('b', 2))
  const first = nextToSend(queue)
  assert.equal(first?.content, 1)
  assert.equal(nextToSend(queue, first?.seq)?.content, 2)
  assert.equal(nextToSend(queue, 2), undefined)
})

test('an entry counts as tried from the start of its attempt', () => {
  const first = enqueue([], entry('a', 1))
  const gone = markTried(first, first[0] as QueuedEntry)
  assert.deepEqual(contents(enqueue(gone, entry('a', 2))), [1, 2])
})

test('a refused entry can be sent again on request', () => {
  const queue = enqueue([], entry('a', 1))
  const refused = applyOutcome(queue, queue[0] as QueuedEntry, {
    kind: 'refused',
    problem: '已提交',
    fields: { on: '已提交' },
  })
  assert.equal(nextToSend(refused), undefined)
  assert.equal(nextToSend(clearRefusals(refused))?.content, 1)
  assert.equal(clearRefusals(refused)[0]?.problem, undefined)
})

/** A browser with a queue, and a server whose responses the test supplies. */
function bench(queue: readonly QueuedEntry[], maySend: () => boolean = () => true) {
  let stored = queue
  const delivered: unknown[] = []
  const pass = (answer: (content: unknown) => Outcome<unknown>) =>
    sendQueuedEntries({
      read: async () => stored,
      change: async (work) => {
        stored = work(stored)
        return stored
      },
      maySend,
      deliver: async ({ content }) => {
        delivered.push(content)
        return answer(content)
      },
      onSent: () => {},
    })
  return { pass, asked: delivered, stored: () => stored }
}

test('a pass ends at an entry that has to be sent later; the next pass sends the rest', async () => {
  const { pass, asked: delivered, stored } = bench(enqueue(enqueue([], entry('a', 1)), entry('b', 2)))
  await pass(() => ({ kind: 'later' }))
  assert.deepEqual([delivered, contents(stored())], [[1], [1, 2]])
  const left = await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([delivered, left], [[1, 1, 2], []])
})

test('a refused entry is kept with its message, and entries of other subjects are sent', async () => {
  const { pass, asked: delivered, stored } = bench(enqueue(enqueue([], entry('a', 1)), entry('b', 2)))
  await pass((content) => (content === 1 ? { kind: 'refused', problem: '已提交' } : { kind: 'sent' }))
  assert.deepEqual(delivered, [1, 2])
  assert.deepEqual(
    stored().map(({ content, problem }) => [content, problem]),
    [[1, '已提交']],
  )
})

test('an entry that may not be sent for its author stays untried', async () => {
  let isTheirs = false
  const { pass, asked: delivered, stored } = bench(enqueue([], entry('a', 1)), () => isTheirs)
  await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([delivered, stored()[0]?.tried], [[], false])
  isTheirs = true
  await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([delivered, stored()], [[1], []])
})

test('if another user signs in during a pass, it ends before the next entry', async () => {
  let isTheirs = true
  const {
    pass,
    asked: delivered,
    stored,
  } = bench(enqueue(enqueue([], entry('a', 1)), entry('b', 2)), () => isTheirs)
  await pass(() => {
    isTheirs = false
    return { kind: 'sent' }
  })
  assert.deepEqual([delivered, contents(stored())], [[1], [2]])
})
