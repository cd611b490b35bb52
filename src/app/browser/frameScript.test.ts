import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { SIGN_IN } from '#app/routes.ts'
import { directionOf, languages } from './languages.ts'

const script = readFileSync(join(import.meta.dirname, '../../../public/frame.js'), 'utf8')

/** Returns how the script changes the root element, for a visitor with this storage at this path. */
function rootAfter(stored: Record<string, string>, pathname = '/welcome') {
  const classes = new Set<string>()
  const documentElement = { dir: '', classList: classes }
  const localStorage = { getItem: (key: string) => stored[key] ?? null }
  runInNewContext(script, { document: { documentElement }, localStorage, location: { pathname } })
  return { dir: documentElement.dir || 'ltr', classes: [...classes] }
}

test('frame.js mirrors the document for the same languages as the console', () => {
  for (const locale of Object.keys(languages)) {
    assert.equal(rootAfter({ locale }).dir, directionOf(locale), locale)
  }
  for (const locale of ['', 'fast', 'hexen']) assert.equal(rootAfter({ locale }).dir, 'ltr', locale)
})

test('frame.js shows the frame only with a token, and never on the sign-in page', () => {
  assert.deepEqual(rootAfter({}).classes, [])
  assert.deepEqual(rootAfter({ token: 'x' }).classes, ['signed-in'])
  assert.deepEqual(rootAfter({ token: 'x' }, SIGN_IN).classes, [])
})

test('frame.js restores the width of the menu', () => {
  assert.deepEqual(rootAfter({ 'menu-collapsed': 'yes' }).classes, ['menu-collapsed'])
  assert.deepEqual(rootAfter({ 'menu-collapsed': 'no' }).classes, [])
})
