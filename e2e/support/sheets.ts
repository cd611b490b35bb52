import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'
import type { Download } from 'playwright-core'

type Cell = string | number | null

/** A workbook with one sheet, written by a third-party library instead of the program's own code. */
export function toXlsxBuffer(name: string, rows: Cell[][]): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name)
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
}

/** The sheets of a downloaded workbook by name, read by a third-party library. */
export async function sheetsOf(download: Download): Promise<Map<string, Cell[][]>> {
  const book = XLSX.read(readFileSync(await download.path()))
  const rowsOf = (name: string) =>
    XLSX.utils.sheet_to_json<Cell[]>(book.Sheets[name] ?? {}, { header: 1, defval: null })
  return new Map(book.SheetNames.map((name) => [name, rowsOf(name)]))
}
