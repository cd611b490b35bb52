import { type KeysWhere, keysWhere, type RecordField, type RecordFields } from '#kit/recordFields.ts'
import { t } from '#kit/text.ts'
import { titleOf } from '#kit/validation.ts'
import { choicesOf } from './choices.tsx'
import type { Field } from './form/declare.tsx'
import type { Column } from './list/declare.tsx'

type Key<F extends RecordFields> = Extract<keyof F, string>

type WithoutKey<F> = F extends unknown ? Partial<Omit<F, 'key'>> : never

/** Additions of a form to a field's declaration: width, hint, or another control. */
type More<K extends string> = WithoutKey<Field<K>>

/** The control of a field in a form. A field that refers to another record needs its own (`more`). */
export function control<F extends RecordFields, K extends Key<F>>(
  fields: F,
  key: K,
  more?: More<K>,
): Field<K> {
  return { key, ...kindOf(fields[key] as RecordField), ...more } as Field<K>
}

function kindOf({ kind, words = {} }: RecordField) {
  if (kind === 'choice') return { kind: 'select', options: choicesOf(words) }
  if (kind === 'choices') return { kind: 'multi', options: choicesOf(words) }
  return kind === 'text' ? {} : { kind }
}

/** The column of a field in a list: its title and its words; `more` adds what the list decides. */
export function column<T, F extends RecordFields>(
  fields: F,
  key: Key<F>,
  more: Partial<Column<T>> = {},
): Column<T> {
  const { schema, words } = fields[key] as RecordField
  const title = t(titleOf(schema) ?? key)
  return { key, title, ...(words && { from: { field: key, names: words } }), ...more }
}

/** The controls of a bulk edit, in the given order: fields with several values are replaced as a whole. */
export function bulkControls<F extends RecordFields>(
  fields: F,
  keys: readonly KeysWhere<F, 'bulk'>[] = keysWhere(fields, 'bulk'),
  more: { [K in KeysWhere<F, 'bulk'>]?: More<K> } = {},
): Field[] {
  return keys.map((key) => {
    const { kind } = fields[key] as RecordField
    const isReplaced = kind === 'choices' || kind === 'tags' || kind === 'textarea'
    const hint = isReplaced ? { hint: t('会替换每条记录原有的内容') } : {}
    return control(fields, key, { ...hint, ...more[key] })
  })
}
