import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSources } from '#testing/testSources.ts'
import { SCROLL_BAR } from './excludedModules.ts'

test('no table has a fixed height: the width of a scroll bar, which such a table needs, is not measured', () => {
  const code = readFileSync(new URL(`../../node_modules/${SCROLL_BAR.of}`, import.meta.url), 'utf8')
  assert.equal(code.match(SCROLL_BAR.measured)?.length, SCROLL_BAR.times)
  const fixed = readSources().filter(
    ({ path, text }) => path.endsWith('.tsx') && /\bscroll(=\{|:) ?\{[^}]*\by\b/.test(text),
  )
  assert.deepEqual(
    fixed.map(({ path }) => path),
    [],
  )
})
