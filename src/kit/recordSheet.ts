import type { ImportKind } from '#access/kinds.ts'
import type { Context } from './serve.ts'
import { fill } from './text.ts'

/** Kinds of record that a cell can name. */
export type LookupKind = 'person' | 'customer' | 'store'

/** How a cell is read. */
export type ColumnKind =
  | LookupKind
  | 'text'
  | 'day'
  | 'money'
  | 'percent'
  | 'share'
  | 'count'
  | 'choice'
  | 'choices'
  | 'words'

/** A column of a sheet of records. */
export interface ImportColumn {
  field: string
  header: string
  kind: ColumnKind
  /** The header in earlier templates and exports; it is still read. */
  formerHeader?: string
  /** Value → word, of choices. */
  words?: Record<string, string>
  /** Value → the word in earlier templates and exports; it is still read. */
  formerWords?: Record<string, string>
  /** Without it no record can be made. */
  required?: boolean
  /** Only helps to find a record; it is no field of it. */
  finding?: boolean
  /** Read for new records only: those that stand change it by steps of their own. */
  newOnly?: boolean
  /** Set by whoever sets roles and pay; for the others the column does not exist. */
  adminOnly?: boolean
  /** Which people a column of people names: heads, unless it says otherwise. */
  people?: 'owners' | 'agents'
  note?: string
  example: string
}

/** A column of plain text. */
export const text = (field: string, header: string, example: string, note?: string): ImportColumn => ({
  ...{ field, header, kind: 'text', example },
  ...(note ? { note } : {}),
})
/** A column of days. */
export const day = (field: string, header: string, example: string): ImportColumn => ({
  ...{ field, header, kind: 'day', example },
})
/** A column whose cells say one of some words. */
export const choice = (
  field: string,
  header: string,
  words: Record<string, string>,
  example: string,
): ImportColumn => ({ field, header, kind: 'choice', words, example })

/** What a cell says: a value; nothing, which leaves the field as it is; or why it cannot be read. */
export type Reading = { value: unknown } | { problem: string } | undefined

/** The text of a row's cell in the column of a field; '' without one. */
export type CellOf = (field: string) => string

/** The record that a row means: an existing one, none, or why that cannot be said. */
export interface FoundRecord {
  id?: number | undefined
  problem?: string
}

/** A sheet of one kind of record: its columns, and how a row finds the record that it means. */
export interface RecordSheet {
  columns: readonly ImportColumn[]
  /** Finds the record within the user's reach; may remove values that are no change of it. */
  find: (context: Context, row: { cell: CellOf; values: Record<string, unknown> }) => Promise<FoundRecord>
  /** What identifies a row's record within the file; '' if the row says too little. `cell` returns folded text. */
  keyOf: (cell: CellOf) => string
  /** The order in which a file's rows are written, lower turns first; `cell` returns folded text. */
  turns?: () => (cell: CellOf) => number
  /** Rows of one turn are tried together, because they are checked against each other. */
  turnsAreWhole?: boolean
  /** New records sign in: each gets a one-time password, which takes time. */
  signsIn?: boolean
}

/** The record that a code or a name means. A code without a record is an error. */
export function foundByCode(found: { id: number } | undefined, code: string): FoundRecord {
  if (found || !code) return { id: found?.id }
  return { problem: fill('没有编号为 {code} 的记录，或不在您可修改的范围内；新增请把编号留空。', { code }) }
}

/** A cell that names another record. */
export interface NamingCell {
  entity: ImportKind
  column: ImportColumn
  text: string
  /** Reads another cell of the same row. */
  read: (field: string) => Reading
  /** User names that the same sheet brings: a preview takes these people for given. */
  coming: ReadonlySet<string>
}

/** How cells name records of one kind. */
export interface RecordLookup {
  /** The names that a column of the template offers. */
  names: (context: Context, of: { entity: ImportKind; column: ImportColumn }) => Promise<string[]>
  /** The id that a cell means, or why there is none. */
  find: (context: Context, cell: NamingCell) => Promise<Reading>
}

/** Maximum number of names that a column of the template offers. */
export const MAX_NAMES = 5_000

/** The texts of some cells as one key, without those that are empty. */
export const joinedCells = (cell: CellOf, fields: readonly string[]) =>
  fields.map(cell).filter(Boolean).join(' ')
