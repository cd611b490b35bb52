import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { beginRun, endRun, findLastDone, findRuns, MAX_STORED_RUNS, type RunOf } from './runs.ts'

const { db } = await testApp(seedWorld)
const END = { file: 'houtai-000001.backup', bytes: 3, rows: 4, outcome: null }
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)

test('a run is stored with what came of it, its outcome as a sentence', async () => {
  const of: RunOf = { kind: 'copy', target: 'folder:/mnt/x' }
  const id = await beginRun(db, of, 'houtai-000001.backup', NOON)
  assert.equal((await findRuns(db, of, 5))[0]?.state, 'running')
  assert.equal(await findLastDone(db, of), null)
  const outcome = { sentence: '没有权限' }
  await endRun(db, id, { ...END, state: 'failed', endedAt: minutes(1), outcome })
  const next = await beginRun(db, of, null, minutes(2))
  await endRun(db, next, { ...END, state: 'done', endedAt: minutes(3) })
  const runs = await findRuns(db, of, 5)
  assert.deepEqual(
    runs.map(({ state, file, bytes, rows, outcome: of }) => ({ state, file, bytes, rows, outcome: of })),
    [
      { ...END, state: 'done' },
      { ...END, state: 'failed', outcome },
    ],
  )
  assert.equal((await findLastDone(db, of))?.id, next)
})

test('a run that a killed program left open is closed by the next one, and does not end twice', async () => {
  const of: RunOf = { kind: 'backup', target: 'local' }
  const killed = await beginRun(db, of, null, NOON)
  const id = await beginRun(db, of, null, minutes(60))
  await endRun(db, killed, { ...END, state: 'done', endedAt: minutes(61) })
  const [open, closed] = await findRuns(db, of, 5)
  assert.deepEqual([open?.id, open?.state], [id, 'running'])
  assert.deepEqual([closed?.id, closed?.state], [killed, 'failed'])
  assert.deepEqual(closed?.outcome, { sentence: '程序在完成之前停止了。' })
})

test('the newest 500 runs stay, and the newest successful one however old it is', async () => {
  const of: RunOf = { kind: 'test_restore', target: 'local' }
  const first = await beginRun(db, of, null, NOON)
  await endRun(db, first, { ...END, state: 'done', endedAt: NOON })
  for (let count = 0; count < MAX_STORED_RUNS + 3; count++) {
    const id = await beginRun(db, of, null, minutes(count))
    await endRun(db, id, { ...END, state: 'failed', endedAt: minutes(count) })
  }
  const runs = await findRuns(db, of, 1_000)
  assert.equal(runs.length, MAX_STORED_RUNS + 1)
  assert.equal(runs.at(-1)?.id, first)
  assert.equal((await findLastDone(db, of))?.id, first)
})
