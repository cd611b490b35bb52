import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandOf, type Mode } from './keys.ts'

/** The command of a key combination such as `Ctrl+Shift+ArrowDown`. */
function pressed(keys: string, mode: Mode = 'moving', mirrored = false) {
  const parts = keys.split('+')
  return commandOf(
    {
      key: parts.at(-1) ?? '',
      ctrl: parts.includes('Ctrl'),
      shift: parts.includes('Shift'),
      alt: parts.includes('Alt'),
    },
    mode,
    mirrored,
  )
}

test('arrows move by one cell, with Ctrl to the edge, with Shift they select', () => {
  assert.deepEqual(pressed('ArrowDown'), { kind: 'move', rows: 1, columns: 0, extend: false })
  assert.deepEqual(pressed('Ctrl+ArrowRight'), { kind: 'move', rows: 0, columns: Infinity, extend: false })
  assert.deepEqual(pressed('Ctrl+Shift+End'), {
    kind: 'move',
    rows: Infinity,
    columns: Infinity,
    extend: true,
  })
})

test('on a right-to-left page the left arrow moves to the next column', () => {
  assert.deepEqual(pressed('ArrowLeft', 'moving', true), {
    kind: 'move',
    rows: 0,
    columns: 1,
    extend: false,
  })
})

test('arrows move the cell while a new text is typed, and the caret while a text is edited (F2)', () => {
  assert.equal(pressed('ArrowLeft', 'typing')?.kind, 'move')
  assert.equal(pressed('ArrowLeft', 'editing'), null)
  assert.equal(pressed('Home', 'typing'), null)
})

test('Delete, Ctrl D, Z, Y and A are commands only while no text is being written', () => {
  const kinds = ['Delete', 'Backspace', 'Ctrl+d', 'Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+y', 'Ctrl+a'].map(
    (keys) => pressed(keys)?.kind,
  )
  assert.deepEqual(kinds, ['clear', 'clear', 'fillDown', 'undo', 'redo', 'redo', 'all'])
  for (const keys of ['Delete', 'Ctrl+z', 'Ctrl+a']) assert.equal(pressed(keys, 'typing'), null)
})

test('Enter, Tab, F2 and Esc work in every mode; Ctrl with Enter commits the text', () => {
  for (const mode of ['moving', 'typing', 'editing'] as const) {
    assert.deepEqual(pressed('Shift+Enter', mode), { kind: 'enter', direction: -1 })
    assert.deepEqual(pressed('Tab', mode), { kind: 'tab', direction: 1 })
    assert.deepEqual(pressed('F2', mode), { kind: 'edit' })
    assert.deepEqual(pressed('Escape', mode), { kind: 'cancel' })
    assert.deepEqual(pressed('Ctrl+Enter', mode), { kind: 'commit' })
  }
})

test('characters, copying and combinations with Alt are left to the browser', () => {
  for (const keys of ['1', '字', 'Process', 'Ctrl+c', 'Ctrl+v', 'Ctrl+s', 'Alt+ArrowLeft', 'Ctrl+Tab']) {
    assert.equal(pressed(keys), null, keys)
  }
})
