import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { readAhead } from './chunks.ts'

/** Notes the steps of reads of the numbers 1 to 3, which finish when they are told to. */
function reads({ failing }: { failing?: number } = {}) {
  const steps: string[] = []
  const waiting = new Map<number, () => void>()
  const read = async (n: number) => {
    steps.push(`read ${n}`)
    await new Promise<void>((resolve) => {
      waiting.set(n, resolve)
    })
    steps.push(`${n} is read`)
    if (n === failing) throw new Error(`${n} failed`)
    return n
  }
  const finish = async (n: number) => {
    await setImmediate()
    waiting.get(n)?.()
    await setImmediate()
  }
  return { steps, read, finish }
}

async function* numbers() {
  yield* [1, 2, 3]
}

test('the next item is read while one is handled, and none before the one before it is read', async () => {
  const { steps, read, finish } = reads()
  const found = readAhead(numbers(), read)
  const first = found.next()
  await finish(1)
  assert.deepEqual(await first, { done: false, value: 1 })
  assert.deepEqual(steps, ['read 1', '1 is read', 'read 2'])
  await finish(2)
  assert.deepEqual(steps.slice(3), ['2 is read'], 'two results are in memory at most')
  assert.deepEqual(await found.next(), { done: false, value: 2 })
  const last = found.next()
  await finish(3)
  assert.deepEqual(
    [await last, await found.next()],
    [
      { done: false, value: 3 },
      { done: true, value: undefined },
    ],
  )
})

test('an error comes in its turn, after what was read before it', async () => {
  const { read, finish } = reads({ failing: 2 })
  const found = readAhead(numbers(), read)
  const first = found.next()
  await finish(1)
  await finish(2)
  assert.deepEqual(await first, { done: false, value: 1 })
  await assert.rejects(found.next(), { message: '2 failed' })
  assert.deepEqual(await found.next(), { done: true, value: undefined })
})

test('whoever stops early waits for the read that has begun', async () => {
  const { steps, read, finish } = reads()
  const found = readAhead(numbers(), read)
  const first = found.next()
  await finish(1)
  await first
  const stopped = found.return(undefined).then(() => steps.push('stopped'))
  await finish(2)
  await stopped
  assert.deepEqual(steps.slice(2), ['read 2', '2 is read', 'stopped'])
})

test('nothing to read results in nothing', async () => {
  async function* none(): AsyncGenerator<number> {}
  assert.deepEqual(await readAhead(none(), async (n) => n).next(), { done: true, value: undefined })
})
