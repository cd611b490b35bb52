import { strToU8, Zip, ZipDeflate } from 'fflate'
import {
  bookParts,
  DECLARATION,
  SHEET_END,
  type Sheet,
  type SheetColumn,
  sheetPath,
  sheetRows,
  sheetStart,
} from './write.ts'
import type { CellValue } from './writeCells.ts'

/** An .xlsx that is written while its rows arrive: only the latest rows are held in memory. */
export interface XlsxStream {
  /** Adds rows, a few hundred per call: compressing them blocks the event loop. */
  add: (rows: readonly CellValue[][]) => void
  /** Ends the file with a last sheet. */
  end: (last: Omit<Sheet, 'name'>) => void
}

/** The earliest date of the ZIP format. */
const BEGINNING = '1980-01-02T00:00:00'

/**
 * Writes an .xlsx of two sheets, the first one row by row; `onBytes` is called with finished bytes. `names`: those of
 * the first sheet and of the sheet that `end` adds. The cells are the same as those of `toXlsx`.
 */
export function streamXlsx(
  names: readonly [string, string],
  columns: readonly SheetColumn[],
  onBytes: (bytes: Uint8Array) => void,
): XlsxStream {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    if (bytes.length > 0) onBytes(bytes)
  })
  const begin = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 })
    // A constant time, so that the same rows give the same bytes.
    file.mtime = BEGINNING
    zip.add(file)
    file.push(strToU8(DECLARATION))
    return file
  }
  for (const [path, xml] of Object.entries(bookParts(names))) begin(path).push(strToU8(xml), true)
  const sheet = begin(sheetPath(0))
  sheet.push(strToU8(sheetStart(columns)))
  let written = 0
  return {
    add: (rows) => {
      sheet.push(strToU8(sheetRows(columns, rows, written)))
      written += rows.length
    },
    end: (last) => {
      sheet.push(strToU8(SHEET_END), true)
      const xml = `${sheetStart(last.columns)}${sheetRows(last.columns, last.rows, 0)}${SHEET_END}`
      begin(sheetPath(1)).push(strToU8(xml), true)
      zip.end()
    },
  }
}
