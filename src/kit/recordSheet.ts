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
  /** Sent only with other changes of the record (a reason, a first day); by itself it changes nothing. */
  accompanies?: boolean
  /** Read if a file contains it, as exports do; our template has no such column. */
  hidden?: boolean
  /** Set by users who may set roles and pay; for others the column does not exist. */
  adminOnly?: boolean
  /** The people that a column of kind `person` offers; default: heads. */
  people?: 'owners' | 'agents'
  note?: string
  example: string
}

/**
 * The company of a row, in exports of the headquarters' admin, whose lists contain all companies. A row of another
 * company is compared and updated there; new records are created in the user's own company only.
 */
export const COMPANY_COLUMN: ImportColumn = {
  field: 'companyCode',
  header: '公司',
  kind: 'text',
  finding: true,
  hidden: true,
  example: '',
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
  /** Fields of the row that do not change the record, although their values differ, and why. */
  unchanged?: { fields: readonly string[]; note: Sentence }
}

/** A row whose record is searched. */
export interface SoughtRow {
  cell: CellOf
  /** The values of the sheet's `keys`. */
  values: Record<string, unknown>
  companyCode: string
}

/** A record in the format of its editor, for comparison with a row and for an export of the whole sheet. */
export interface SheetRecord {
  id: number
  /** By field. A field of the sheet that is missing is neither exported nor compared. */
  values: Record<string, unknown>
  /** The texts by which a cell can name the referenced record, by field. An export contains the first one. */
  names: Record<string, readonly string[] | null>
}

/** The records to read: some by id, or part of the user's own company in the order of an export. */
export type RecordsWanted = { ids: readonly number[] } | { offset: number; limit: number }

/** A row after its cells were read. */
export interface RowValues {
  cell: CellOf
  /** Returns the header of a field's column as the file has it. */
  headerOf: CellOf
  /** The values that may differ from those of the record; `interpret` may change them. */
  values: Record<string, unknown>
  /** The existing record; undefined for a new one. */
  record: SheetRecord | undefined
}

/** The choices of a column that differ by company. */
export interface CompanyWords extends Pick<ImportColumn, 'words' | 'formerWords'> {
  /** The words that the template's drop-down list offers. */
  offered: readonly string[]
}

/** A sheet of one kind of record: its columns, and how the record of a row is found. */
export interface RecordSheet {
  columns: readonly ImportColumn[]
  /** The choices of the user's company, by the field of columns that have no `words`. */
  words?: (context: Context) => Promise<Record<string, CompanyWords>>
  /** The fields that `find` needs. */
  keys: readonly string[]
  /** Sets of fields of which each identifies a record: a file needs the columns of one of them. */
  identifiedBy: readonly (readonly string[])[]
  /** Finds the record within the user's reach. */
  find: (context: Context, row: SoughtRow) => Promise<FoundRecord>
  /** Reads records within the user's reach that the sheet can change. */
  records: (context: Context, wanted: RecordsWanted) => Promise<SheetRecord[]>
  /** Interprets cells that depend on each other; returns why a row cannot be read. */
  interpret?: (row: RowValues) => Sentence | undefined
  /**
   * The key of a row's record within the file; '' if the row does not identify one. `cell` returns the folded text of a
   * cell, in which spellings of a name are equal, `exact` the text as it is.
   */
  keyOf: (cell: CellOf, exact: CellOf) => string
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
  /** The company of the row. */
  companyCode: string
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

/** Joins the texts of some cells into one key; '' if all are empty. */
export function joinCells(...cells: readonly string[]): string {
  return cells.some(Boolean) ? cells.join('\n') : ''
}
