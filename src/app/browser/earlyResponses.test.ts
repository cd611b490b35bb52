import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { takeEarlyOrFetch } from './earlyResponses.ts'

const headers = { authorization: 'token', 'accept-language': 'zh-CN' }
const requestWith = (sent: Record<string, string>, signal = new AbortController().signal) =>
  ({ method: 'GET', headers: sent, body: undefined, credentials: 'same-origin', signal }) as const

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

/** Puts an early response to `/api/x` in place; later requests get another one. */
function prepare(early: Promise<Response>): void {
  Object.assign(globalThis, { earlyResponses: { headers, byUrl: { '/api/x': early } } })
  globalThis.fetch = async () => new Response('later')
}

const textOf = async (request: Parameters<typeof takeEarlyOrFetch>[1], url = '/api/x') =>
  (await takeEarlyOrFetch(url, request)).text()

test('an early response is taken once', async () => {
  prepare(Promise.resolve(new Response('early')))
  assert.equal(await textOf(requestWith(headers)), 'early')
  assert.equal(await textOf(requestWith(headers)), 'later')
})

test('another token, language or address gets its own response', async () => {
  for (const other of [
    { ...headers, authorization: 'other' },
    { ...headers, 'accept-language': 'en-US' },
  ]) {
    prepare(Promise.resolve(new Response('early')))
    assert.equal(await textOf(requestWith(other)), 'later')
  }
  prepare(Promise.resolve(new Response('early')))
  assert.equal(await textOf(requestWith(headers), '/api/y'), 'later')
})

test('waiting for an early response ends with the signal', async () => {
  prepare(new Promise(() => undefined))
  const stop = new AbortController()
  const waiting = takeEarlyOrFetch('/api/x', requestWith(headers, stop.signal))
  stop.abort(new Error('too late'))
  await assert.rejects(waiting, /too late/)
})
