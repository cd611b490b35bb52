import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from './errors.ts'
import { FairQueue, type Owner } from './fairQueue.ts'

const owner = (personId: number, companyCode = '001'): Owner => ({ personId, companyCode })

const settle = () => new Promise(setImmediate)

/** Tasks that are ended by hand; `started` lists them in the order of their start. */
function tasks(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, of: Owner, signal?: AbortSignal) =>
    queue.run(
      of,
      () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      },
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { started, add, end }
}

test('one person who asks for everything takes one place; the next free place goes to somebody else', async () => {
  const { started, add, end } = tasks(
    new FairQueue({ places: 2, perPerson: 1, perCompany: 2, waitingPerPerson: 10 }),
  )
  const all = ['a1', 'a2', 'a3'].map((name) => add(name, owner(1)))
  all.push(add('b1', owner(2)), add('b2', owner(2)), add('c1', owner(3)))
  await settle()
  assert.deepEqual(started, ['a1', 'b1'])
  await end('a1')
  assert.deepEqual(started, ['a1', 'b1', 'c1'], 'c has not had a turn; a has')
  await end('b1')
  await end('c1')
  assert.deepEqual(started.slice(3), ['a2', 'b2'])
  for (const name of ['a2', 'b2', 'a3']) await end(name)
  assert.deepEqual((await Promise.all(all)).sort(), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('a company with many people does not take the places of another one', async () => {
  const { started, add, end } = tasks(
    new FairQueue({ places: 4, perPerson: 2, perCompany: 3, waitingPerPerson: 10 }),
  )
  const all = [1, 2, 3, 4, 5].map((id) => add(`x${id}`, owner(id, '001')))
  all.push(add('y6', owner(6, '002')))
  await settle()
  assert.deepEqual(started, ['x1', 'x2', 'x3', 'y6'])
  for (const name of ['x1', 'x2', 'x3', 'x4', 'x5', 'y6']) await end(name)
  assert.equal((await Promise.all(all)).length, 6)
})

test('further work of a person is refused with the time after which it may be tried again', async () => {
  const { add, end } = tasks(new FairQueue({ places: 1, perPerson: 1, perCompany: 1, waitingPerPerson: 1 }))
  const [first, second] = [add('a1', owner(1)), add('a2', owner(1))]
  const error = await add('a3', owner(1)).then(assert.fail, (reason: unknown) => reason)
  assert.ok(error instanceof AppError)
  assert.equal(error.code, 'TOO_MANY')
  assert.equal(error.data?.retryAfterSeconds, 1)
  const other = add('b1', owner(2))
  for (const name of ['a1', 'b1', 'a2', 'b1']) await end(name)
  assert.deepEqual(await Promise.all([first, second, other]), ['a1', 'a2', 'b1'])
})

test('who leaves while waiting loses the turn, and failed work passes its place on', async () => {
  const queue = new FairQueue({ places: 1, perPerson: 1, perCompany: 1, waitingPerPerson: 5 })
  const { started, add, end } = tasks(queue)
  const leaving = new AbortController()
  const first = add('a1', owner(1))
  const left = add('b1', owner(2), leaving.signal)
  const third = add('c1', owner(3))
  leaving.abort(new Error('gone'))
  await assert.rejects(left, /gone/)
  await end('a1')
  assert.deepEqual(started, ['a1', 'c1'])
  await end('c1')
  await Promise.all([first, third])
  await assert.rejects(
    queue.run(owner(1), () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue.run(owner(1), () => Promise.resolve('next')), 'next')
})
