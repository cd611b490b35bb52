import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome, Waiting } from './waiting.ts'
import { departing, enqueued, nextToSend, passOver, readmitted, settled } from './waiting.ts'

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

/** A browser that keeps a queue, and a server that answers as the test says. */
function bench(queue: readonly Waiting[], maySend: () => boolean = () => true) {
  let kept = queue
  const asked: unknown[] = []
  const pass = (answer: (content: unknown) => Outcome<unknown>) =>
    passOver({
      read: async () => kept,
      change: async (work) => {
        kept = work(kept)
        return kept
      },
      maySend,
      deliver: async ({ content }) => {
        asked.push(content)
        return answer(content)
      },
      onSent: () => {},
    })
  return { pass, asked, kept: () => kept }
}

test('a pass ends where something has to wait; what is behind it goes with the next', async () => {
  const { pass, asked, kept } = bench(enqueued(enqueued([], entry('a', 1)), entry('b', 2)))
  await pass(() => ({ kind: 'later' }))
  assert.deepEqual([asked, contents(kept())], [[1], [1, 2]])
  const left = await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([asked, left], [[1, 1, 2], []])
})

test('a refusal is kept with its sentence, and what is about something else goes on', async () => {
  const { pass, asked, kept } = bench(enqueued(enqueued([], entry('a', 1)), entry('b', 2)))
  await pass((content) => (content === 1 ? { kind: 'refused', problem: '已提交' } : { kind: 'sent' }))
  assert.deepEqual(asked, [1, 2])
  assert.deepEqual(
    kept().map(({ content, problem }) => [content, problem]),
    [[1, '已提交']],
  )
})

test('what may not be sent in the name of its writer stays as it was, untried', async () => {
  let isTheirs = false
  const { pass, asked, kept } = bench(enqueued([], entry('a', 1)), () => isTheirs)
  await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([asked, kept()[0]?.tried], [[], false])
  isTheirs = true
  await pass(() => ({ kind: 'sent' }))
  assert.deepEqual([asked, kept()], [[1], []])
})

test('where somebody else signs in midway, the pass ends before the next entry', async () => {
  let isTheirs = true
  const { pass, asked, kept } = bench(enqueued(enqueued([], entry('a', 1)), entry('b', 2)), () => isTheirs)
  await pass(() => {
    isTheirs = false
    return { kind: 'sent' }
  })
  assert.deepEqual([asked, contents(kept())], [[1], [2]])
})
