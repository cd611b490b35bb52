import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonical } from './canonical.ts'

/** As hashes of the log and of snapshots have always been taken: the text must never be another one. */
const asEver = (value: unknown) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

test('the text of a value is what it always was, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (value) => {
      assert.equal(canonical(value), asEver(value))
    }),
  )
  assert.equal(
    canonical({ b: 1, a: [{ d: null, c: new Date(0) }], 2: undefined }),
    '{"a":[{"c":"1970-01-01T00:00:00.000Z","d":null}],"b":1}',
  )
})
