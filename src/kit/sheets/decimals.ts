/** A decimal number as its digits; this module never uses floating point. */
export interface Decimal {
  negative: boolean
  integerPart: string
  fraction: string
}

const DECIMAL = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d*))?$/

/** Parses digits with an optional sign, thousands commas and a fraction; undefined for any other text. */
export function toDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text)
  if (!match?.[2]) return undefined
  const integerPart = match[2].replaceAll(',', '')
  if (integerPart.length > 15) return undefined
  return { negative: match[1] === '-', integerPart, fraction: (match[3] ?? '').replace(/0+$/, '') }
}

/** The number times 10^places as an integer, half rounded away from zero. */
export function scaled({ negative, integerPart, fraction }: Decimal, places: number): number {
  const digits = BigInt(integerPart + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = Number((fraction[places] ?? '0') >= '5' ? digits + 1n : digits)
  return negative && rounded !== 0 ? -rounded : rounded
}
