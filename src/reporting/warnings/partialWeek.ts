import type { Overdue } from '#billing/receivables/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { type ComparedStore, type Comparison, compareStores, median } from './comparison.ts'
import type { RiskPart, WarningKind } from './contract.ts'
import { type QuotaPart, quotaUse, SILENT_BASELINE } from './findings.ts'
import { churnRisk } from './score.ts'

/** A store's stored part of its customer's week; `before` is null if the store was not compared. */
export interface StorePart {
  storeId: number
  customerId: number
  weekOn: Day
  volume: number
  expected: number
  reported: number
  volumeOf: string[]
  before: number[] | null
  quotaVolume: number | null
  quota: number | null
  targetBp: number | null
  replyPart: number
  replyBase: number
  replyPartBefore: number
  replyBaseBefore: number
}

/** The stored figures of a customer's whole week. */
export interface WholeWeek {
  volume: number | null
  expected: number
  reported: number
  volumeOf: string[]
  comparedStores: number
  comparedVolume: number | null
  baseline: number | null
  changeBp: number | null
  quotaVolume: number | null
  quota: number | null
  useBp: number | null
  overageCents: number | null
  score: number
  riskParts: unknown
}

/** A week's figures over some of the customer's stores. Only the whole customer has a score. */
export type PartWeek = Omit<WholeWeek, 'score' | 'riskParts'> & { score: null; riskParts: RiskPart[] }

/** Computes the week over these stores only, with the formulas of the whole week and no influence of other stores. */
export function partialWeek(parts: readonly StorePart[], storedWeek: Pick<WholeWeek, 'riskParts'>): PartWeek {
  const sum = (of: 'volume' | 'expected' | 'reported') => parts.reduce((total, part) => total + part[of], 0)
  const comparison = compareStores(comparedOf(parts))
  const quota = quotaUse(parts.flatMap(quotaPartOf))
  const reported = sum('reported')
  return {
    volume: reported > 0 ? sum('volume') : null,
    expected: sum('expected'),
    reported,
    volumeOf: [...new Set(parts.flatMap(({ volumeOf }) => volumeOf))],
    comparedStores: comparison?.stores.length ?? 0,
    comparedVolume: comparison?.volume ?? null,
    baseline: comparison?.baseline ?? null,
    changeBp: comparison?.changeBp ?? null,
    quotaVolume: quota?.volume ?? null,
    quota: quota?.included ?? null,
    useBp: quota?.useBp ?? null,
    overageCents: null,
    score: null,
    riskParts: partialReasons(parts, comparison, storedWeek.riskParts as RiskPart[]),
  }
}

/**
 * The value of a warning's kind over these stores, in the warning's unit; null if the finding concerns other stores
 * only.
 */
export function partialValue(kind: WarningKind, parts: readonly StorePart[]): number | null {
  const comparison = compareStores(comparedOf(parts))
  switch (kind) {
    case 'near':
    case 'over':
      return quotaUse(parts.flatMap(quotaPartOf))?.useBp ?? null
    case 'fall':
      return comparison?.changeBp == null || comparison.changeBp >= 0 ? null : comparison.changeBp
    case 'zero':
      return comparison?.volume === 0 || comparison?.stores.some(isSilent) ? comparison.changeBp : null
    case 'missing':
      return parts.reduce((days, { expected, reported }) => days + expected - reported, 0) || null
  }
}

const isSilent = ({ volume, baseline }: ComparedStore) => volume === 0 && baseline >= SILENT_BASELINE

function comparedOf(parts: readonly StorePart[]): ComparedStore[] {
  return parts.flatMap(({ storeId, volume, before }) =>
    before === null ? [] : [{ storeId, volume, before, baseline: median(before) }],
  )
}

/** The amount is not stored per store, so partial weeks have no amounts. */
function quotaPartOf({ storeId, quota, quotaVolume }: StorePart): QuotaPart[] {
  if (quota === null || quotaVolume === null) return []
  return [{ storeId, included: quota, volume: quotaVolume, overageCents: 0 }]
}

/**
 * The reasons of the churn score over these stores. Complaints and arrears belong to the customer and count for every
 * user.
 */
function partialReasons(
  parts: readonly StorePart[],
  comparison: Comparison | null,
  storedParts: readonly RiskPart[],
): RiskPart[] {
  const replies = parts
    .filter(({ expected }) => expected > 0)
    .map((part) => ({
      storeId: part.storeId,
      targetBp: part.targetBp,
      now: { part: part.replyPart, base: part.replyBase },
      before: { part: part.replyPartBefore, base: part.replyBaseBefore },
    }))
  const storedPart = (key: RiskPart['key']) => storedParts.find((part) => part.key === key)
  const complaints = storedPart('complaints')?.value ?? 0
  return churnRisk({ comparison, replies, complaints, arrears: arrearsIn(storedPart('arrears')) }).parts
}

/** The arrears recorded in a score. */
function arrearsIn(part: RiskPart | undefined): Overdue | null {
  if (!part || part.value === null) return null
  return { days: part.value, cents: part.of ?? 0 }
}
