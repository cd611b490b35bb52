import { LAST_DAYS, type Overdue } from '#billing/receivables/rules.ts'
import { rateBp } from '#kit/rates.ts'
import type { Comparison } from './comparison.ts'
import type { RiskLevel, RiskPart } from './contract.ts'

/** The version of the formula; increase it when the formula changes. Stored scores keep their version. */
export const SCORE_VERSION = 2

/** Number of days that complaints count for. */
export const COMPLAINT_DAYS = 60

/** A store's replies by its platform's own metric: the last four weeks, and the four weeks before. */
export interface StoreReplies {
  storeId: number
  targetBp: number | null
  now: { part: number; base: number }
  before: { part: number; base: number }
}

/** The input of the score. */
export interface RiskFacts {
  /** The week compared with its baseline; null if it cannot be compared. */
  comparison: Comparison | null
  replies: readonly StoreReplies[]
  /** Notes marked as complaints in the last 60 days. */
  complaints: number
  /** Overdue amounts at the end of the week; null if unknown (weeks scored by version 1). */
  arrears: Overdue | null
}

/** Points by the fall of the volume, largest fall first; a volume of 0 has its own points. */
const FALLS: readonly [atMostBp: number, points: number][] = [
  [-6000, 35],
  [-4000, 28],
  [-2500, 18],
  [-1000, 8],
]
const POINTS_SILENT = 45
const POINTS_DECLINE = 10
/** A four-week decline counts from this total change on. */
const DECLINE_BP = -1500

/** A reply rate that fell by this much counts as worse. */
const RATE_FALL_BP = 200
const POINTS_MOST_BELOW = 12
const POINTS_SOME_BELOW = 6
const POINTS_RATE_FELL = 8

const COMPLAINTS = [0, 8, 14, 20]

/** Overdue amounts count from this amount on, in 分: smaller ones are oversights or bank charges. */
const ARREARS_FROM = 10_000
/** Points by the age of the oldest overdue amount, highest first: the limits of the ageing report. */
const ARREARS: readonly [moreThanDays: number, points: number][] = [
  [LAST_DAYS.days60, 15],
  [LAST_DAYS.days30, 10],
  [0, 5],
]

/** Minimum scores of 高 and 中. */
export const HIGH = 45
export const MIDDLE = 20

/** Points for the fall below the baseline, and for a decline over four weeks. */
function volumeRiskParts(comparison: Comparison | null): RiskPart[] {
  if (comparison?.changeBp == null) return [{ key: 'notCompared', points: 0, value: null, of: null }]
  const { changeBp, volume, before } = comparison
  if (volume === 0) return [{ key: 'silent', points: POINTS_SILENT, value: changeBp, of: null }]
  const points = FALLS.find(([atMost]) => changeBp <= atMost)?.[1] ?? 0
  const fall: RiskPart = { key: 'volume', points, value: changeBp, of: null }
  const volumes = [...before.slice(0, 3).reverse(), volume]
  const sinks = volumes.every((value, at) => at === 0 || value < (volumes[at - 1] ?? 0))
  const overall = rateBp(volume, volumes[0] ?? 0)
  if (!sinks || overall === null || overall - 10_000 > DECLINE_BP) return [fall]
  return [fall, { key: 'decline', points: POINTS_DECLINE, value: overall - 10_000, of: null }]
}

/** Points for stores with a reply rate below target, and for rates lower than four weeks before. */
function replyRiskParts(replies: readonly StoreReplies[]): RiskPart[] {
  const rated = replies.flatMap(({ targetBp, now, before }) => {
    const rate = rateBp(now.part, now.base)
    return rate === null ? [] : [{ rate, targetBp, was: rateBp(before.part, before.base) }]
  })
  const below = rated.filter(({ rate, targetBp }) => targetBp !== null && rate < targetBp).length
  const worse = rated.filter(({ rate, was }) => was !== null && rate <= was - RATE_FALL_BP).length
  const share = below === 0 ? 0 : below * 2 >= rated.length ? POINTS_MOST_BELOW : POINTS_SOME_BELOW
  return [
    { key: 'belowTarget', points: share, value: below, of: rated.length },
    { key: 'ratesFell', points: worse > 0 ? POINTS_RATE_FELL : 0, value: worse, of: rated.length },
  ]
}

/** Points for overdue amounts, by age. The amount gives no points, but must reach a minimum (decision 069). */
function arrearsRiskPart(arrears: Overdue | null): RiskPart {
  const none: RiskPart = { key: 'arrears', points: 0, value: arrears && 0, of: null }
  if (arrears === null || arrears.cents < ARREARS_FROM) return none
  const points = ARREARS.find(([moreThan]) => arrears.days > moreThan)?.[1] ?? 0
  return { key: 'arrears', points, value: arrears.days, of: arrears.cents }
}

/**
 * The early churn score of a customer, 0 to 100: volume up to 45, reply rates up to 20, complaints up to 20, arrears up
 * to 15 (decisions 042, 069). Each part contains its points and the number behind them, so that the sum can be
 * verified. The same facts always give the same score.
 */
export function churnRisk({ comparison, replies, complaints, arrears }: RiskFacts) {
  const parts: RiskPart[] = [
    ...volumeRiskParts(comparison),
    ...replyRiskParts(replies),
    {
      key: 'complaints',
      points: COMPLAINTS[Math.min(complaints, 3)] ?? 0,
      value: complaints,
      of: null,
    },
    arrearsRiskPart(arrears),
  ]
  const score = parts.reduce((sum, { points }) => sum + points, 0)
  return { score, level: riskLevel(score), parts }
}

/** 高, 中 or 低. */
export function riskLevel(score: number): RiskLevel {
  if (score >= HIGH) return 'high'
  return score >= MIDDLE ? 'middle' : 'low'
}
