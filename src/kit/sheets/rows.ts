import { limits, tooManyRows } from './limits.ts'
import { UnreadableFile } from './unreadable.ts'

/** Receives the rows of a file, sheet by sheet. */
export interface RowSink {
  /**
   * Called at the start of a visible sheet (a text file is one sheet without a name). Returns whether its rows are
   * needed.
   */
  sheet(name: string): boolean
  /**
   * Called with a row that has content; `row` is 1-based, as in the spreadsheet. Returns whether to continue with the
   * sheet.
   */
  row(row: number, cells: string[]): boolean
}

/** A row of a sheet that is read as a whole. */
export interface SheetRow {
  row: number
  cells: string[]
}

/**
 * Wraps a sink with the limits: drops blank rows and blank cells at the end of a row, refuses too many rows or columns.
 */
export function withinLimits(sink: RowSink): RowSink & { rows: number } {
  const guarded = {
    rows: 0,
    sheet: (name: string) => sink.sheet(name),
    row(row: number, cells: string[]): boolean {
      const width = cells.findLastIndex((cell) => cell !== '' && /\S/.test(cell)) + 1
      if (width === 0) return true
      if (width > limits.columns) throw tooManyColumns()
      guarded.rows += 1
      if (guarded.rows > limits.rows) throw tooManyRows()
      return sink.row(row, cells.slice(0, width).map(cleanCell))
    },
  }
  return guarded
}

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu
/** Only cells with a control character or a surrogate need cleaning; most have none. */
const NEEDS_CLEANING = /[\p{Cc}\p{Cs}]/u

/** Cuts a cell to the limit and removes what a database cannot store: control characters and lone surrogates. */
function cleanCell(cell: string): string {
  const short = cell.slice(0, limits.cellChars)
  return NEEDS_CLEANING.test(short) ? short.replace(CONTROLS, '').toWellFormed() : short
}

function tooManyColumns(): UnreadableFile {
  return new UnreadableFile('too-large', '文件超过 200 列，无法导入。请删去用不到的列后重新上传。')
}
