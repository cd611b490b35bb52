import { limits } from './limits.ts'
import { numberText } from './numbers.ts'
import { type PlainRow, withoutPlainRows } from './plainRows.ts'
import type { RowSink } from './rows.ts'
import { readWorkbook, type Workbook } from './workbook.ts'
import { parseXml, type XmlListener } from './xml.ts'
import { openArchive } from './zip.ts'

/** The last row of an Excel sheet. */
const LAST_ROW = 1_048_576

/** Streams the visible sheets of an .xlsx into the sink; formulas give their cached value and are never evaluated. */
export async function readXlsx(bytes: Uint8Array, sink: RowSink): Promise<void> {
  const archive = await openArchive(bytes)
  const workbook = await readWorkbook(archive)
  for (const { name, path } of workbook.sheets) {
    if (!archive.has(path) || !sink.sheet(name)) continue
    const rows = new SheetRows(workbook, sink)
    await parseXml(withoutPlainRows(archive.text(path), rows.addRow), rows)
  }
}

/**
 * Converts the cells of a sheet to text and passes its rows to the sink; used by the fast path and by the XML parser.
 */
class SheetRows implements XmlListener {
  readonly #workbook: Workbook
  readonly #sink: RowSink
  #row = 0
  #cells: string[] = []
  #column = -1
  #attributes: Record<string, string> = {}
  #text = ''
  #inValue = false
  #wanted = true

  constructor(workbook: Workbook, sink: RowSink) {
    this.#workbook = workbook
    this.#sink = sink
  }

  done = () => !this.#wanted

  addRow = ({ number, cells }: PlainRow) => {
    this.#begin(number)
    for (const { reference, style, type, text } of cells) {
      this.#column = columnOf(reference) ?? this.#column + 1
      this.#put(type, style, text)
    }
    this.#end()
  }

  open(name: string, attributes: Record<string, string>) {
    if (name === 'row') this.#begin(attributes.r)
    else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      this.#attributes = attributes
      this.#text = ''
    }
    this.#inValue = name === 'v' || name === 't'
  }

  text(piece: string) {
    if (this.#inValue) this.#text += piece
  }

  close(name: string) {
    this.#inValue = false
    if (name === 'c') this.#put(this.#attributes.t, this.#attributes.s, this.#text)
    if (name === 'row') this.#end()
  }

  #begin(number: string | undefined) {
    this.#row = rowNumber(number, this.#row)
    this.#cells = []
    this.#column = -1
  }

  #put(type: string | undefined, style: string | undefined, text: string) {
    if (text !== '') put(this.#cells, this.#column, cellText(this.#workbook, type, style, text))
  }

  #end() {
    if (this.#wanted) this.#wanted = this.#sink.row(this.#row, this.#cells)
  }
}

/** Cells beyond the limit are put into the first forbidden column: enough to be refused, too few to fill the memory. */
function put(cells: string[], column: number, text: string): void {
  const at = Math.min(column, limits.columns)
  while (cells.length < at) cells.push('')
  if (at < limits.columns || /\S/.test(text)) cells[at] = text
}

function cellText(
  workbook: Workbook,
  type: string | undefined,
  style: string | undefined,
  text: string,
): string {
  switch (type) {
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
      return numberText(text, workbook.kinds[Number(style ?? 0)] ?? 'number', workbook.from1904)
  }
}

/** Characters that XML does not allow are written as `_x000D_` (ECMA-376, 22.9.2.19). */
function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** The row's own number if it is valid, else the next one: row numbers of a sheet must be unique and ascending. */
function rowNumber(stated: string | undefined, before: number): number {
  const number = Number(stated)
  return Number.isInteger(number) && number > before && number <= LAST_ROW ? number : before + 1
}

/** The column index of a cell reference: `B12` → 1; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
