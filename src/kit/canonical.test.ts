import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './canonical.ts'

/** The text that hashes of the log and of snapshots have always used; it must not change. */
const asEver = (value: unknown) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

test('the canonical text of a value never changes and does not depend on key order', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (value) => {
      assert.equal(canonicalJson(value), asEver(value))
    }),
  )
  assert.equal(
    canonicalJson({ b: 1, a: [{ d: null, c: new Date(0) }], 2: undefined }),
    '{"a":[{"c":"1970-01-01T00:00:00.000Z","d":null}],"b":1}',
  )
})
