import type { ImportKind } from '#access/kinds.ts'
import type { Context } from './serve.ts'
import type { Sentence } from './text.ts'

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
  /** The header in earlier templates and exports, which is still accepted. */
  formerHeader?: string
  /** Choices only: value → word. */
  words?: Record<string, string>
  /** Value → the word in earlier templates and exports, which is still accepted. */
  formerWords?: Record<string, string>
  /** Required to create a record. */
  required?: boolean
  /** Used only to find a record; not one of its fields. */
  finding?: boolean
  /** Read for new records only; existing records change it by separate steps. */
  newOnly?: boolean
  /** Set by users who may set roles and pay; for others the column does not exist. */
  adminOnly?: boolean
  /** The people that a column of kind `person` offers; default: heads. */
  people?: 'owners' | 'agents'
  note?: string
  example: string
}

/** A column of plain text. */
export const textColumn = (field: string, header: string, example: string, note?: string): ImportColumn => ({
  field,
  header,
  kind: 'text',
  example,
  ...(note ? { note } : {}),
})
/** A column of days. */
export const dayColumn = (field: string, header: string, example: string): ImportColumn => ({
  field,
  header,
  kind: 'day',
  example,
})
/** A column with one of several words per cell. */
export const choiceColumn = (
  field: string,
  header: string,
  words: Record<string, string>,
  example: string,
): ImportColumn => ({ field, header, kind: 'choice', words, example })

/** The content of a cell: a value; undefined, which leaves the field unchanged; or why it cannot be read. */
export type CellReading = { value: unknown } | { problem: Sentence } | undefined

/** Returns the text of a row's cell in the column of a field; '' if there is none. */
export type CellOf = (field: string) => string

/** The record that a row refers to: an existing one, none, or why it cannot be determined. */
export interface FoundRecord {
  id?: number | undefined
  problem?: Sentence
}

/** A sheet of one kind of record: its columns, and how the record of a row is found. */
export interface RecordSheet {
  columns: readonly ImportColumn[]
  /** Finds the record within the user's reach; may remove values that do not change it. */
  find: (context: Context, row: { cell: CellOf; values: Record<string, unknown> }) => Promise<FoundRecord>
  /** The key of a row's record within the file; '' if the row does not identify one. `cell` returns folded text. */
  keyOf: (cell: CellOf) => string
  /** The order in which a file's rows are written, lower turns first; `cell` returns folded text. */
  writeOrder?: () => (cell: CellOf) => number
  /** Rows of one turn are written in one batch, because they are checked against each other. */
  groupsByOrder?: boolean
  /** New records can sign in: each gets a one-time password, whose hash takes time. */
  signsIn?: boolean
}

/** The result of a search by code or name. A code without a record is an error. */
export function foundByCode(found: { id: number } | undefined, code: string): FoundRecord {
  if (found || !code) return { id: found?.id }
  return {
    problem: {
      sentence: '没有编号为 {code} 的记录，或不在您可修改的范围内；新增请把编号留空。',
      values: { code },
    },
  }
}

/** A cell that names another record. */
export interface NamingCell {
  entity: ImportKind
  column: ImportColumn
  text: string
  /** Reads another cell of the same row. */
  read: (field: string) => CellReading
  /** User names that the same sheet creates; a preview treats these people as existing. */
  newUsernames: ReadonlySet<string>
}

/** How cells of a sheet refer to records of one kind. */
export interface RecordLookup {
  /** The names that a column of the template offers. */
  names: (context: Context, of: { entity: ImportKind; column: ImportColumn }) => Promise<string[]>
  /** Returns the id of the named record, or why there is none. */
  find: (context: Context, cell: NamingCell) => Promise<CellReading>
}

/** Maximum number of names that a column of the template offers. */
export const MAX_NAMES = 5_000

/** Joins the non-empty texts of some cells into one key. */
export const joinCells = (cell: CellOf, fields: readonly string[]) =>
  fields.map(cell).filter(Boolean).join(' ')
