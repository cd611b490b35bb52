import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { Cents, Day, endpoint, Id, Keyword, many, page } from './contract.ts'

const options = { needs: null, summary: '试', input: z.strictObject({}), output: z.null() } as const

test('an endpoint has a method and a path; a GET takes the query and needs no audit line', () => {
  const read = endpoint('GET /api/stores/:id', options)
  assert.deepEqual(
    [read.method, read.path, read.takes, read.audited],
    ['GET', '/api/stores/:id', 'query', false],
  )
  const write = endpoint('POST /api/stores', options)
  assert.deepEqual([write.takes, write.audited, write.beforePasswordChange], ['json', true, false])
  assert.equal(endpoint('POST /api/imports', { ...options, takes: 'file', audited: false }).takes, 'file')
})

test('a record id is a number or its digits', () => {
  assert.equal(Id.parse(12), 12)
  assert.equal(Id.parse('12'), 12)
  for (const value of [0, -1, 1.5, '0', '01', '1e3', '-1', '', '9'.repeat(16), null]) {
    assert.equal(Id.safeParse(value).success, false, String(value))
  }
})

test('a list has a page, a page size up to 100, and sorting by the named fields only', () => {
  const query = page({ keyword: Keyword, status: many(z.enum(['a', 'b'])) }, ['name', 'createdAt'])
  assert.deepEqual(query.parse({}), { current: 1, pageSize: 20 })
  assert.deepEqual(query.parse({ current: '3', pageSize: '100', sort: '-createdAt', status: 'a' }), {
    current: 3,
    pageSize: 100,
    sort: '-createdAt',
    status: ['a'],
  })
  const wrong = [
    { pageSize: '101' },
    { pageSize: '0' },
    { current: '0' },
    { current: 'x' },
    { sort: 'password' },
    { x: '1' },
  ]
  for (const input of wrong) assert.equal(query.safeParse(input).success, false, JSON.stringify(input))
})

test('a filter may be repeated at most 200 times; a keyword is trimmed, and an empty one counts as absent', () => {
  const ids = many(Id)
  assert.deepEqual(ids.parse('7'), [7])
  assert.deepEqual(ids.parse(['7', '8']), [7, 8])
  assert.equal(ids.parse(undefined), undefined)
  assert.equal(ids.safeParse(Array<string>(201).fill('1')).success, false)
  assert.equal(Keyword.parse('  晨曦 '), '晨曦')
  assert.equal(Keyword.parse('  '), undefined)
  assert.equal(Keyword.safeParse('长'.repeat(65)).success, false)
})

test('a day must exist, and money is an integer in 分', () => {
  assert.equal(Day.safeParse('2026-02-30').success, false)
  assert.equal(Day.parse('2026-02-28'), '2026-02-28')
  assert.equal(Cents.safeParse(0.5).success, false)
  assert.equal(Cents.parse(-1), -1)
})
