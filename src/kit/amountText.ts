import { formatDuration, formatMoney, formatRate } from './format.ts'

/**
 * A number as a person reads it, by the ending of its field's name: `…Cents` is money, `…Bp` a rate in basis points,
 * `…ResponseS` seconds. Undefined where the name says nothing: then it is a plain number.
 */
export function amountText(field: string, value: number): string | undefined {
  if (field.endsWith('Cents')) return formatMoney(value)
  if (field.endsWith('Bp')) return formatRate(value)
  return field.endsWith('ResponseS') ? formatDuration(value) : undefined
}

/** Whether a field takes a number with two decimal places that travels as a whole one. */
export function isDecimalField(field: string): boolean {
  return field.endsWith('Cents') || field.endsWith('Bp')
}
