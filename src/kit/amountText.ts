import { formatDuration, formatMinute, formatMoney, formatRate } from './format.ts'

/**
 * Formats a number by the ending of its field's name: `…Cents` is money, `…Bp` a rate in basis points, `…ResponseS`
 * seconds. Undefined for any other name, a plain number.
 */
export function amountText(field: string, value: number): string | undefined {
  if (field.endsWith('Cents')) return formatMoney(value)
  if (field.endsWith('Bp')) return formatRate(value)
  return field.endsWith('ResponseS') ? formatDuration(value) : undefined
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/**
 * Formats a time for a log: the month for `monthOn`, the first day of a month; the minute for an instant. Undefined for
 * any other text.
 */
export function timeText(field: string, text: string): string | undefined {
  if (/(^m|M)onthOn$/.test(field)) return text.slice(0, 7)
  return INSTANT.test(text) ? formatMinute(text) : undefined
}

/** Whether a field is entered with two decimals and sent as an integer. */
export function isDecimalField(field: string): boolean {
  return field.endsWith('Cents') || field.endsWith('Bp')
}
