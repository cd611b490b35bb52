import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellEdit, NO_HISTORY, recordStep, redoStep, undoStep } from './history.ts'

const edit = (text: string): CellEdit[] => [{ row: 1, column: 'handledUsers', text }]
const twoSteps = recordStep(recordStep(NO_HISTORY, edit('12'), edit('')), edit('15'), edit('12'))

test('actions are undone newest first, and redone in their order', () => {
  const first = undoStep(twoSteps)
  assert.deepEqual(first?.edits, edit('12'))
  const second = undoStep(first?.history ?? NO_HISTORY)
  assert.deepEqual(second?.edits, edit(''))
  assert.equal(undoStep(second?.history ?? twoSteps), null)
  const again = redoStep(second?.history ?? NO_HISTORY)
  assert.deepEqual(again?.edits, edit('12'))
  assert.deepEqual(redoStep(again?.history ?? NO_HISTORY)?.edits, edit('15'))
})

test('a new action discards what could have been redone', () => {
  const back = undoStep(twoSteps)
  const after = recordStep(back?.history ?? NO_HISTORY, edit('16'), edit('12'))
  assert.equal(redoStep(after), null)
  assert.deepEqual(undoStep(after)?.edits, edit('12'))
})

test('the history keeps a hundred actions', () => {
  const many = Array.from({ length: 120 }, (_, n) => String(n)).reduce(
    (history, text) => recordStep(history, edit(text), edit('')),
    NO_HISTORY,
  )
  assert.equal(many.done.length, 100)
  assert.deepEqual(many.done.at(-1)?.redo, edit('119'))
})
