import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'
import type { Download } from 'playwright-core'
import { assertWorkbook } from '#testing/testWorkbook.ts'

type Cell = string | number | null

/** A workbook with one sheet, written by a third-party library instead of the program's own code. */
export function toXlsxBuffer(name: string, rows: Cell[][]): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name)
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
}

/**
 * The sheets of a downloaded workbook by name, read by a third-party library. Throws if the file breaks a requirement
 * of Excel.
 */
export async function sheetsOf(download: Download): Promise<Map<string, Cell[][]>> {
  const bytes = readFileSync(await download.path())
  assertWorkbook(bytes, download.suggestedFilename())
  const book = XLSX.read(bytes)
  const rowsOf = (name: string) =>
    XLSX.utils.sheet_to_json<Cell[]>(book.Sheets[name] ?? {}, { header: 1, defval: null })
  return new Map(book.SheetNames.map((name) => [name, rowsOf(name)]))
}

/** The header, the rows and the totals of a sheet; the totals are below an empty row. */
export function tableOf(sheet: Cell[][] = []): { head: Cell[]; rows: Cell[][]; totals: Cell[] | undefined } {
  const [head = [], ...rows] = sheet
  const gap = rows.findIndex((row) => row.every((cell) => cell === null))
  return gap < 0
    ? { head, rows, totals: undefined }
    : { head, rows: rows.slice(0, gap), totals: rows[gap + 1] }
}
