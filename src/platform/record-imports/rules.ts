import type { Actor } from '#access/can.ts'
import { hideRoleUpdate, seesPay } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { CellOf, ImportColumn } from '#kit/recordSheet.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { isUndoable, UNDO_HOURS } from '#kit/undoable.ts'
import type { ImportEntity } from './contract.ts'
import { MOST_PEOPLE, MOST_ROWS } from './contract.ts'

export const entityNames: Record<ImportEntity, string> = {
  staff: '员工',
  customer: '客户',
  store: '店铺',
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

/** So many rows a sheet of this kind may have. */
export const mostRowsOf = (entity: ImportEntity) => (entity === 'staff' ? MOST_PEOPLE : MOST_ROWS)

/** The columns that our own file of failed rows adds; they are never read. */
export const ADDED_HEADERS = ['错误原因', '行号']

/** The sheet of our template that holds no records. */
export const NOTES_SHEET = '填写说明'

/** Which cell of a row holds which field. */
export type Place = ImportColumn & { at: number }

/** A sheet whose header has been found. */
export interface FoundSheet {
  headers: string[]
  places: Place[]
  rows: SheetRow[]
}

/** The header may stand in one of the first five rows: a title above it is common. */
const HEADER_WITHIN = 5

const headerKey = (header: string) => nameKey(header).replace(/[()（）*_\-\s]/g, '')

/**
 * Which cells of a header row hold which of the columns; the first of two equal headers counts. A column's current header
 * precedes its former one.
 */
export function placesIn(cells: readonly string[], columns: readonly ImportColumn[]): Place[] {
  const keys = cells.map(headerKey)
  return columns.flatMap((column) => {
    const at = [column.header, column.formerHeader ?? column.header]
      .map((header) => keys.indexOf(headerKey(header)))
      .find((found) => found >= 0)
    return at === undefined ? [] : [{ ...column, at }]
  })
}

/** The sheet with the most known headers, and its rows under them; throws INVALID where none has the required ones. */
export function findSheet(
  sheets: readonly SheetRow[][],
  columns: readonly ImportColumn[],
  mostRows: number,
): FoundSheet {
  const headers = sheets
    .flatMap((rows) => rows.slice(0, HEADER_WITHIN).map((row, index) => ({ rows, row, index })))
    .map((found) => ({ ...found, places: placesIn(found.row.cells, columns) }))
    .sort((one, other) => other.places.length - one.places.length)
  const [best] = headers
  const names = columns.filter(({ required }) => required).map(({ header }) => header)
  const missing = names.filter((header) => !best?.places.some((place) => place.header === header))
  if (!best || missing.length > 0) {
    throw new AppError('INVALID', '表里缺少这些列：{headers}。请下载模板，按模板的表头填写后再上传。', {
      params: { headers: missing.join('、') },
    })
  }
  const rows = best.rows.slice(best.index + 1)
  if (rows.length === 0) throw new AppError('INVALID', '表头下面没有数据，请填写后再上传。')
  if (rows.length > mostRows) {
    throw new AppError('TOO_LARGE', '表里超过 {n} 行，请分成几个文件后再上传。', { params: { n: mostRows } })
  }
  return { headers: best.row.cells, places: best.places, rows }
}

/** What a row says in a column; an apostrophe that only kept a spreadsheet from calculating is dropped. */
export function cellOf(row: SheetRow, places: readonly Place[], field: string): string {
  const place = places.find((known) => known.field === field)
  const text = (place && row.cells[place.at]?.trim()) ?? ''
  return /^'[=+\-@＝＋－＠]/.test(text) ? text.slice(1) : text
}

/** The cells of a row as keys are made of them: folded, so that two spellings of a name are one. */
export const foldedCells =
  (row: SheetRow, places: readonly Place[]): CellOf =>
  (field) =>
    nameKey(cellOf(row, places, field))

/** Throws WRONG_STATE where an import can no longer be taken back, or has nothing to take back. */
export function assertUndoable(found: { state: string; runAt: Date | null }, now: Date): void {
  if (found.state === 'undone') throw new AppError('WRONG_STATE', '这次导入已经撤销。')
  if (found.runAt === null) throw new AppError('WRONG_STATE', '这份资料还没有写入，不需要撤销。')
  if (isUndoable(found, now)) return
  throw new AppError('WRONG_STATE', '这份资料写入已超过 {n} 小时，不能再整批撤销；请逐条修改。', {
    params: { n: UNDO_HOURS },
  })
}

/** The columns of a sheet that this user may fill. */
export function columnsFor(actor: Actor, columns: readonly ImportColumn[]): ImportColumn[] {
  const setsAll = !hideRoleUpdate(actor) && seesPay(actor)
  return columns.filter(({ adminOnly }) => setsAll || !adminOnly)
}
