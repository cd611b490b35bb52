import { answerParent } from './answerParent.ts'
import { readRows } from './read.ts'
import type { SheetRow } from './rows.ts'
import type { WholeSheets } from './wholeSheets.ts'

/** More sheets than a workbook of this kind has; further sheets are not read. */
const MOST_SHEETS = 8

/** Reads the rows of a workbook, sheet by sheet. */
async function work({
  bytes,
  mostRows,
  without,
}: WholeSheets & { bytes: Uint8Array }): Promise<SheetRow[][]> {
  const sheets: SheetRow[][] = []
  await readRows(bytes, {
    sheet: (name) => name !== without && sheets.length < MOST_SHEETS && sheets.push([]) > 0,
    row(row, cells) {
      const sheet = sheets.at(-1)
      sheet?.push({ row, cells: Array.from(cells, (cell) => cell ?? '') })
      return (sheet?.length ?? 0) < mostRows
    },
  })
  return sheets
}

await answerParent(work)
