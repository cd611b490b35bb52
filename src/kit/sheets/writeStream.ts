import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type BookAbout, DECLARATION, firstParts, lastParts, sheetNames, sheetPath } from './bookXml.ts'
import { columnWidths } from './columnWidths.ts'
import { entryOf, type SheetLook, sheetEnd, sheetRows, sheetStart } from './sheetXml.ts'
import { addToSums, sumsOf } from './totalRow.ts'
import type { Sheet, SheetColumn } from './write.ts'
import type { CellValue } from './writeCells.ts'

/** An .xlsx that is written while its rows arrive: only the latest rows are held in memory. */
export interface XlsxStream {
  /** Adds rows, a few hundred per call: compressing them blocks the event loop. */
  add: (rows: readonly CellValue[][]) => void
  /** Ends the file: the totals of the first sheet, and a last sheet with notes. */
  end: (ending: Ending) => void
}

interface Ending {
  totals?: readonly CellValue[] | undefined
  notes: Omit<Sheet, 'name' | 'totals' | 'layout'>
  about: BookAbout
}

/** The earliest date of the ZIP format. */
const BEGINNING = '1980-01-02T00:00:00'
/** Rows that are held back at the start, to measure the columns. */
const SAMPLE_ROWS = 1_000

/**
 * Writes an .xlsx of two sheets, the first one row by row; `onBytes` is called with finished bytes. `names`: those of
 * the first sheet and of the sheet that `end` adds. The cells are the same as those of `toXlsx`.
 */
export function streamXlsx(
  names: readonly [string, string],
  columns: readonly SheetColumn[],
  onBytes: (bytes: Uint8Array) => void,
): XlsxStream {
  const archive = openArchive(onBytes)
  const [name = '', notesName = ''] = sheetNames(names)
  archive.addAll(firstParts(names.length))
  const sheet = archive.begin(sheetPath(0))
  const rows = sheetWriter(sheet, { name, columns })
  return {
    add: rows.add,
    end: ({ totals, notes, about }) => {
      const entry = rows.end(totals, about)
      const look: SheetLook = {
        name: notesName,
        columns: notes.columns,
        widths: columnWidths(notes.columns, notes),
        layout: 'notes',
        isFirst: false,
      }
      const content = { about, rowCount: notes.rows.length, sums: [] }
      archive.addAll({
        [sheetPath(1)]: sheetStart(look) + sheetRows(look, notes.rows, 0) + sheetEnd(look, content),
        ...lastParts([entry, entryOf(look, notes.rows.length)], about),
      })
      archive.end()
    },
  }
}

/** Writes the rows of a sheet; the first ones are held back until the columns are measured. */
function sheetWriter(part: ZipDeflate, { name, columns }: Pick<SheetLook, 'name' | 'columns'>) {
  const sums = sumsOf(columns, [])
  let sample: CellValue[][] = []
  let rowCount = 0
  let look: SheetLook | undefined
  const begin = (isSample: boolean, totals?: readonly CellValue[]) => {
    const widths = columnWidths(columns, { rows: sample, totals, isSample })
    look = { name, columns, widths, layout: 'table', isFirst: true }
    part.push(strToU8(sheetStart(look) + sheetRows(look, sample, 0)))
    sample = []
    return look
  }
  return {
    add: (rows: readonly CellValue[][]) => {
      addToSums(sums, rows)
      if (look) part.push(strToU8(sheetRows(look, rows, rowCount)))
      else sample.push(...rows)
      rowCount += rows.length
      if (!look && rowCount >= SAMPLE_ROWS) begin(true)
    },
    /** Returns the sheet's entry in the workbook. */
    end: (totals: readonly CellValue[] | undefined, about: BookAbout) => {
      const finished = look ?? begin(false, totals)
      part.push(strToU8(sheetEnd(finished, { about, rowCount, totals, sums })), true)
      return entryOf(finished, rowCount)
    },
  }
}

/** A ZIP file that is written part by part. */
function openArchive(onBytes: (bytes: Uint8Array) => void) {
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
  const addAll = (parts: Record<string, string>) => {
    for (const [path, xml] of Object.entries(parts)) begin(path).push(strToU8(xml), true)
  }
  return { begin, addAll, end: () => zip.end() }
}
