import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTsv, writeTsv } from './tsv.ts'

test('readTsv: reads rows and cells as spreadsheets copy them, with a final line break', () => {
  assert.deepEqual(readTsv('1\t2\r\n3\t4\r\n'), [
    ['1', '2'],
    ['3', '4'],
  ])
  assert.deepEqual(readTsv('一\n二'), [['一'], ['二']])
  assert.deepEqual(readTsv('12'), [['12']])
})

test('readTsv: keeps empty cells and empty rows', () => {
  assert.deepEqual(readTsv('\t2\t\n\n3\t\t'), [['', '2', ''], [''], ['3', '', '']])
  assert.deepEqual(readTsv(''), [['']])
})

test('readTsv: quoted cells may contain tabs, breaks and quotation marks; other quotation marks are text', () => {
  assert.deepEqual(readTsv('"a\tb"\t"c\nd"\t"e""f"'), [['a\tb', 'c\nd', 'e"f']])
  assert.deepEqual(readTsv('5" 屏\t"没有合上'), [['5" 屏', '"没有合上']])
})

test('readTsv returns the cells that writeTsv has written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', '字', '\t', '\n', '"', ' ', ',') })
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
    )
  fc.assert(
    fc.property(block, (rows) => {
      assert.deepEqual(readTsv(`${writeTsv(rows)}\r\n`), rows)
    }),
  )
})
