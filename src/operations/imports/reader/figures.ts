import { scaled, toDecimal } from '#kit/sheets/decimals.ts'
import type { Metric } from './fields.ts'
import type { Metrics } from './rows.ts'

const volumes = [
  'consultUsers',
  'consultSessions',
  'needHumanUsers',
  'handledUsers',
  'handledSessions',
  'unreplied',
  'unreplied3min',
  'salesCents',
] as const
/** Each ratio's numerator with its denominator, each average's total with its weight. */
const pairs = [
  ['replied', 'replyBase'],
  ['within3min', 'within3minBase'],
  ['within30s', 'within30sBase'],
  ['frtTotalCs', 'frtWeight'],
  ['artTotalCs', 'artWeight'],
  ['satisfied', 'evaluated'],
  ['orderUsers', 'inquiryUsers'],
] as const

type Volume = (typeof volumes)[number]
type Paired = (typeof pairs)[number][number]

/** Measures as stored: all integers, totals in hundredths of a second, money in 分; null means "not given". */
export interface Figures extends Record<Volume | Paired, number | null> {
  /** Numerators that were computed from a rate and a base, not counted. */
  derived: ('replied' | 'within3min' | 'within30s')[]
  /** Canonical fields that the platform has not counted yet. */
  pending: Metric[]
}

/**
 * Returns the storable figures of a row (domain.md, 周咨询量预警). A rate without counts becomes round(rate × base) and is
 * marked as derived; an average becomes total and weight. Base and weight are the handled users, or the sessions if the
 * header contains 会话.
 */
export function figuresOf(
  row: Metrics & { pending?: Metric[] },
  sessionFields: readonly Metric[] = [],
): Figures {
  // Files without handled users (快手) relate their rates to the users who asked.
  const people = row.handledUsers ?? row.consultUsers ?? null
  const sessions = row.handledSessions ?? row.consultSessions ?? null
  const baseOf = (field: Metric) => (sessionFields.includes(field) ? sessions : people)
  const ratio = (field: Metric, unreplied: number | null | undefined, whole: number | null | undefined) =>
    ratioFromCounts(unreplied, whole) ?? ratioFromRate(row[field], baseOf(field))
  const reply = ratio('replyRateBp', row.unreplied, row.consultUsers ?? row.consultSessions)
  const within3min = ratio('rate3minBp', row.unreplied3min, row.needHumanUsers)
  const within30s = ratio('rate30sBp', null, null)
  const first = averageOf(row.frtSec, baseOf('frtSec'))
  const response = averageOf(row.artSec, baseOf('artSec'))
  const marks = [
    ['replied', reply],
    ['within3min', within3min],
    ['within30s', within30s],
  ] as const
  return {
    ...countsOf(row),
    replied: reply?.part ?? null,
    replyBase: reply?.base ?? null,
    within3min: within3min?.part ?? null,
    within3minBase: within3min?.base ?? null,
    within30s: within30s?.part ?? null,
    within30sBase: within30s?.base ?? null,
    frtTotalCs: first?.total ?? null,
    frtWeight: first?.weight ?? null,
    artTotalCs: response?.total ?? null,
    artWeight: response?.weight ?? null,
    derived: marks.filter(([, value]) => value?.derived).map(([name]) => name),
    pending: [...(row.pending ?? [])],
  }
}

/**
 * Sums every field; null if no row has a value. A numerator and its denominator are summed over the rows that have
 * both. If all rows lack one of them, it stays null and the other is summed over all rows.
 */
export function sumFigures(list: readonly Figures[]): Figures {
  const [only] = list
  if (only && list.length === 1) return only
  const sums = Object.fromEntries(volumes.map((field) => [field, sumOf(list, field)]))
  for (const [part, whole] of pairs) {
    const both = list.filter((row) => row[part] !== null && row[whole] !== null)
    const lone = list.every((row) => row[part] === null) || list.every((row) => row[whole] === null)
    const rows = both.length === 0 && lone ? list : both
    sums[part] = sumOf(rows, part)
    sums[whole] = sumOf(rows, whole)
  }
  return {
    ...(sums as Record<Volume | Paired, number | null>),
    derived: [...new Set(list.flatMap(({ derived }) => derived))],
    pending: [...new Set(list.flatMap(({ pending }) => pending))],
  }
}

function sumOf(list: readonly Figures[], field: Volume | Paired): number | null {
  const values = list.flatMap((row) => row[field] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}

function countsOf(row: Metrics) {
  return {
    consultUsers: row.consultUsers ?? null,
    consultSessions: row.consultSessions ?? null,
    needHumanUsers: row.needHumanUsers ?? null,
    handledUsers: row.handledUsers ?? null,
    handledSessions: row.handledSessions ?? null,
    unreplied: row.unreplied ?? null,
    unreplied3min: row.unreplied3min ?? null,
    satisfied: row.satisfied ?? null,
    evaluated: row.evaluated ?? null,
    inquiryUsers: row.inquiryUsers ?? null,
    orderUsers: row.orderUsers ?? null,
    salesCents: row.salesCents ?? null,
  }
}

/** A ratio from exact counts; `left` is the number without a reply. */
function ratioFromCounts(unreplied: number | null | undefined, whole: number | null | undefined) {
  return unreplied == null || whole == null
    ? undefined
    : { part: whole - unreplied, base: whole, derived: false }
}

/** A ratio from a rate in basis points; undefined if the base is 0. */
function ratioFromRate(rateBp: number | null | undefined, base: number | null) {
  if (rateBp == null || !base) return undefined
  return { part: divide(BigInt(rateBp) * BigInt(base), 10_000n), base, derived: true }
}

/** An average as total and weight: seconds have up to four decimals, totals are in hundredths. */
function averageOf(seconds: number | null | undefined, weight: number | null) {
  const exact = seconds == null ? undefined : toDecimal(String(seconds))
  if (!exact || !weight) return undefined
  return { total: divide(BigInt(scaled(exact, 4)) * BigInt(weight), 100n), weight }
}

/** a ÷ b for integers ≥ 0, rounded half up. */
function divide(a: bigint, b: bigint): number {
  return Number((2n * a + b) / (2n * b))
}
