import { readRows } from './read.ts'
import type { ReadSheetsOptions } from './readSheets.ts'
import type { SheetRow } from './rows.ts'
import { serveWorker } from './serveWorker.ts'

/** More sheets than a workbook of this kind has; further sheets are not read. */
const MAX_SHEETS = 8

/** Reads the rows of a workbook, sheet by sheet. */
async function work({
  bytes,
  maxRows,
  without,
}: ReadSheetsOptions & { bytes: Uint8Array }): Promise<SheetRow[][]> {
  const sheets: SheetRow[][] = []
  await readRows(bytes, {
    sheet: (name) => name !== without && sheets.length < MAX_SHEETS && sheets.push([]) > 0,
    row(row, cells) {
      const sheet = sheets.at(-1)
      sheet?.push({ row, cells: Array.from(cells, (cell) => cell ?? '') })
      return (sheet?.length ?? 0) < maxRows
    },
  })
  return sheets
}

await serveWorker(work)
