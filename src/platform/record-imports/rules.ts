import { type Actor, hideCompany, hideRoleUpdate, seesPay } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { CellOf, CompanyWords, ImportColumn, RecordSheet } from '#kit/recordSheet.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { originalText } from '#kit/sheets/writeCells.ts'
import { inEveryLanguage, withoutMarks } from '#kit/text.ts'
import { isUndoable, UNDO_HOURS } from '#kit/undoable.ts'
import { type ImportEntity, MAX_PEOPLE, MAX_ROWS } from './contract.ts'

export const entityNames: Record<ImportEntity, string> = {
  staff: '员工',
  customer: '客户',
  store: '店铺',
  terms: '计费方式',
  assignment: '客服分配',
  nick: '平台昵称',
  opening: '期初余额',
}

export const rowStateNames = {
  waiting: '待预检',
  create: '新增',
  update: '更新',
  same: '不变',
  conflict: '冲突',
  error: '错误',
  created: '已新增',
  updated: '已更新',
  failed: '失败',
  undone: '已撤销',
  kept: '未撤销',
  skipped: '跳过',
} as const

export const rowStateTones = {
  waiting: 'grey',
  create: 'green',
  update: 'blue',
  same: 'grey',
  conflict: 'orange',
  error: 'red',
  created: 'green',
  updated: 'blue',
  failed: 'red',
  undone: 'grey',
  kept: 'orange',
  skipped: 'grey',
} as const

/** Maximum number of rows for a record kind. */
export const maxRowsOf = (entity: ImportEntity) => (entity === 'staff' ? MAX_PEOPLE : MAX_ROWS)

/** The headers that our file of failed rows adds; their columns are never read. */
export const ADDED_HEADERS = ['错误原因', '行号']

/** The sheet of our template that contains instructions instead of records. */
export const NOTES_SHEET = '填写说明'

/** A column with the index of its cell and the header that the file has for it. */
export type Place = ImportColumn & { at: number }

/** A sheet with its recognized header. */
export interface FoundSheet {
  headers: string[]
  places: Place[]
  rows: SheetRow[]
}

/** The header is searched in the first five rows, since a title row above it is common. */
const HEADER_WITHIN = 5

const headerKey = (header: string) => nameKey(header).replace(/[()（）*_\-\s]/g, '')

/**
 * Matches the cells of a header row to the columns, in every language of the program, since an export has the headers of
 * its user's language. Of equal headers the first one counts, and a column's current header takes precedence over its
 * former one.
 */
export function placesIn(cells: readonly string[], columns: readonly ImportColumn[]): Place[] {
  const keys = cells.map(headerKey)
  const indexOf = (header: string) => {
    const names = inEveryLanguage(header).map(headerKey)
    return keys.findIndex((key) => names.includes(key))
  }
  return columns.flatMap((column) => {
    const at = [column.header, column.formerHeader ?? column.header].map(indexOf).find((found) => found >= 0)
    return at === undefined ? [] : [{ ...column, header: cells[at]?.trim() || column.header, at }]
  })
}

/**
 * The sheet with the most known headers. A file may lack columns, which leaves these fields unchanged, but not all that
 * identify a record. Throws INVALID if it does or has no rows, TOO_LARGE.
 */
export function findSheet(
  sheets: readonly SheetRow[][],
  columns: readonly ImportColumn[],
  { identifiedBy, maxRows }: Pick<RecordSheet, 'identifiedBy'> & { maxRows: number },
): FoundSheet {
  const headers = sheets
    .flatMap((rows) => rows.slice(0, HEADER_WITHIN).map((row, index) => ({ rows, row, index })))
    .map((found) => ({ ...found, places: placesIn(found.row.cells, columns) }))
    .sort((one, other) => other.places.length - one.places.length)
  const [best] = headers
  const has = (field: string) => best?.places.some((place) => place.field === field) ?? false
  if (!best || !identifiedBy.some((fields) => fields.every(has))) {
    const missing = columns.filter(({ required, field }) => required && !has(field))
    throw new AppError('INVALID', '表里缺少这些列：{headers}。请下载模板，按模板的表头填写后再上传。', {
      values: { headers: missing.map(({ header }) => header) },
    })
  }
  const rows = best.rows.slice(best.index + 1).filter((row) => !isTotalRow(row))
  if (rows.length === 0) throw new AppError('INVALID', '表头下面没有数据，请填写后再上传。')
  if (rows.length > maxRows) {
    throw new AppError('TOO_LARGE', '表里超过 {n} 行，请分成几个文件后再上传。', { values: { n: maxRows } })
  }
  return { headers: best.row.cells, places: best.places, rows }
}

/** The first words of a row of totals, as exports have below their rows. */
const TOTALS = ['合计', '本页合计', '全部合计']

/** Whether a row contains totals instead of a record: its first text says so. */
function isTotalRow({ cells }: SheetRow): boolean {
  const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? ''
  return TOTALS.some((total) => inEveryLanguage(total).includes(first))
}

/**
 * The text of a row's cell, as it was before an export made it safe from being read as a formula, without the direction
 * marks of an export from a right-to-left page.
 */
export function cellOf(row: SheetRow, places: readonly Place[], field: string): string {
  const place = places.find((candidate) => candidate.field === field)
  const text = withoutMarks((place && row.cells[place.at]) ?? '').trim()
  return originalText(text).trim()
}

/** A row's cells normalized for keys, so that two spellings of a name are equal. */
export const foldedCells =
  (row: SheetRow, places: readonly Place[]): CellOf =>
  (field) =>
    nameKey(cellOf(row, places, field))

/** Throws WRONG_STATE if an import is already undone, not started or past the undo period. */
export function assertUndoable(found: { state: string; runAt: Date | null }, now: Date): void {
  if (found.state === 'undone') throw new AppError('WRONG_STATE', '这次导入已经撤销。')
  if (found.runAt === null) throw new AppError('WRONG_STATE', '这份资料还没有写入，不需要撤销。')
  if (isUndoable(found, now)) return
  throw new AppError('WRONG_STATE', '这份资料写入已超过 {n} 小时，不能再整批撤销；请逐条修改。', {
    values: { n: UNDO_HOURS },
  })
}

/** The columns of a sheet that are read from this user's files. */
export function columnsFor(actor: Actor, columns: readonly ImportColumn[]): ImportColumn[] {
  const setsAll = !hideRoleUpdate(actor) && seesPay(actor)
  const seesCompany = !hideCompany(actor)
  return columns.filter(({ adminOnly, hidden }) => (setsAll || !adminOnly) && (seesCompany || !hidden))
}

/** The columns with the choices of the user's company. */
export const withWords = (
  columns: readonly ImportColumn[],
  words: Record<string, CompanyWords> = {},
): ImportColumn[] =>
  columns.map((column) => {
    const own = words[column.field]
    if (!own) return column
    return { ...column, ...(own.words && { words: own.words, formerWords: own.formerWords ?? {} }) }
  })

/** The columns of this user's template and export. */
export const templateColumns = (actor: Actor, columns: readonly ImportColumn[]): ImportColumn[] =>
  columnsFor(actor, columns).filter(({ hidden }) => !hidden)
