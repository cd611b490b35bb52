import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { endpoint, Id, many, page } from '#kit/contract.ts'
import {
  filters,
  Heat,
  ofDays,
  ofPeriod,
  overviewInput,
  Split,
  totalsOfDays,
  totalsOfPeriod,
  volumeOrder,
  volumeOverview,
} from '#reporting/reports/contract.ts'
import { corrected, correctedOfPeriod, coverage, volumeFigures } from '#reporting/reports/rows.ts'

const { keyword: _keyword, ...shared } = filters
/** The stores narrow down which figures of an agent count; leader and agent, whose. */
const workerFilters = { ...shared, staffId: many(Id) }

/** Where an agent's day comes from: the platforms' files, approved logs where there are none, or some of each. */
export const WorkerSource = z.enum(['imported', 'log', 'mixed'])

const { volumeOf: _kind, ...beside } = volumeFigures

/** What an agent did, Σ over stores and nicks; rates are Σ/Σ. */
const work = {
  /** How much of the volume comes from approved logs. */
  keyed: z.int().nullable(),
  source: WorkerSource.nullable(),
  /** Stores with figures. */
  stores: z.int(),
  consultUsers: z.int().nullable(),
  /** Seconds with one decimal. */
  firstResponseS: z.number().nullable(),
  averageResponseS: z.number().nullable(),
  satisfied: z.int().nullable(),
  evaluated: z.int().nullable(),
  satisfactionBp: z.int().nullable(),
  inquiryUsers: z.int().nullable(),
  orderUsers: z.int().nullable(),
  conversionBp: z.int().nullable(),
}

const worker = {
  staffId: z.int(),
  staffName: z.string(),
  leaderId: z.int(),
  leaderName: z.string(),
  /** Only for an admin of the headquarters. */
  companyCode: z.string().optional(),
  on: z.string(),
  /** By roster, or by assignment where there is none, the agent worked, and there are no figures: 缺数据. */
  missing: z.boolean(),
}

export const WorkerDay = z.object({
  ...worker,
  ...beside,
  ...work,
  ...corrected,
  updatedAt: z.iso.datetime().nullable(),
})

/** One agent: the last day of the period (`on`) beside the days before; `work` is of the whole period. */
export const WorkerPeriod = z.object({
  ...worker,
  ...beside,
  ...work,
  ...correctedOfPeriod,
  /** Days with figures, of those on which the agent worked or has figures all the same. */
  ...coverage,
  sum: z.int().nullable(),
  /** Σ of the period over its days with figures. */
  meanDay: z.int().nullable(),
  /** One value a day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

/** What stands behind an agent's number: one nick of one store on one day. */
export const WorkerRow = z.object({
  staffId: z.int(),
  staffName: z.string(),
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  on: z.string(),
  nick: z.string(),
  volume: z.int().nullable(),
  consultUsers: z.int().nullable(),
  source: WorkerSource.exclude(['mixed']),
  batchId: z.int().nullable(),
  worklogId: z.int().nullable(),
})

export type WorkerDay = z.output<typeof WorkerDay>
export type WorkerPeriod = z.output<typeof WorkerPeriod>
export type WorkerRow = z.output<typeof WorkerRow>

const only = z.enum(['missing', 'falls', 'log']).optional().meta({ title: '只看' })
const order = ['staffName', ...volumeOrder] as const
const worked = ['stores', 'firstResponse', 'averageResponse', 'satisfaction', 'conversion'] as const
const keyed = { keyed: z.int().nullable() }

export const workerReports = {
  dailyWorker: endpoint('GET /api/reports/daily-worker', {
    needs: 'canReportWorklog',
    summary: '客服日咨询量：每人每天一行，取平台文件，缺时取已通过的日志',
    input: page({ ...workerFilters, only }, ['on', ...order, ...worked]),
    output: ofDays(WorkerDay, { ...totalsOfDays, ...keyed }),
  }),
  dailyWorkerAgents: endpoint('GET /api/reports/daily-worker/agents', {
    needs: 'canReportWorklog',
    summary: '客服日咨询量：每人一行，最后一天与整段',
    input: page({ ...workerFilters, only }, [...order, ...worked, 'sum', 'meanDay']),
    /** `keyed` too is of the whole period. */
    output: ofPeriod(WorkerPeriod, { ...totalsOfPeriod, ...keyed }),
  }),
  dailyWorkerRows: endpoint('GET /api/reports/daily-worker/rows', {
    needs: 'canReportWorklog',
    summary: '客服日咨询量的明细：每店每个昵称每天一行，合计等于所点的数字',
    input: page(workerFilters, ['on', 'storeName', 'nick', 'volume']),
    output: ofDays(WorkerRow, { volume: z.int().nullable() }),
  }),
  dailyWorkerOverview: endpoint('GET /api/reports/daily-worker/overview', {
    needs: 'canReportWorklog',
    summary: '客服日咨询量：要点、每日趋势、最后一天的前 8 位客服',
    input: overviewInput(workerFilters, Split.extract(['total', 'leader']).default('total')),
    output: volumeOverview(WorkerPeriod).extend({
      /** Handled by nicks of the stores within reach that were nobody's on the day: in no agent's number. */
      unmatched: z.object({ nicks: z.int(), volume: z.int().nullable() }).nullable(),
    }),
  }),
  dailyWorkerWeekdays: endpoint('GET /api/reports/daily-worker/weekdays', {
    needs: 'canReportWorklog',
    summary: '客服日咨询量：接待最多的客服，星期几的日均',
    input: z.strictObject(workerFilters),
    output: Heat,
  }),
}
