import type { SheetRow } from '#features/record-imports/rules.ts'
import { NOTES_SHEET } from '#features/record-imports/rules.ts'
import { answerParent } from '#kit/sheets/answerParent.ts'
import { readRows } from '#kit/sheets/read.ts'

/** More sheets than a workbook of records has; what follows is not read. */
const MOST_SHEETS = 8
/** A row more than allowed, under five of headers: enough to be refused. */
const MOST_LINES = 5_006

/** The rows of a workbook, sheet by sheet. */
async function work(bytes: Uint8Array): Promise<SheetRow[][]> {
  const sheets: SheetRow[][] = []
  await readRows(bytes, {
    sheet: (name) => name !== NOTES_SHEET && sheets.length < MOST_SHEETS && sheets.push([]) > 0,
    row(row, cells) {
      const sheet = sheets.at(-1)
      sheet?.push({ row, cells: Array.from(cells, (cell) => cell ?? '') })
      return (sheet?.length ?? 0) < MOST_LINES
    },
  })
  return sheets
}

await answerParent(work)
