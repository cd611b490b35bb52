import type * as z from 'zod'
import type { ColumnKind, ImportColumn } from './recordSheet.ts'
import { titleOf } from './validation.ts'

/** How a field is typed, shown and written into a sheet. */
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
  required?: boolean
  newOnly?: boolean
  adminOnly?: boolean
  people?: ImportColumn['people']
}

/** A field of a record that its form, a sheet, a bulk edit and a merge write: declared once. */
export interface RecordField {
  /** As create and edit take it; its title is the label. */
  schema: z.ZodType
  kind: FieldKind
  /** Value → word, of choices. */
  words?: Readonly<Record<string, string>>
  sheet: SheetCell | false
  /** Whether many records may be given one value at once. */
  bulk: boolean
  /** Whether a merge can take it over. */
  merge: boolean
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** What every table has beside the fields of its record. */
type Stamps = 'id' | 'companyCode' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'version'

/** The columns of a table that need a line in the declaration; `Kept` are those that move by steps or follow others. */
export type EditedColumns<Row, Kept extends keyof Row> = Exclude<keyof Row, Stamps | Kept>

/** Declares a field; a field without `sheet`, `bulk` or `merge` does not compile. */
export const field = <S extends z.ZodType, const Rest extends Omit<RecordField, 'schema' | 'kind'>>(
  schema: S,
  kind: FieldKind,
  rest: Rest,
) => ({ schema, kind, ...rest })

/** The schemas of all fields, in their order. */
export function schemasOf<F extends RecordFields>(fields: F): { [K in keyof F]: F[K]['schema'] } {
  const schemas = Object.entries(fields).map(([key, { schema }]) => [key, schema])
  return Object.fromEntries(schemas) as { [K in keyof F]: F[K]['schema'] }
}

/** The keys of the fields of which `what` is true. */
export type KeysWhere<F extends RecordFields, W extends 'bulk' | 'merge'> = Extract<
  { [K in keyof F]: F[K][W] extends true ? K : never }[keyof F],
  string
>

/** The fields of which `what` is true, in their order. */
export function keysWhere<F extends RecordFields, W extends 'bulk' | 'merge'>(fields: F, what: W) {
  const keys = Object.keys(fields).filter((key) => fields[key]?.[what])
  return keys as [KeysWhere<F, W>, ...KeysWhere<F, W>[]]
}

/** The words of all choices, as a log needs them: field → value → word. */
export function wordsIn(fields: RecordFields): Record<string, Readonly<Record<string, string>>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { words }]) => (words ? [[key, words] as const] : [])),
  )
}

/** How a column of a sheet reads a field, where the kinds have other names. */
const COLUMN_KINDS = { textarea: 'text', masked: 'text', number: 'count', tags: 'words' } as const

/** The columns of a sheet for some fields, in this order. */
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
