import { limits, tooManyRows } from './limits.ts'
import { UnreadableFile } from './unreadable.ts'

/** Takes the rows of a file, sheet by sheet. */
export interface RowSink {
  /** A visible sheet begins (a text file is one sheet without a name). Answers whether its rows are wanted. */
  sheet(name: string): boolean
  /** A row with content; `row` is 1-based as the spreadsheet numbers it. Answers whether the sheet should go on. */
  row(row: number, cells: string[]): boolean
}

/** A row of a sheet that is read whole. */
export interface SheetRow {
  row: number
  cells: string[]
}

/** The same sink behind the limits: blank rows dropped, blank ends cut, too many rows or columns refused. */
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
      return sink.row(row, cells.slice(0, width).map(cut))
    },
  }
  return guarded
}

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu
/** Few cells hold a control character or half of another: the others are left as they are. */
const ODD = /[\p{Cc}\p{Cs}]/u

/** Cut to the limit, and without what no database takes: control characters and halves of characters. */
function cut(cell: string): string {
  const short = cell.slice(0, limits.cellChars)
  return ODD.test(short) ? short.replace(CONTROLS, '').toWellFormed() : short
}

function tooManyColumns(): UnreadableFile {
  return new UnreadableFile('too-large', '文件超过 200 列，无法导入。请删去用不到的列后重新上传。')
}
