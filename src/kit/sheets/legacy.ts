import type { CellObject, ParsingOptions, WorkBook } from '@e965/xlsx'
import { limits } from './limits.ts'
import { kindOfFormat, numberText } from './numbers.ts'
import type { RowSink } from './rows.ts'
import { damagedFileError, lockedFileError } from './unreadable.ts'

const OPTIONS: ParsingOptions = {
  dense: true,
  raw: true,
  cellNF: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  sheetRows: limits.rows + 1,
}

/**
 * Streams an old spreadsheet into the sink: BIFF from bytes, an HTML table or XML spreadsheet from its decoded text.
 */
export async function readLegacy(content: Uint8Array | string, sink: RowSink): Promise<void> {
  const book = await open(content)
  const from1904 = book.Workbook?.WBProps?.date1904 === true
  book.SheetNames.forEach((name, index) => {
    const rows = book.Sheets[name]?.['!data'] ?? []
    if (book.Workbook?.Sheets?.[index]?.Hidden || !sink.sheet(name)) return
    // Rows without cells are holes in the array: `some` skips them, and stops when the sink needs no more rows.
    rows.some(
      (cells, at) =>
        !sink.row(
          at + 1,
          Array.from(cells ?? [], (cell) => cellText(cell, from1904)),
        ),
    )
  })
}

async function open(content: Uint8Array | string): Promise<WorkBook> {
  // Loaded only when needed: the library is large, and most files are .xlsx or .csv.
  const { read, set_cptable } = await import('@e965/xlsx')
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  try {
    return read(content, { ...OPTIONS, type: typeof content === 'string' ? 'string' : 'array' })
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw lockedFileError()
    throw damagedFileError(error)
  }
}

function cellText(cell: CellObject | undefined, from1904: boolean): string {
  if (cell?.v === undefined || cell.v === null) return ''
  if (cell.t === 'n')
    return numberText(String(cell.v), kindOfFormat(0, String(cell.z ?? 'General')), from1904)
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  return cell.t === 'e' ? '#N/A' : String(cell.v)
}
