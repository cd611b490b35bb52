import { type Say, speaksChinese, t } from './text.ts'

/**
 * Formatting of values for users. Each function takes the value in its API unit (分, basis points, seconds, days,
 * instants) and returns text; null and undefined give `-`, because an unknown value is never shown as 0.
 */
type Maybe<T> = T | null | undefined

/** Shown in place of a missing value. */
export const NOTHING = '-'

/**
 * 18737 → `18,737`; a fraction is rounded, half away from zero. Not by `Intl.NumberFormat`: a browser takes 20 ms to make
 * its first one, before the first list is painted.
 */
export function formatCount(value: Maybe<number>): string {
  if (!isNumber(value)) return NOTHING
  return formatDecimal(Math.sign(value) * Math.round(Math.abs(value)), 0)
}

/** An integer in units of 10^-scale, exact and with thousands separators: `(1580050, 2)` → `15,800.50`. */
export function formatDecimal(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  const integerPart = digits.slice(0, digits.length - scale).replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = units < 0 ? '-' : ''
  return scale === 0 ? sign + integerPart : `${sign}${integerPart}.${digits.slice(-scale)}`
}

/**
 * Parses a typed number as an integer in units of 10^-scale: `('15,800.5', 2)` → 1580050. Uses no floating point, so no
 * cent is lost. Undefined if it is not such a number (letters, more decimals than the scale, out of the exact range).
 */
export function parseDecimal(text: string, scale: number): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[,，\s¥%]/g, '')
    .replace(/。/g, '.')
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain)
  const [, sign = '', integerPart = '', fraction = ''] = match ?? []
  if (!match || integerPart + fraction === '' || fraction.length > scale) return undefined
  const units = Number(integerPart + fraction.padEnd(scale, '0'))
  if (!Number.isSafeInteger(units)) return undefined
  return sign === '-' && units !== 0 ? -units : units
}

/** 分 → `¥15,800.00`; negative `-¥12.00`. */
export function formatMoney(cents: Maybe<number>): string {
  if (!isNumber(cents)) return NOTHING
  return `${cents < 0 ? '-' : ''}¥${formatDecimal(Math.abs(cents), 2)}`
}

/** 分 → value and unit for a headline: in Chinese 万元 from 10,000 元 on, `61.25` `万元`; otherwise 元. */
export function moneyFigure(cents: Maybe<number>): { value: string; unit: string } {
  if (!isNumber(cents)) return { value: NOTHING, unit: '' }
  if (Math.abs(cents) < 1_000_000 || !speaksChinese())
    return { value: formatDecimal(cents, 2), unit: t('元') }
  return { value: formatDecimal(Math.round(cents / 10_000), 2), unit: t('万元') }
}

/** 分 → a number without unit for narrow tables: in Chinese in 万元 with two decimals, otherwise in thousands with one. */
export function formatMoneyShort(cents: number): string {
  return formatDecimal(Math.round(cents / 10_000), speaksChinese() ? 2 : 1)
}

/** The unit of `formatMoneyShort`. */
export const shortMoneyUnit = () => (speaksChinese() ? t('万元') : t('千元'))

/** Basis points → `97.84%`; with one decimal `97.8%`. */
export function formatRate(bp: Maybe<number>, places: 0 | 1 | 2 = 2): string {
  return isNumber(bp) ? `${rateValue(bp, places)}%` : NOTHING
}

/** Basis points as percent without the sign, `97.84`. */
export function rateValue(bp: number, places: 0 | 1 | 2 = 2): string {
  return formatDecimal(Math.round(bp / 10 ** (2 - places)), places)
}

/** A difference between two rates in basis points → `11.1 点`. */
export function formatPoints(bp: Maybe<number>): string {
  return isNumber(bp) ? t('{n} 点', { n: rateValue(Math.abs(bp), bp % 10 === 0 ? 1 : 2) }) : NOTHING
}

/** Seconds → `18 秒`, `3 分 05 秒`, `2 小时 10 分`. */
export function formatDuration(seconds: Maybe<number>): string {
  if (!isNumber(seconds)) return NOTHING
  const rounded = Math.round(seconds)
  if (rounded < 60) return t('{n} 秒', { n: rounded })
  const minutes = Math.floor(rounded / 60)
  if (minutes < 60) return t('{m} 分 {s} 秒', { m: minutes, s: twoDigits(rounded % 60) })
  return t('{h} 小时 {m} 分', { h: Math.floor(minutes / 60), m: twoDigits(minutes % 60) })
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}

const SHANGHAI_OFFSET_MS = 8 * 3_600_000

/** An instant (ISO text) in Asia/Shanghai → `2026-05-19 08:42:16`. */
export function formatInstant(iso: Maybe<string>): string {
  if (!iso) return NOTHING
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return NOTHING
  return new Date(at + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** An instant to the minute, as in a log: `2026-05-19 08:42`. */
export function formatMinute(iso: Maybe<string>): string {
  return formatInstant(iso).slice(0, 16)
}

/** An instant for narrow places: `05-19 08:42`. */
export function formatInstantShort(iso: Maybe<string>): string {
  const text = formatInstant(iso)
  return text === NOTHING ? text : text.slice(5, 16)
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** The weekday of a day → `周二`. */
export function formatWeekday(day: string, say: Say = t): string {
  return say(WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? NOTHING)
}

/** A timestamp in Asia/Shanghai for file names: `20260519_0842`. */
export function fileStamp(now: Date): string {
  const text = formatInstant(now.toISOString())
  return `${text.slice(0, 10).replaceAll('-', '')}_${text.slice(11, 16).replace(':', '')}`
}

/** A plain value as text: 是 or 否 for a boolean, items joined for an array, `-` if it is empty. */
export function formatText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return t(value ? '是' : '否')
  return Array.isArray(value) ? value.map(formatText).join(t('、')) || NOTHING : String(value)
}

/** Joins short facts in one line, `8 个 · 12 元`; empty ones are left out. A line never begins with the dot. */
export function joinFacts(facts: readonly (string | false | null | undefined)[]): string {
  return facts.filter(Boolean).join('\u00a0· ')
}

function isNumber(value: Maybe<number>): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
