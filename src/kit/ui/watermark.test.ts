import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markOf, markTile } from './watermark.ts'

test('markOf: returns the name and an id of at least four digits', () => {
  assert.equal(markOf({ id: 12, name: '林知远' }), '林知远 0012')
  assert.equal(markOf({ id: 12345, name: '林知远' }), '林知远 12345')
})

test('markTile: a name cannot break out of the picture or the style', () => {
  const tile = markTile('<b>"甲"&)')
  assert.match(decodeURIComponent(tile), /&lt;b&gt;&quot;甲&quot;&amp;\)/)
  assert.doesNotMatch(tile.slice('url("'.length, -2), /["<>\s]/)
})
