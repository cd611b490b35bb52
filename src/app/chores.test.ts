import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChores } from './chores.ts'

function setUp() {
  const lines: string[] = []
  const add = (level: string) => (facts: object, message: string) =>
    void lines.push(`${level} ${(facts as { chore: string }).chore} ${message}`)
  const state = { stopping: false }
  const log = { info: add('info'), warn: add('warn') } as never
  return { lines, state, parts: { log, isStopping: () => state.stopping } }
}

const chore = (name: string, work: () => Promise<void>) => ({ name, everyMs: 60_000, work })

test('a failure is logged, and the other chores run', async () => {
  const { lines, parts } = setUp()
  let isDone = false
  const end = startChores(
    [
      chore('bad', async () => {
        throw new Error('no')
      }),
      chore('good', async () => {
        isDone = true
      }),
    ],
    parts,
  )
  await end()
  assert.ok(isDone)
  assert.deepEqual(lines, ['warn bad chore failed'])
})

test('stopping waits for a running chore, whose interruption is no failure', async () => {
  const { lines, state, parts } = setUp()
  const { promise, reject } = Promise.withResolvers<void>()
  const end = startChores([chore('backup', () => promise)], parts)
  state.stopping = true
  let hasEnded = false
  const ended = end().then(() => {
    hasEnded = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(hasEnded, false)
  reject(new Error('aborted'))
  await ended
  assert.deepEqual(lines, ['info backup chore interrupted'])
})
