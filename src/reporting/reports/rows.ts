import * as z from 'zod'
import { Platform, ReplyMetric } from '#clients/stores/contract.ts'

/** Daily report rows and totals in API format. */
export const VolumeKind = z.enum(['consultUsers', 'consultSessions', 'handledUsers'])

export type VolumeKind = z.output<typeof VolumeKind>

/** Sums over pairs (a store's day and the same store's earlier day) with figures on both; null without pairs. */
export const Comparison = z.object({
  now: z.int().nullable(),
  before: z.int().nullable(),
  changeBp: z.int().nullable(),
  pairs: z.int(),
})

/** The store and day of a row. */
const place = {
  storeId: z.int(),
  storeName: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  platform: Platform,
  leaderId: z.int().nullable(),
  leaderName: z.string().nullable(),
  /** Only for an admin of the headquarters. */
  companyCode: z.string().optional(),
  on: z.string(),
  /** Figures are expected for that day but missing: 缺数据. */
  missing: z.boolean(),
}

/** A store's volume on a day, with comparisons. Null always means unknown, never 0. */
export const volumeFigures = {
  volume: z.int().nullable(),
  /** What the volume counts; determines its unit. */
  volumeOf: VolumeKind.nullable(),
  prevDay: z.int().nullable(),
  vsPrevDayBp: z.int().nullable(),
  weekAgo: z.int().nullable(),
  vsWeekAgoBp: z.int().nullable(),
  /** The same day of the previous month, or that month's last day if it is shorter. */
  monthAgo: z.int().nullable(),
  vsMonthAgoBp: z.int().nullable(),
  /** The mean of the reported days among the 7 days before, and their number. */
  mean7: z.int().nullable(),
  mean7Days: z.int(),
  vsMean7Bp: z.int().nullable(),
}

/** Whether the day's figure was corrected manually. */
export const corrected = { corrected: z.boolean() }

/** The same for a row's last day, and the number of corrected days in the period. */
export const correctedOfPeriod = { ...corrected, correctedDays: z.int() }

/** The origin of a day's figures; null or empty without figures. */
const origin = {
  source: z.enum(['imported', 'keyed', 'workbook', 'sum']).nullable(),
  derived: z.array(z.string()),
  pending: z.array(z.string()),
  batchId: z.int().nullable(),
  ...corrected,
  updatedAt: z.iso.datetime().nullable(),
}

/** Store-days with figures, out of those with expected or existing figures. */
export const coverage = { reported: z.int(), expected: z.int() }

export const VolumeDay = z.object({
  ...place,
  ...volumeFigures,
  ...origin,
  consultUsers: z.int().nullable(),
  consultSessions: z.int().nullable(),
  handledUsers: z.int().nullable(),
})

/** A store: the last day of the period (`on`) with its comparisons, and the period's sum and sparkline. */
export const VolumeStore = z.object({
  ...place,
  ...volumeFigures,
  ...coverage,
  ...correctedOfPeriod,
  sum: z.int().nullable(),
  /** One value per day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

export type VolumeDay = z.output<typeof VolumeDay>
export type VolumeStore = z.output<typeof VolumeStore>

export const volumeTotals = {
  ...coverage,
  vsPrevDay: Comparison,
  vsWeekAgo: Comparison,
  vsMonthAgo: Comparison,
}

/** A rate as numerator and denominator of the platform's own metric; over stores and days always Σ/Σ. */
const rateFigures = {
  metric: ReplyMetric,
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  /** Null without figures, or if the denominator is 0. */
  rateBp: z.int().nullable(),
  prevDayRateBp: z.int().nullable(),
  /** Differences of rates, in basis points (百分点 × 100), not relative changes. */
  vsPrevDayBp: z.int().nullable(),
  weekAgoRateBp: z.int().nullable(),
  vsWeekAgoBp: z.int().nullable(),
  vsMonthAgoBp: z.int().nullable(),
  /** The rate of the 7 days before, as Σ/Σ. */
  rate7Bp: z.int().nullable(),
  targetBp: z.int().nullable(),
  gapBp: z.int().nullable(),
  belowTarget: z.boolean(),
  within30s: z.int().nullable(),
  within30sBase: z.int().nullable(),
  within30sBp: z.int().nullable(),
  /** Seconds with one decimal. */
  firstResponseS: z.number().nullable(),
  averageResponseS: z.number().nullable(),
  targetFirstResponseS: z.int().nullable(),
  targetAverageResponseS: z.int().nullable(),
}

export const RateDay = z.object({ ...place, ...rateFigures, ...origin })

/** A store: the last day of the period (`on`), and the period's rate (Σ/Σ) and sparkline. */
export const RateStore = z.object({
  ...place,
  ...rateFigures,
  ...coverage,
  ...correctedOfPeriod,
  periodNumerator: z.int().nullable(),
  periodDenominator: z.int().nullable(),
  periodRateBp: z.int().nullable(),
  /** Rates in basis points, one per day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

export type RateDay = z.output<typeof RateDay>
export type RateStore = z.output<typeof RateStore>

/** Totals of one metric: reply rates and 3-minute rates are never mixed. */
export const MetricTotal = z.object({
  metric: ReplyMetric,
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  rateBp: z.int().nullable(),
  belowTarget: z.int(),
  /** How many have a rate and a target. */
  targeted: z.int(),
  ...coverage,
})

export const rateTotals = {
  metrics: z.array(MetricTotal),
  firstResponseS: z.number().nullable(),
  averageResponseS: z.number().nullable(),
  ...coverage,
}
