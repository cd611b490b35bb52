import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from './errors.ts'
import { refuseAmbiguous, refuseUnstorable } from './strictJson.ts'

const isInvalid = (error: unknown) => error instanceof AppError && error.code === 'INVALID'

test('the output of JSON.stringify is accepted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => refuseAmbiguous(JSON.stringify(value, null, 1))),
    { numRuns: 300 },
  )
})

test('a duplicate key is refused, also with other escapes or in a nested object', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":[{"a":"}","b":{},"a":null}]}]',
    '{ "a" : {"a":1} , "b":[1,2] , "a":3 }',
  ]) {
    assert.throws(() => refuseAmbiguous(text), isInvalid, text)
  }
  for (const text of ['{"a":{"a":1},"b":["a","a"]}', '{"a":"a,","b":"\\"a\\":"}', '[["a","a"]]', '"a"']) {
    refuseAmbiguous(text)
  }
})

test('32 nesting levels are accepted, 33 are refused', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  refuseAmbiguous(deep(32))
  assert.throws(() => refuseAmbiguous(deep(33)), isInvalid)
})

test('text that the database cannot store is refused', () => {
  for (const value of ['a\0', '\ud800', { a: ['\udc00x'] }, { '\0': 1 }]) {
    assert.throws(() => refuseUnstorable(value), isInvalid)
  }
  refuseUnstorable({ a: ['😀', 1, null, { b: '中' }] })
})
