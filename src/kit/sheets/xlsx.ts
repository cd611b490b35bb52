import { limits } from './limits.ts'
import { numberText } from './numbers.ts'
import type { RowSink } from './rows.ts'
import type { Workbook } from './workbook.ts'
import { readWorkbook } from './workbook.ts'
import type { XmlListener } from './xml.ts'
import { parseXml } from './xml.ts'
import { openArchive } from './zip.ts'

/** The last row of an Excel sheet. */
const LAST_ROW = 1_048_576

/** Streams the visible sheets of an .xlsx into the sink; formulas give their cached value, nothing is evaluated. */
export async function readXlsx(bytes: Uint8Array, sink: RowSink): Promise<void> {
  const archive = await openArchive(bytes)
  const workbook = await readWorkbook(archive)
  for (const { name, path } of workbook.sheets) {
    if (archive.has(path) && sink.sheet(name))
      await parseXml(archive.text(path), sheetListener(workbook, sink))
  }
}

function sheetListener(workbook: Workbook, sink: RowSink): XmlListener {
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell: Record<string, string> = {}
  let text = ''
  let inValue = false
  let wanted = true
  return {
    done: () => !wanted,
    open(name, attributes) {
      if (name === 'row') {
        row = rowNumber(attributes.r, row)
        cells = []
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        cell = attributes
        text = ''
      }
      inValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (inValue) text += piece
    },
    close(name) {
      inValue = false
      if (name === 'c' && text !== '') put(cells, column, cellText(workbook, cell, text))
      if (name === 'row' && wanted) wanted = sink.row(row, cells)
    },
  }
}

/** Cells beyond the limit collapse onto the first forbidden column: enough to be refused, too few to fill memory. */
function put(cells: string[], column: number, text: string): void {
  const at = Math.min(column, limits.columns)
  while (cells.length < at) cells.push('')
  if (at < limits.columns || /\S/.test(text)) cells[at] = text
}

function cellText(workbook: Workbook, cell: Record<string, string>, text: string): string {
  switch (cell.t) {
    case 's':
      return decodeEscapes(workbook.strings[Number(text)] ?? '')
    case 'str':
    case 'inlineStr':
    case 'e':
      return decodeEscapes(text)
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return text.replace('T', ' ').replace(/ 00:00(:00(\.0+)?)?Z?$/, '')
    default:
      return numberText(text, workbook.kinds[Number(cell.s ?? 0)] ?? 'number', workbook.from1904)
  }
}

/** What XML cannot hold is written as `_x000D_` in texts (ECMA-376, 22.9.2.19). */
function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** The row's own number where it makes sense, else the next one: no two rows of a sheet may share a number. */
function rowNumber(own: string | undefined, before: number): number {
  const number = Number(own)
  return Number.isInteger(number) && number > before && number <= LAST_ROW ? number : before + 1
}

/** `B12` → 1; undefined where the cell does not say where it stands. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
