import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from './errors.ts'
import { createWorkQueue, limitConcurrency } from './workQueue.ts'

test('work beyond the concurrency limit is queued, and beyond the queue limit refused with a retry time', async () => {
  const limited = limitConcurrency(2, 3, '太忙了。')
  let running = 0
  let maxRunning = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await gate.promise
    running -= 1
    return 'done'
  }
  const all = Array.from({ length: 7 }, () => limited(work))
  gate.resolve()
  const settled = await Promise.allSettled(all)
  assert.equal(maxRunning, 2)
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 5)
  for (const outcome of settled.slice(5)) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AppError)
    assert.equal(outcome.reason.code, 'BUSY')
    assert.equal(outcome.reason.data?.retryAfterSeconds, 5)
  }
})

test('failed work releases its turn', async () => {
  const limited = limitConcurrency(1, 1, '太忙了。')
  await assert.rejects(limited(() => Promise.reject(new Error('broken'))))
  assert.equal(await limited(() => Promise.resolve(1)), 1)
})

test('queued work starts first come, first served, also after failed work', async () => {
  const enqueue = createWorkQueue(2, { maxQueued: 2, refusal: () => new RangeError('full') })
  const started: number[] = []
  const releases: (() => void)[] = []
  const task = (n: number) =>
    enqueue(async () => {
      started.push(n)
      await new Promise<void>((resolve) => releases.push(resolve))
      if (n === 1) throw new Error('broken')
      return n
    })
  const results = [task(0), task(1), task(2), task(3)].map((result) => result.catch(() => -1))
  await assert.rejects(task(4), RangeError)
  assert.deepEqual(started, [0, 1])
  while (started.length < 4 || releases.length > 0) {
    releases.shift()?.()
    await new Promise(setImmediate)
  }
  assert.deepEqual(await Promise.all(results), [0, -1, 2, 3])
  assert.deepEqual(started, [0, 1, 2, 3])
})

test('a queue without a limit refuses nothing', async () => {
  const enqueue = createWorkQueue(1)
  const results = Array.from({ length: 100 }, (_, n) => enqueue(() => Promise.resolve(n)))
  assert.deepEqual(await Promise.all(results), [...results.keys()])
})
