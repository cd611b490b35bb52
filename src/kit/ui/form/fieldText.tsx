import { formatMoney, formatRate, formatText } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Field } from './declare.tsx'
import type { Values } from './values.ts'

/** Formats a field's value: the label of a choice, an amount, a name. */
export function fieldText(field: Field, value: unknown, record: Values): string {
  if (value === null || value === undefined || value === '') return t('（空）')
  if (field.kind === 'money') return formatMoney(Number(value))
  if (field.kind === 'percent') return formatRate(Number(value))
  if (field.kind === 'picker' && field.nameKey) return formatText(record[field.nameKey] ?? value)
  if (field.kind === 'select' || field.kind === 'multi') {
    const labels = new Map(field.options.map((choice) => [choice.value, choice.label]))
    return formatText([value].flat().map((one) => labels.get(one as string | number) ?? one))
  }
  return formatText(value)
}
