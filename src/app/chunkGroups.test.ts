import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { chunkFiles, chunkTest } from './chunkGroups.ts'

test('every file of a chunk exists, and none is in two chunks', () => {
  const files = Object.values(chunkFiles).flat()
  const missing = files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))
  assert.deepEqual(missing, [])
  assert.equal(new Set(files).size, files.length)
})

test('a chunk contains its files and packages, no others', () => {
  const list = chunkTest('list', /antd\/es\/checkbox/)
  assert.match('/code/src/kit/ui/ListPage.tsx', list)
  assert.match('/code/node_modules/antd/es/checkbox/index.js', list)
  assert.doesNotMatch('/code/src/kit/ui/ListPage.tsx.css', list)
  assert.doesNotMatch('/code/src/billing/kit/ui/ListPageXtsx', list)
})
