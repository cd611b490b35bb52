import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { createClient } from './client.ts'
import { endpoint } from './contract.ts'
import { createIdempotentSender } from './idempotencyKeys.ts'

const withNumberedKeys = () => {
  let n = 0
  return createIdempotentSender(() => {
    n += 1
    return `key ${n}`
  })
}
const fail = async (key: string): Promise<string> => {
  throw new Error(key)
}
const succeed = async (key: string) => key

test('a submit without a response is sent again with the same key', async () => {
  const submits = withNumberedKeys()
  await assert.rejects(submits.send({ name: 'a' }, fail), /key 1/)
  await assert.rejects(submits.send({ name: 'a' }, fail), /key 1/)
  assert.equal(await submits.send({ name: 'a' }, succeed), 'key 1')
})

test('a new key is used after a success and after a change', async () => {
  const submits = withNumberedKeys()
  assert.equal(await submits.send({ name: 'a' }, succeed), 'key 1')
  assert.equal(await submits.send({ name: 'a' }, succeed), 'key 2')
  await assert.rejects(submits.send({ name: 'b' }, fail), /key 3/)
  assert.equal(await submits.send({ name: 'c' }, succeed), 'key 4')
})

test('a double click sends one request, and both calls get its response', async () => {
  const submits = withNumberedKeys()
  const gate = Promise.withResolvers<string>()
  let sent = 0
  const send = () => {
    sent += 1
    return gate.promise
  }
  const both = [submits.send({}, send), submits.send({}, send)]
  gate.resolve('done')
  assert.deepEqual(await Promise.all(both), ['done', 'done'])
  assert.equal(sent, 1)
})

test('a key is 128 random bits', async () => {
  const keys = new Set<string>()
  for (let n = 0; n < 100; n += 1) keys.add(await createIdempotentSender().send(n, succeed))
  assert.equal(keys.size, 100)
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/)
})

test('the idempotency-key header is sent only if a key is given', async (t) => {
  const wiring = { baseUrl: '', token: () => '', locale: () => 'zh-CN', report: () => {}, redirect: () => {} }
  const events = { onUnauthenticated: () => {}, onBarred: () => {}, textsLoaded: async () => {} }
  const client = createClient({ ...wiring, ...events })
  const create = endpoint('POST /api/stores', {
    needs: 'signedIn',
    summary: '',
    input: z.object({}),
    output: z.null(),
  })
  const fetched = t.mock.method(globalThis, 'fetch', async () => Response.json({ success: true, data: null }))
  await client.call(create, {}, { idempotencyKey: 'abc' })
  await client.call(create, {})
  const keys = fetched.mock.calls.map((call) =>
    new Headers((call.arguments as unknown as [string, RequestInit])[1].headers).get('idempotency-key'),
  )
  assert.deepEqual(keys, ['abc', null])
})
