import { formatDecimal, parseDecimal } from '#kit/format.ts'

/**
 * An integer in the smallest unit, nothing, or the typed text if it is no valid number; the form's schema then refuses
 * it.
 */
export type DecimalValue = number | string | null | undefined

/** Parses typed or pasted text to the value of a field with `scale` decimal places; an empty text is no value. */
export function decimalValue(text: string, scale: number): number | string | undefined {
  return text.trim() === '' ? undefined : (parseDecimal(text, scale) ?? text)
}

/** Formats a value for the field. */
export function decimalText(value: DecimalValue, scale: number): string {
  return typeof value === 'number' ? formatDecimal(value, scale) : (value ?? '')
}
