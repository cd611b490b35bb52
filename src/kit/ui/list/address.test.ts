import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { page } from '#kit/contract.ts'
import { acceptable, queryOf, readAddress, same, trimFilters, writeAddress } from './address.ts'

const options = { keys: ['keyword', 'platform', 'from'], initial: { from: '2026-05-05' } }
const read = (text: string) => readAddress(new URLSearchParams(text), options)

test('an address contains page, size, sort and filters, and defaults for what is missing', () => {
  assert.deepEqual(read(''), {
    filters: { from: '2026-05-05' },
    current: 1,
    pageSize: 20,
    sort: undefined,
  })
  assert.deepEqual(read('keyword=家居&platform=tmall&platform=jd&current=3&pageSize=50&sort=-name'), {
    filters: { keyword: '家居', platform: ['tmall', 'jd'], from: '2026-05-05' },
    current: 3,
    pageSize: 50,
    sort: '-name',
  })
})

test('an invalid address never breaks the list', () => {
  const { current, pageSize } = read('current=-3&pageSize=7777')
  assert.deepEqual({ current, pageSize }, { current: 1, pageSize: 20 })
  assert.equal(read('current=abc').current, 1)
})

test('writing and reading an address gives the same list, and defaults are not written', () => {
  const address = read('keyword=a%20b&platform=jd&current=2')
  const written = writeAddress(new URLSearchParams(), address, options)
  assert.equal(written.toString(), 'keyword=a+b&platform=jd&current=2')
  assert.deepEqual(readAddress(written, options), address)
})

test('parameters of others stay in the address', () => {
  assert.equal(writeAddress(new URLSearchParams('open=7&keyword=x'), read(''), options).toString(), 'open=7')
})

test('a filter with a default that the user cleared stays cleared', () => {
  const cleared = writeAddress(new URLSearchParams(), { ...read(''), filters: {} }, options)
  assert.equal(cleared.toString(), 'from=')
  assert.deepEqual(queryOf(readAddress(cleared, options)), { current: 1, pageSize: 20 })
})

test('the query omits empty filters, and values fixed by the screen take precedence', () => {
  assert.deepEqual(queryOf(read('keyword=&platform=jd'), { platform: 'tmall' }), {
    from: '2026-05-05',
    platform: 'tmall',
    current: 1,
    pageSize: 20,
  })
})

test('typed text is trimmed, and blank counts as absent', () => {
  assert.deepEqual(trimFilters({ keyword: '  家居 ', platform: [], from: '   ' }), { keyword: '家居' })
  assert.equal(same('', []), true)
  assert.equal(same(['a'], 'a'), true)
})

test('parameters that the endpoint would refuse are left out, the others stay', () => {
  const schema = page({ status: z.enum(['on', 'off']).optional() }, ['name'])
  const query = { current: 2, pageSize: 20, sort: '-nothing', status: 'broken' }
  assert.deepEqual(acceptable(schema, query), { current: 2, pageSize: 20 })
})
