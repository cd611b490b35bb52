import { useOptions } from '#kit/ui/useOptions.tsx'
import type { Field } from './declare.tsx'
import { fieldText } from './fieldText.tsx'
import type { Values } from './values.ts'

interface Props {
  field: Field
  value: unknown
  /** The record that the value stands in; it may know the name behind a number. */
  record: Values
}

/** A field's value in words; a record that was only just chosen is asked for its name. */
export function FieldValue({ field, value, record }: Props) {
  const named = field.kind === 'picker' && field.nameKey && record[field.key] === value
  if (field.kind === 'picker' && typeof value === 'number' && !named) {
    return <ChosenName field={field} id={value} />
  }
  return fieldText(field, value, record)
}

function ChosenName({ field, id }: { field: Extract<Field, { kind: 'picker' }>; id: number }) {
  const { options } = useOptions(field.options, field.query ?? {}, '', [id])
  return options.find((option) => option.id === id)?.name ?? String(id)
}
