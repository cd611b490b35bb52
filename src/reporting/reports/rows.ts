import * as z from 'zod'
import { Platform, ReplyMetric } from '#clients/stores/contract.ts'

/** The rows of the daily reports and their totals, as they travel. */
export const VolumeKind = z.enum(['consultUsers', 'consultSessions', 'handledUsers'])

export type VolumeKind = z.output<typeof VolumeKind>

/** Σ over the pairs (a store on a day, the same store at the earlier day) that both have figures; nulls where none has. */
export const Comparison = z.object({
  now: z.int().nullable(),
  before: z.int().nullable(),
  changeBp: z.int().nullable(),
  pairs: z.int(),
})

/** Which store a row speaks of, on which day. */
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
  /** Figures are expected on that day and there are none: 缺数据. */
  missing: z.boolean(),
}

/** A store's volume on a day beside the days before; every null is "not known", never 0. */
export const volumeFigures = {
  volume: z.int().nullable(),
  /** What the volume counts: decides its unit. */
  volumeOf: VolumeKind.nullable(),
  prevDay: z.int().nullable(),
  vsPrevDayBp: z.int().nullable(),
  weekAgo: z.int().nullable(),
  vsWeekAgoBp: z.int().nullable(),
  /** The same day of the month before, or its last one. */
  monthAgo: z.int().nullable(),
  vsMonthAgoBp: z.int().nullable(),
  /** The mean of the reported ones of the 7 days before, and how many these are. */
  mean7: z.int().nullable(),
  mean7Days: z.int(),
  vsMean7Bp: z.int().nullable(),
}

/** Whether the number that a report shows of a day was corrected by hand. */
export const corrected = { corrected: z.boolean() }

/** The same of a row's last day, and on how many days of the period. */
export const correctedOfPeriod = { ...corrected, correctedDays: z.int() }

/** Where a day's figures come from; all null or empty where there are none. */
const origin = {
  source: z.enum(['imported', 'keyed', 'workbook', 'sum']).nullable(),
  derived: z.array(z.string()),
  pending: z.array(z.string()),
  batchId: z.int().nullable(),
  ...corrected,
  updatedAt: z.iso.datetime().nullable(),
}

/** How many store-days have figures, of how many that should. */
export const coverage = { reported: z.int(), expected: z.int() }

export const VolumeDay = z.object({
  ...place,
  ...volumeFigures,
  ...origin,
  consultUsers: z.int().nullable(),
  consultSessions: z.int().nullable(),
  handledUsers: z.int().nullable(),
})

/** One store: the last day of the period (`on`) beside the days before, and the period's sum and course. */
export const VolumeStore = z.object({
  ...place,
  ...volumeFigures,
  ...coverage,
  ...correctedOfPeriod,
  sum: z.int().nullable(),
  /** One value a day from `seriesFrom` to the last day (at most 31); null is a gap. */
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
  /** Null where there are no figures, or the denominator is 0. */
  rateBp: z.int().nullable(),
  prevDayRateBp: z.int().nullable(),
  /** Differences of rates are basis points (百分点 × 100), not relative changes. */
  vsPrevDayBp: z.int().nullable(),
  weekAgoRateBp: z.int().nullable(),
  vsWeekAgoBp: z.int().nullable(),
  vsMonthAgoBp: z.int().nullable(),
  /** Σ/Σ of the 7 days before. */
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

/** One store: the last day of the period (`on`), and the period's Σ/Σ and course. */
export const RateStore = z.object({
  ...place,
  ...rateFigures,
  ...coverage,
  ...correctedOfPeriod,
  periodNumerator: z.int().nullable(),
  periodDenominator: z.int().nullable(),
  periodRateBp: z.int().nullable(),
  /** Rates in basis points, one a day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

export type RateDay = z.output<typeof RateDay>
export type RateStore = z.output<typeof RateStore>

/** Totals of one metric: a reply rate is never mixed with a 3-minute rate. */
export const MetricTotal = z.object({
  metric: ReplyMetric,
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  rateBp: z.int().nullable(),
  belowTarget: z.int(),
  ...coverage,
})

export const rateTotals = {
  metrics: z.array(MetricTotal),
  firstResponseS: z.number().nullable(),
  averageResponseS: z.number().nullable(),
  ...coverage,
}
