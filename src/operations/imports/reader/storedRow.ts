import { storableText } from '#kit/jsonText.ts'
import { fieldOf, figureColumns } from '#operations/imports/figureColumns.ts'
import type { Metric } from './fields.ts'
import { figuresOf } from './figures.ts'
import type { FileRow } from './rows.ts'

/** Returns the figures of a row, without its place. */
function metricsOf({ row, nick, storeName, storeShopId, on, pending, ...measures }: FileRow) {
  return measures
}

/** A valid row by column name. */
export type StoredRow = { row_no: number; group_id: number; nick: string | null; as_read: object } & Record<
  string,
  unknown
>

/** Converts a row to its database columns; undefined if a figure exceeds the range of exact integers. */
export function toStoredRow(
  row: FileRow,
  groupId: number,
  sessionFields: readonly Metric[],
): StoredRow | undefined {
  const figures = figuresOf(row, sessionFields)
  const nick = row.nick === undefined ? null : storableText(row.nick)
  const stored: StoredRow = { row_no: row.row, group_id: groupId, nick, as_read: metricsOf(row) }
  for (const column of figureColumns) {
    const value = figures[fieldOf[column]]
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
    // An absent column is null in the database; in most files, that is half of the columns.
    if (value !== null) stored[column] = value
  }
  return stored
}
