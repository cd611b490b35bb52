import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTaskQueue, TooBusy } from './taskQueue.ts'

test('同时只做几件，其余排队，先到先做，队满了就拒绝', async () => {
  const enqueue = createTaskQueue(2, 2)
  const started: number[] = []
  const releases: (() => void)[] = []
  const task = (n: number) =>
    enqueue(async () => {
      started.push(n)
      await new Promise<void>((resolve) => releases.push(resolve))
      if (n === 1) throw new Error('失败也要让位')
      return n
    })
  const results = [task(0), task(1), task(2), task(3)].map((result) => result.catch(() => -1))
  await assert.rejects(task(4), TooBusy)
  assert.deepEqual(started, [0, 1])
  while (started.length < 4 || releases.length > 0) {
    releases.shift()?.()
    await new Promise(setImmediate)
  }
  assert.deepEqual(await Promise.all(results), [0, -1, 2, 3])
  assert.deepEqual(started, [0, 1, 2, 3])
})
