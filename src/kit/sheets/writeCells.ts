/**
 * The type of a column's values: `money` in 分, `percent` in basis points, `day` as `'2026-05-15'`, `number` as it is.
 */
export type CellType = 'text' | 'number' | 'money' | 'percent' | 'day'
export type CellValue = string | number | null | undefined

/** The number formats of the sheets, in the order of `styles.xml`; the header style follows them. */
export const formats: { type: CellType | 'decimal'; code: string }[] = [
  { type: 'text', code: '@' },
  { type: 'number', code: '#,##0' },
  { type: 'decimal', code: '#,##0.00' },
  { type: 'money', code: '#,##0.00;[Red]-#,##0.00' },
  { type: 'percent', code: '0.00%' },
  { type: 'day', code: 'yyyy-mm-dd' },
]
export const HEADER_STYLE = formats.length + 1

const MAX_CHARS = 32_767
const FORMULA_STARTS = new Set('=+-@\t\r\n\0＝＋－＠')
const NO_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** Makes a text that no spreadsheet treats as a formula: adds an apostrophe before a character that could start one. */
export function inertText(text: string): string {
  const visible = text.replace(NO_XML, '')
  return [text, visible].some(([first = '']) => FORMULA_STARTS.has(first)) ? `'${visible}` : visible
}

/** Escapes a text for an XML element or attribute, and removes or escapes what XML or Excel would misread. */
export function xmlText(text: string): string {
  return text
    .replace(NO_XML, '')
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The XML of one cell; empty for no value. A value that does not fit its column's type is written as text. */
export function cellXml(reference: string, type: CellType, value: CellValue): string {
  if (value === null || value === undefined || value === '') return ''
  const number = type === 'text' ? undefined : numberOf(type, value)
  if (number === undefined) return textXml(reference, inertText(String(value)), 1)
  const format = type === 'number' && !Number.isInteger(value) ? 'decimal' : type
  const style = formats.findIndex((entry) => entry.type === format) + 1
  return `<c r="${reference}" s="${style}"><v>${number}</v></c>`
}

/** The XML of a text cell with the given style. */
export function textXml(reference: string, text: string, style: number): string {
  const inside = xmlText(text.slice(0, MAX_CHARS))
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inside}</t></is></c>`
}

function numberOf(type: CellType, value: string | number): string | undefined {
  if (type === 'day') return typeof value === 'string' ? serialOf(value) : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (type === 'number') return String(value)
  return Number.isInteger(value) ? shifted(value, type === 'money' ? 2 : 4) : undefined
}

/** An integer ÷ 10^places as digits, without floating point: −1250 → `-12.50`. */
function shifted(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const EPOCH_SERIAL = 25_569 // 1970-01-01

function serialOf(day: string): string | undefined {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(instant) ? undefined : String(instant / 86_400_000 + EPOCH_SERIAL)
}
