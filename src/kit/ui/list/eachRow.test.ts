import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkError } from '#kit/failures.ts'
import { eachRow } from './eachRow.ts'

const rows = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: `店铺${at + 1}` }))
const soon = () => new Promise((done) => setImmediate(done))

test('each row has a result, in the order of the rows; a failure does not stop the others', async () => {
  const progress: number[] = []
  const work = async ({ id }: { id: number }) => {
    await soon()
    if (id === 3) throw networkError('/api/stores')
  }
  const results = await eachRow(rows, work, (done) => progress.push(done))
  assert.deepEqual(
    results.map(({ key }) => key),
    rows.map(({ id }) => id),
  )
  assert.deepEqual(
    results.filter(({ problem }) => problem).map(({ name }) => name),
    ['店铺3'],
  )
  assert.deepEqual(progress, [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('at most four rows are processed concurrently', async () => {
  let [now, maximum] = [0, 0]
  await eachRow(rows, async () => {
    now += 1
    maximum = Math.max(maximum, now)
    await soon()
    now -= 1
  })
  assert.equal(maximum, 4)
})

test('a fault of the program is thrown and not reported as a row’s problem', async () => {
  await assert.rejects(
    eachRow(rows, async () => {
      throw new TypeError('undefined is not a function')
    }),
    TypeError,
  )
  assert.deepEqual(await eachRow([], soon), [])
})
