import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEngineQueue } from './engineQueue.ts'
import { Upkeep, type UpkeepParts } from './upkeep.ts'

const MIB = 1024 * 1024
const MINUTE_MS = 60_000

/** An engine that only records its statements; the test controls the WAL position and the clock. */
function makeParts(start: Date) {
  const state = { now: start, wal: 100 * MIB, done: [] as string[], limits: [] as (number | null)[] }
  const engine = {
    exec: async (text: string) => {
      state.done.push(text)
      return []
    },
    query: async (text: string) => ({
      rows: text.includes('pg_class') ? [{ name: 'staff' }, { name: '"order"' }] : [{ bytes: state.wal }],
      fields: [],
    }),
  } as unknown as UpkeepParts['engine']
  const queue = createEngineQueue()
  const parts = {
    engine,
    queue,
    now: () => state.now,
    onLimit: (s: number | null) => state.limits.push(s),
  }
  const later = (minutes: number) => {
    state.now = new Date(state.now.getTime() + minutes * MINUTE_MS)
  }
  return { state, queue, later, upkeep: new Upkeep(parts) }
}

// Local time, since the vacuum hour is in the server's time zone.
const EVENING = new Date(2026, 4, 19, 20, 0)

test('a checkpoint is due after five minutes if something was written, or immediately after 64 MB', async () => {
  const { state, later, upkeep } = makeParts(EVENING)
  await upkeep.runDueTasks()
  later(10)
  await upkeep.runDueTasks()
  assert.deepEqual(state.done, [], 'nothing was written')
  state.wal += 1
  await upkeep.runDueTasks()
  assert.deepEqual(state.done, ['checkpoint'])
  state.wal += 64 * MIB - 1
  later(4)
  await upkeep.runDueTasks()
  assert.equal(state.done.length, 1, 'neither late nor much')
  state.wal += 1
  await upkeep.runDueTasks()
  assert.equal(state.done.length, 2)
})

test('a clock that was set back does not postpone checkpoints', async () => {
  const { state, later, upkeep } = makeParts(EVENING)
  await upkeep.runDueTasks()
  state.wal += 1
  later(-180)
  await upkeep.runDueTasks()
  assert.deepEqual(state.done, ['checkpoint'])
})

test('tables are vacuumed once a night, each in its own turn and without a time limit', async () => {
  const { state, later, upkeep } = makeParts(EVENING)
  await upkeep.runDueTasks()
  assert.deepEqual(state.done, [])
  later(7 * 60)
  for (let round = 0; round < 3; round += 1) await upkeep.runDueTasks()
  assert.deepEqual(state.done, ['vacuum (analyze) staff', 'vacuum (analyze) "order"'])
  later(24 * 60)
  await upkeep.runDueTasks()
  assert.equal(state.done.length, 4)
  assert.equal(state.limits.at(-1), null)
  assert.ok(state.limits.every((seconds) => seconds === 0 || seconds === null))
})

test('upkeep waits for its turn and releases it if the work fails', async () => {
  const { state, queue, later, upkeep } = makeParts(EVENING)
  await upkeep.runDueTasks()
  const release = await queue.acquire()
  later(6)
  state.wal += 1
  const pending = upkeep.runDueTasks()
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(state.done, [])
  release()
  await pending
  assert.deepEqual(state.done, ['checkpoint'])
  Object.defineProperty(state, 'wal', {
    get: () => {
      throw new Error('no room')
    },
  })
  await assert.rejects(upkeep.runDueTasks(), /no room/)
  ;(await queue.acquire())()
})
