import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildRequest } from './buildRequest.ts'

const update = { path: '/api/stores/:id', takes: 'json' } as const

test('fields that are not in the path are sent as JSON', () => {
  const { url, body } = buildRequest('https://api.example', update, {
    id: 'a/b',
    name: '甲',
    note: undefined,
  })
  assert.equal(url, 'https://api.example/api/stores/a%2Fb')
  assert.equal(body, '{"name":"甲"}')
})

test('with requestType form the fields are URL-encoded: arrays repeated, null empty', () => {
  const input = { id: 5, name: 'a&b 甲', tags: ['x', 'y'], note: null }
  const { body } = buildRequest('', update, input, { requestType: 'form' })
  assert.ok(body instanceof URLSearchParams)
  assert.equal(String(body), 'name=a%26b+%E7%94%B2&tags=x&tags=y&note=')
})

test('a POST that takes a query has no body', () => {
  const captcha = { path: '/api/login/captcha', takes: 'query' } as const
  const { url, body } = buildRequest('', captcha, { mobile: '13800000000' }, { requestType: 'form' })
  assert.deepEqual([url, body], ['/api/login/captcha?mobile=13800000000', undefined])
})

test('a file is appended after the fields', () => {
  const file = new File(['a,b'], '5月19日.csv')
  const { body } = buildRequest('', { path: '/api/imports', takes: 'file' }, { on: '2026-05-19' }, { file })
  assert.ok(body instanceof FormData)
  assert.deepEqual([...body.keys()], ['on', 'file'])
  assert.equal((body.get('file') as File).name, '5月19日.csv')
})
