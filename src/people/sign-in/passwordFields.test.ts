import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from '#testing/testSources.ts'

const screens = readSources().filter(({ path, isTest }) => path.endsWith('.tsx') && !isTest)

/** Elements in which people type a password. */
const FIELDS = /^(Input\.Password|SignInPassword)$/

const fields = screens.flatMap(({ path, elements }) =>
  elements
    .filter(({ name }) => FIELDS.test(name))
    .map(({ attributes, line }) => ({ place: `${path}:${line}`, attributes })),
)

test('every password field is masked, may be shown by its own button, and tells password managers what it is', () => {
  assert.ok(fields.length >= 5)
  for (const { place, attributes } of fields) {
    assert.match(attributes.get('autoComplete') ?? '', /(current|new)-password|autoComplete/, place)
    assert.equal(attributes.get('visibilityToggle'), undefined, place)
  }
  const door = screens.find(({ path }) => path === 'people/sign-in/SignInField.tsx')
  assert.match(door?.text ?? '', /type=\{shown \? 'text' : 'password'\}/)
})

test('no password is typed into another kind of field', () => {
  for (const { path, elements } of screens) {
    for (const { name, attributes, line } of elements) {
      if (FIELDS.test(name) || !/password/i.test(attributes.get('name') ?? '')) continue
      assert.match(name, /Item$/, `${path}:${line} ${name}`)
    }
  }
})

test('nothing keeps a password from being pasted, dropped or filled in', () => {
  const blocking = /^on(Paste|Drop|Copy|BeforeInput|ContextMenu)/
  for (const { place, attributes } of fields) {
    assert.deepEqual(
      [...attributes.keys()].filter((name) => blocking.test(name)),
      [],
      place,
    )
    assert.doesNotMatch(attributes.get('autoComplete') ?? '', /off/, place)
  }
  for (const { path, text } of screens.filter((screen) => screen.path.startsWith('people/sign-in/'))) {
    assert.doesNotMatch(text, /onPaste|onDrop|onBeforeInput|onContextMenu/, path)
  }
})
