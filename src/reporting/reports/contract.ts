import * as z from 'zod'
import { Platform, ReplyMetric } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import {
  coverage,
  MetricTotal,
  RateDay,
  RateStore,
  rateTotals,
  VolumeDay,
  VolumeStore,
  volumeTotals,
} from './rows.ts'

/** The filters that all daily reports share. Default period: the 7 days up to yesterday. */
export const filters = {
  from: Day.optional().meta({ title: '开始日期' }),
  to: Day.optional().meta({ title: '结束日期' }),
  storeId: many(Id),
  platform: many(Platform),
  customerId: many(Id),
  leaderId: many(Id),
  keyword: Keyword,
  /** Only for an admin of the headquarters. */
  companyCode: many(z.string().regex(/^\d{3}$/)).meta({ title: '公司' }),
}

export const Split = z.enum(['total', 'platform', 'leader', 'owner']).meta({ title: '分组' })

export type Split = z.output<typeof Split>

/** The comparison of a report: 环比 (previous day or period), 同比 (a week or a month earlier). */
const Compare = z.enum(['previous', 'week', 'month']).meta({ title: '对比' })

/** A figure with its explanation. `formula` is a Chinese sentence. `value` is in `unit`; a rate is in basis points. */
export const Figure = z.object({
  key: z.enum([
    'lastDay',
    'period',
    'perStoreDay',
    'coverage',
    'rate',
    'periodRate',
    'firstResponse',
    'averageResponse',
  ]),
  metric: ReplyMetric.nullable(),
  unit: z.enum(['users', 'visits', 'rate', 'seconds']),
  value: z.number().nullable(),
  formula: z.string(),
  /** The version of the formula; it increases when the formula changes. */
  version: z.int(),
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  ...coverage,
  /**
   * The comparison with an earlier day or period, over the stores with figures on both sides. `now` and `before` are in
   * `unit`.
   */
  comparison: z.object({
    with: z.enum(['prevDay', 'prevPeriod', 'weekAgo', 'monthAgo']),
    now: z.number().nullable(),
    before: z.number().nullable(),
    /** Relative change for volumes and seconds; difference in basis points for rates. */
    changeBp: z.int().nullable(),
    /** Number of store-days on each side. */
    pairs: z.int(),
  }),
  /** One value per day of the period; null is a gap. */
  series: z.array(z.number().nullable()),
})

export type Figure = z.output<typeof Figure>

/**
 * A line of the trend. `key` is `total`, a platform, or the id of a leader or owner (`none` without a leader). Only the
 * total has values of the compared days.
 */
const line = { key: z.string(), name: z.string().nullable() }

const overview = {
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  /** Last update of these figures. */
  updatedAt: z.iso.datetime().nullable(),
  figures: z.array(Figure),
}

/** A row of the weekday map, Monday first. Null for a weekday without figures. */
const HeatRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Mean volumes, or rates in basis points. */
  values: z.array(z.int().nullable()).length(7),
  /** Number of days in each mean. */
  days: z.array(z.int()).length(7),
})

export type HeatRow = z.output<typeof HeatRow>

/** Values by weekday of the rows with the highest volume, over the period or at least four weeks. */
export const Heat = z.object({ from: z.string(), to: z.string(), rows: z.array(HeatRow) })

export type Heat = z.output<typeof Heat>

/** The response of every overview; overviews of volumes add the lines of the trend and the rankings. */
export type Overview = z.output<z.ZodObject<typeof overview>>
const volumeTrend = z.array(
  z.object({
    ...line,
    points: z.array(
      z.object({ on: z.string(), volume: z.int().nullable(), compared: z.int().nullable(), ...coverage }),
    ),
  }),
)
export type VolumeOverview = Overview & {
  trend: z.output<typeof volumeTrend>
  top: { most: object[]; falls: object[] }
}

const PeriodDays = z.object({ from: z.string(), to: z.string() })

/** Totals of a list of volumes. */
export const dayTotals = { ...volumeTotals, volume: z.int().nullable() }
/** Totals of the last day; `sum` and `period…` cover the whole period. */
export const periodTotals = {
  ...dayTotals,
  mean7: z.int().nullable(),
  sum: z.int().nullable(),
  periodReported: z.int(),
  periodExpected: z.int(),
}

/** A list with a row per day, and the totals of all rows. */
export function dayList<R extends z.ZodType, T extends z.ZodRawShape>(row: R, totals: T) {
  return paged(row).extend({ totals: z.object({ ...totals, period: PeriodDays }) })
}

/** A list with a row per subject. The sparkline values begin at `seriesFrom`. */
export function periodList<R extends z.ZodType, T extends z.ZodRawShape>(row: R, totals: T) {
  return dayList(row, totals).extend({ seriesFrom: z.string() })
}

/** The overview of a report of volumes, with the rows of its rankings. */
export function volumeOverview<R extends z.ZodType>(row: R) {
  return z.object({
    ...overview,
    trend: volumeTrend,
    top: z.object({ most: z.array(row), falls: z.array(row) }),
  })
}

/** The input of an overview: the filters, the split of the trend, and the comparison. */
export function overviewInput<F extends z.ZodRawShape, S extends z.ZodType>(by: F, split: S) {
  return z.strictObject({ ...by, split, compare: Compare.default('previous') })
}

/** Sort keys of all reports of volumes. */
export const volumeOrder = ['volume', 'vsPrevDay', 'vsWeekAgo', 'vsMonthAgo', 'mean7', 'vsMean7'] as const
export const onlyVolume = z.enum(['missing', 'falls']).optional().meta({ title: '只看' })

const dayOrder = ['on', 'storeName'] as const
const storeOrder = ['consultUsers', ...volumeOrder] as const
const rateOrder = [
  'rate',
  'gap',
  'vsPrevDay',
  'vsWeekAgo',
  'vsMonthAgo',
  'denominator',
  'firstResponse',
  'averageResponse',
] as const
const onlyRate = z.enum(['missing', 'below']).optional().meta({ title: '只看' })
const storeSplit = Split.extract(['total', 'platform', 'leader']).default('total')

export const reports = {
  dailyStore: endpoint('GET /api/reports/daily-store', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日咨询量：每店每天一行，缺数据不是 0',
    input: page({ ...filters, only: onlyVolume }, [...dayOrder, ...storeOrder]),
    output: dayList(VolumeDay, dayTotals),
  }),
  dailyStoreStores: endpoint('GET /api/reports/daily-store/stores', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日咨询量：每店一行，最后一天与整段',
    input: page({ ...filters, only: onlyVolume }, ['storeName', ...storeOrder, 'sum']),
    output: periodList(VolumeStore, periodTotals),
  }),
  dailyStoreOverview: endpoint('GET /api/reports/daily-store/overview', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日咨询量：要点、每日趋势、最后一天的前 8 店',
    input: overviewInput(filters, storeSplit),
    output: volumeOverview(VolumeStore),
  }),
  dailyStoreRate: endpoint('GET /api/reports/daily-store-response-rate', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日回复率：每店每天一行，按平台自己的口径',
    input: page({ ...filters, only: onlyRate }, [...dayOrder, ...rateOrder]),
    output: dayList(RateDay, rateTotals),
  }),
  dailyStoreRateStores: endpoint('GET /api/reports/daily-store-response-rate/stores', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日回复率：每店一行，最后一天与整段（Σ/Σ）',
    input: page({ ...filters, only: onlyRate }, ['storeName', ...rateOrder, 'periodRate']),
    /** Totals of the last day; `periods`: totals of the whole period. */
    output: periodList(RateStore, { ...rateTotals, periods: z.array(MetricTotal) }),
  }),
  dailyStoreRateOverview: endpoint('GET /api/reports/daily-store-response-rate/overview', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日回复率：要点、每日趋势、离目标最远的店',
    input: overviewInput(filters, storeSplit),
    output: z.object({
      ...overview,
      trend: z.array(
        z.object({
          ...line,
          metric: ReplyMetric,
          points: z.array(
            z.object({
              on: z.string(),
              numerator: z.int().nullable(),
              denominator: z.int().nullable(),
              rateBp: z.int().nullable(),
              comparedBp: z.int().nullable(),
              ...coverage,
            }),
          ),
        }),
      ),
      /** `targeted`: the stores with a rate and a target. */
      top: z.object({ below: z.array(RateStore), falls: z.array(RateStore), targeted: z.int() }),
    }),
  }),
  dailyStoreWeekdays: endpoint('GET /api/reports/daily-store/weekdays', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日咨询量：咨询量最多的店，星期几的日均',
    input: z.strictObject(filters),
    output: Heat,
  }),
  dailyStoreRateWeekdays: endpoint('GET /api/reports/daily-store-response-rate/weekdays', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '店铺日回复率：应计人数最多的店，星期几的回复率（Σ/Σ）',
    input: z.strictObject(filters),
    output: Heat,
  }),
}

/** The metrics of a store's row and of an agent's row. */
export const StoreMetric = z.enum(['volume', 'reply', 'firstResponse', 'averageResponse'])

export const AgentMetric = z.enum([
  'handled',
  'firstResponse',
  'averageResponse',
  'satisfaction',
  'conversion',
] as const)

/** The metrics that a report's cell may show. */
export const CellMetric = z.enum({ ...StoreMetric.enum, ...AgentMetric.enum }).meta({ title: '指标' })

export type CellMetric = z.output<typeof CellMetric>

export type StoreMetric = z.output<typeof StoreMetric>

export type AgentMetric = z.output<typeof AgentMetric>
