import { formatDecimal, parseDecimal } from '#kit/format.ts'

/** Whole units, nothing, or the text as typed where it is no such number: then the form's schema refuses it. */
export type DecimalValue = number | string | null | undefined

/** What was typed or pasted, as the value of a field with `scale` decimal places; nothing typed is no value. */
export function decimalValue(text: string, scale: number): number | string | undefined {
  return text.trim() === '' ? undefined : (parseDecimal(text, scale) ?? text)
}

/** How a value of such a field stands in it. */
export function decimalText(value: DecimalValue, scale: number): string {
  return typeof value === 'number' ? formatDecimal(value, scale) : (value ?? '')
}
