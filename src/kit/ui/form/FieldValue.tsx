import { useOptions } from '#kit/ui/useOptions.tsx'
import type { Field } from './declare.tsx'
import { fieldText } from './fieldText.tsx'
import type { Values } from './values.ts'

interface Props {
  field: Field
  value: unknown
  /** The record that contains the value; it may contain the name for an id. */
  record: Values
}

/** Formats a field's value; fetches the name of a record that was only just chosen. */
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
