import type { BulkKind } from '#access/kinds.ts'
import { shapeOf } from '#kit/shape.ts'
import { t } from '#kit/text.ts'
import { useBulkTable } from '#kit/ui/bulkControls.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { fieldText } from '#kit/ui/form/fieldText.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { titleOf } from '#kit/validation.ts'
import type { BulkEdit } from './contract.ts'

/** The fields that this user may edit in bulk, per record kind, with their labels and values as text. */
export function useBulkFields() {
  const user = useUser()
  const table = useBulkTable()
  const fieldsOf = (entity: BulkKind) => table[entity].fields(user)
  const labelOf = (entity: BulkKind, field: string): string => {
    const schema = shapeOf(table[entity].endpoint.input)[field]
    return t((schema && titleOf(schema)) ?? field)
  }
  /** An edit's changes as label and value text. */
  const changesText = ({ entity, changes, names }: BulkEdit) =>
    Object.entries(changes).map(([key, value]) => ({
      label: labelOf(entity, key),
      value: valueText(fieldsOf(entity), key, value, names),
    }))
  return { fieldsOf, labelOf, changesText }
}

/** A field's value as text; an id is shown as the name of its record. */
export function valueText(
  fields: readonly Field[],
  key: string,
  value: unknown,
  names: BulkEdit['names'] = {},
): string {
  const named = names[key]?.[String(value)]
  if (named) return named
  return fieldText(fields.find((field) => field.key === key) ?? { key }, value, {})
}
