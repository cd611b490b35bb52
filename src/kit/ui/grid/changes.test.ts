import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearChanges, fillDownChanges, pasteChanges } from './changes.ts'
import { blockOf, type Place, type Shape } from './sheet.ts'

const shape: Shape = { rows: 4, columns: 3, isOpen: ({ row }) => row !== 1 }
const over = (top: number, first: number, bottom = top, last = first) =>
  blockOf({ row: top, column: first }, { row: bottom, column: last })
const textAt = ({ row, column }: Place) => `${row}/${column}`

/** The changes as `row,column=text`. */
const describeChanges = ({ changes }: { changes: { row: number; column: number; text: string }[] }) =>
  changes.map(({ row, column, text }) => `${row},${column}=${text}`).join(' ')

test('pasted: starts at the first cell of the selection and skips locked cells', () => {
  const filling = pasteChanges(
    [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
    over(0, 0),
    shape,
  )
  assert.equal(describeChanges(filling), '0,0=1 0,1=2 2,0=5 2,1=6')
  assert.equal(filling.closed, 2)
})

test('pasted: counts cells outside the grid and does not wrap them', () => {
  const filling = pasteChanges(
    [
      ['1', '2'],
      ['3', '4'],
    ],
    over(3, 2),
    shape,
  )
  assert.equal(describeChanges(filling), '3,2=1')
  assert.deepEqual(filling.beyond, { rows: 1, columns: 1 })
})

test('pasted: repeats the cells only if the selection is a multiple of them', () => {
  assert.equal(describeChanges(pasteChanges([['7']], over(2, 0, 3, 1), shape)), '2,0=7 2,1=7 3,0=7 3,1=7')
  assert.equal(
    describeChanges(pasteChanges([['1', '2']], over(2, 0, 3, 1), shape)),
    '2,0=1 2,1=2 3,0=1 3,1=2',
  )
  assert.equal(describeChanges(pasteChanges([['1', '2']], over(2, 0, 3, 2), shape)), '2,0=1 2,1=2')
})

test('pasted: fills short rows with empty cells, and replaces breaks within a cell with spaces', () => {
  assert.equal(
    describeChanges(pasteChanges([['1', '2'], ['3']], over(2, 0), shape)),
    '2,0=1 2,1=2 3,0=3 3,1=',
  )
  assert.equal(describeChanges(pasteChanges([[' a\nb ']], over(0, 0), shape)), '0,0=a b')
})

test('filledDown: copies the first row of the selection; for a single row, the one above it', () => {
  assert.equal(describeChanges(fillDownChanges(over(0, 1, 3, 1), shape, textAt)), '2,1=0/1 3,1=0/1')
  assert.equal(describeChanges(fillDownChanges(over(3, 0, 3, 1), shape, textAt)), '3,0=2/0 3,1=2/1')
})

test('cleared: empties every editable cell of the selection', () => {
  assert.equal(describeChanges(clearChanges(over(0, 0, 2, 0), shape)), '0,0= 2,0=')
})

test('pasted: accepts 200 rows and 8 columns as one block', () => {
  const large: Shape = { rows: 200, columns: 8, isOpen: () => true }
  const cells = Array.from({ length: 200 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => `${row}${column}`),
  )
  assert.equal(pasteChanges(cells, over(0, 0), large).changes.length, 1600)
})
