import type * as z from 'zod'
import type { ColumnKind, ImportColumn } from './recordSheet.ts'
import { titleOf } from './validation.ts'

/** How a field is entered, shown and written into a sheet. */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'masked'
  | 'number'
  | Exclude<ColumnKind, 'words' | 'share' | 'count'>
  | 'tags'

/** The field's column in the sheet that imports such records. */
export interface SheetCell {
  example: string
  note?: string
  /** Default: the title of the schema. */
  header?: string
  formerHeader?: string
  required?: boolean
  newOnly?: boolean
  accompanies?: boolean
  adminOnly?: boolean
  people?: ImportColumn['people']
}

/** A field of a record, declared once for its form, sheet, bulk edit and merge. */
export interface RecordField {
  /** The schema for create and edit; its title is the label. */
  schema: z.ZodType
  kind: FieldKind
  /** Choices only: value → word. */
  words?: Readonly<Record<string, string>>
  sheet: SheetCell | false
  /** Whether a bulk edit can set it. */
  bulk: boolean
  /** Whether a merge can take it over. */
  merge: boolean
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** Columns that every table has in addition to the fields of its record. */
type Stamps = 'id' | 'companyCode' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'version'

/**
 * The columns of a table that the declaration must contain. `Kept` are columns that change by separate steps or are
 * derived.
 */
export type EditedColumns<Row, Excluded extends keyof Row> = Exclude<keyof Row, Stamps | Excluded>

/** Declares a field; a field without `sheet`, `bulk` or `merge` does not compile. */
export const field = <S extends z.ZodType, const Rest extends Omit<RecordField, 'schema' | 'kind'>>(
  schema: S,
  kind: FieldKind,
  rest: Rest,
) => ({ schema, kind, ...rest })

/** Returns the schemas of all fields, in order. */
export function schemasOf<F extends RecordFields>(fields: F): { [K in keyof F]: F[K]['schema'] } {
  const schemas = Object.entries(fields).map(([key, { schema }]) => [key, schema])
  return Object.fromEntries(schemas) as { [K in keyof F]: F[K]['schema'] }
}

/** The keys of the fields whose `W` is true. */
export type KeysWhere<F extends RecordFields, W extends 'bulk' | 'merge'> = Extract<
  { [K in keyof F]: F[K][W] extends true ? K : never }[keyof F],
  string
>

/** Returns the keys of the fields whose `what` is true, in order. */
export function keysWhere<F extends RecordFields, W extends 'bulk' | 'merge'>(fields: F, flag: W) {
  const keys = Object.keys(fields).filter((key) => fields[key]?.[flag])
  return keys as [KeysWhere<F, W>, ...KeysWhere<F, W>[]]
}

/** Returns the words of all choices for a log: field → value → word. */
export function choiceWords(fields: RecordFields): Record<string, Readonly<Record<string, string>>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { words }]) => (words ? [[key, words] as const] : [])),
  )
}

/** The column kind of a sheet for field kinds with another name. */
const COLUMN_KINDS = { textarea: 'text', masked: 'text', number: 'count', tags: 'words' } as const

/** Returns the sheet columns of the given fields, in this order. */
export function sheetColumns<F extends RecordFields>(
  fields: F,
  keys: readonly Extract<keyof F, string>[],
): ImportColumn[] {
  return keys.flatMap((key) => {
    const { kind, schema, words, sheet } = fields[key] as RecordField
    if (!sheet) return []
    const { header = titleOf(schema) ?? key, ...rest } = sheet
    const columnKind: ColumnKind =
      kind in COLUMN_KINDS ? COLUMN_KINDS[kind as keyof typeof COLUMN_KINDS] : (kind as ColumnKind)
    return [{ field: key, header, kind: columnKind, ...(words && { words: { ...words } }), ...rest }]
  })
}
