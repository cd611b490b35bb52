import { type CellFormat, type CellType, isNumeric, type RowKind, styleOf } from './styles.ts'
import { withoutControls, xmlText } from './xmlText.ts'

export type CellValue = string | number | null | undefined

const MAX_CHARS = 32_767
/** Digits that Excel keeps of a number; a longer number is written as text. */
const MAX_DIGITS = 15
const FORMULA_STARTS = new Set('=+-@\t\r\n\0＝＋－＠')

/**
 * Makes a text that no spreadsheet treats as a formula: adds an apostrophe before a character that could start one. A
 * text that has apostrophes there already gets one more, so that `originalText` finds each text again.
 */
export function inertText(text: string): string {
  const visible = withoutControls(text)
  return [text, visible].some(couldStartFormula) ? `'${visible}` : visible
}

/** The text that `inertText` has changed into this one. Removes an apostrophe only where `inertText` adds one. */
export function originalText(written: string): string {
  return written.startsWith("'") && couldStartFormula(written) ? written.slice(1) : written
}

const couldStartFormula = (text: string) => FORMULA_STARTS.has(text.replace(/^'+/, '')[0] ?? '')

/** How a cell is written. */
export interface CellLook {
  type: CellType
  kind: RowKind
  /** Whether a long text is broken into lines. */
  wraps?: boolean | undefined
  /** Whether the column has numbers with decimals. */
  hasDecimals?: boolean | undefined
  /** The formula of which the value is the cached result. */
  formula?: string | undefined
}

/** The XML of one cell, without content if it has no value. A value that does not fit its column's type is a text. */
export function cellXml(reference: string, value: CellValue, look: CellLook): string {
  const { type, kind, wraps, hasDecimals, formula } = look
  const textStyle = styleOf(isNumeric(type) ? 'textAtEnd' : wraps ? 'wrapped' : 'text', kind)
  if (value === null || value === undefined || value === '') return `<c r="${reference}" s="${textStyle}"/>`
  const digits = type === 'text' ? undefined : numberOf(type, value)
  if (digits === undefined) return textXml(reference, inertText(String(value)), textStyle)
  // A number with too many digits: Excel would change the last ones.
  if (digits.length > MAX_DIGITS && significantDigits(digits) > MAX_DIGITS)
    return textXml(reference, digits, textStyle)
  const counted = formula ? `<f>${xmlText(formula)}</f>` : ''
  return `<c r="${reference}" s="${styleOf(formatOf(type, value, hasDecimals), kind)}">${counted}<v>${digits}</v></c>`
}

/** The XML of a text cell with the given style. */
export function textXml(reference: string, text: string, style: number): string {
  const inside = xmlText(text.slice(0, MAX_CHARS))
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inside}</t></is></c>`
}

/** All numbers of a column have the same decimals. */
function formatOf(type: CellType, value: CellValue, hasDecimals = false): CellFormat {
  if (type !== 'number' && type !== 'seconds') return type
  if (!hasDecimals && Number.isInteger(value)) return 'number'
  return type === 'seconds' ? 'seconds' : 'decimal'
}

/** The digits of a number as Excel stores it; undefined if the value is none of the type. */
function numberOf(type: CellType, value: string | number): string | undefined {
  if (type === 'day') return typeof value === 'string' ? serialOfDay(value) : undefined
  if (type === 'instant') return typeof value === 'string' ? serialOfInstant(value) : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (type === 'number' || type === 'seconds') return plainDigits(value)
  return Number.isInteger(value) ? shifted(value, type === 'money' ? 2 : 4) : undefined
}

const significantDigits = (digits: string) => digits.replace(/\D/g, '').replace(/^0+/, '').length

/** The digits without floating-point noise and without an exponent. */
function plainDigits(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  const short = String(Number(value.toPrecision(MAX_DIGITS)))
  return short.includes('e') ? value.toFixed(MAX_DIGITS).replace(/0+$/, '').replace(/\.$/, '') : short
}

/** An integer ÷ 10^places as digits, without floating point: −1250 → `-12.50`. */
function shifted(value: number, places: number): string {
  const digits = BigInt(Math.abs(value))
    .toString()
    .padStart(places + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const EPOCH_SERIAL = 25_569 // 1970-01-01
const DAY_MS = 86_400_000
/** The serials that Excel shows: 1900-03-01 to 9999-12-31. Earlier days differ, because it counts a 1900-02-29. */
const FIRST_SERIAL = 61
const LAST_SERIAL = 2_958_465

function serialOfDay(day: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? serial(`${day}T00:00:00Z`) : undefined
}

function serialOfInstant(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? serial(`${text.replace(' ', 'T')}Z`) : undefined
}

function serial(iso: string): string | undefined {
  const at = Date.parse(iso)
  // Date.parse accepts 2026-02-30 as a day of March in some engines.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(iso.slice(0, 10))) return undefined
  const value = at / DAY_MS + EPOCH_SERIAL
  if (value < FIRST_SERIAL || value >= LAST_SERIAL + 1) return undefined
  // Ten decimals are a hundredth of a millisecond.
  return Number.isInteger(value) ? String(value) : value.toFixed(10)
}
