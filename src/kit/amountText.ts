import { formatDuration, formatMinute, formatMoney, formatRate } from './format.ts'

/**
 * A number as a person reads it, by the ending of its field's name: `…Cents` is money, `…Bp` a rate in basis points,
 * `…ResponseS` seconds. Undefined where the name says nothing: then it is a plain number.
 */
export function amountText(field: string, value: number): string | undefined {
  if (field.endsWith('Cents')) return formatMoney(value)
  if (field.endsWith('Bp')) return formatRate(value)
  return field.endsWith('ResponseS') ? formatDuration(value) : undefined
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/**
 * A time as a log shows it: of `monthOn`, the first day of a month, the month; of an instant the minute. Undefined if the
 * text is neither.
 */
export function timeText(field: string, text: string): string | undefined {
  if (/(^m|M)onthOn$/.test(field)) return text.slice(0, 7)
  return INSTANT.test(text) ? formatMinute(text) : undefined
}

/** Whether a field takes a number with two decimal places that travels as a whole one. */
export function isDecimalField(field: string): boolean {
  return field.endsWith('Cents') || field.endsWith('Bp')
}
