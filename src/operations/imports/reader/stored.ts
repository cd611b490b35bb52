import { fieldOf, figureColumns } from '#operations/imports/figureColumns.ts'
import { storableText } from '#operations/imports/jsonText.ts'
import type { Measure } from './fields.ts'
import { figuresOf } from './figures.ts'
import type { StoreRow } from './rows.ts'

/** A good row, an agent's or (without a nick) a store's own. */
export type FileRow = StoreRow & { nick?: string }

/** Where a row of the file stands: what its store, its day and its group are found by. */
export type Place = Pick<FileRow, 'row' | 'nick' | 'storeName' | 'storeShopId' | 'on'>

/** The place of a row, without its figures. */
export function placeOf({ row, nick, storeName, storeShopId, on }: FileRow): Place {
  return { row, nick: nick === undefined ? nick : storableText(nick), storeName, storeShopId, on }
}

/** The figures of a row, without where they stand. */
export function measuresOf({ row, nick, storeName, storeShopId, on, pending, ...measures }: FileRow) {
  return measures
}

/** A good row under the names of its columns. */
export type StoredRow = { row_no: number; group_id: number; nick: string | null; as_read: object } & Record<
  string,
  unknown
>

/** A row as it is stored; undefined where a figure is beyond what can be counted exactly. */
export function storedRow(
  row: FileRow,
  groupId: number,
  sessionFields: readonly Measure[],
): StoredRow | undefined {
  const figures = figuresOf(row, sessionFields)
  const nick = row.nick === undefined ? null : storableText(row.nick)
  const stored: StoredRow = { row_no: row.row, group_id: groupId, nick, as_read: measuresOf(row) }
  for (const column of figureColumns) {
    const value = figures[fieldOf[column]]
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
    // What is not named is null to the database: half of the columns of most files.
    if (value !== null) stored[column] = value
  }
  return stored
}
