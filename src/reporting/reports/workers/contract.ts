import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { endpoint, Id, many, page } from '#kit/contract.ts'
import {
  dayList,
  dayTotals,
  filters,
  Heat,
  overviewInput,
  periodList,
  periodTotals,
  Split,
  volumeOrder,
  volumeOverview,
} from '#reporting/reports/contract.ts'
import { corrected, correctedOfPeriod, coverage, volumeFigures } from '#reporting/reports/rows.ts'

const { keyword: _keyword, ...shared } = filters
/** Store filters limit the figures that count; leader and agent filters limit the agents. */
const workerFilters = { ...shared, staffId: many(Id) }

/** The source of an agent's day: the platforms' files, approved logs without a file, or both. */
export const WorkerSource = z.enum(['imported', 'log', 'mixed'])

const { volumeOf: _kind, ...volumeFields } = volumeFigures

/** An agent's work, summed over stores and nicks; rates are Σ/Σ. */
const work = {
  /** The part of the volume from approved logs. */
  keyed: z.int().nullable(),
  source: WorkerSource.nullable(),
  /** Number of stores with figures. */
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
  /** The agent worked, by roster or else by assignment, but there are no figures: 缺数据. */
  missing: z.boolean(),
}

export const WorkerDay = z.object({
  ...worker,
  ...volumeFields,
  ...work,
  ...corrected,
  updatedAt: z.iso.datetime().nullable(),
})

/** An agent: the last day of the period (`on`) with comparisons; `work` covers the whole period. */
export const WorkerPeriod = z.object({
  ...worker,
  ...volumeFields,
  ...work,
  ...correctedOfPeriod,
  /** Days with figures, out of those on which the agent worked or has figures. */
  ...coverage,
  sum: z.int().nullable(),
  /** The period's sum divided by its days with figures. */
  meanDay: z.int().nullable(),
  /** One value per day from `seriesFrom` to the last day (at most 31); null is a gap. */
  series: z.array(z.int().nullable()),
})

/** A part of an agent's figure: one nick at one store on one day. */
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
    isHeavy: true,
    summary: '客服日咨询量：每人每天一行，取平台文件，缺时取已通过的日志',
    input: page({ ...workerFilters, only }, ['on', ...order, ...worked]),
    output: dayList(WorkerDay, { ...dayTotals, ...keyed }),
  }),
  dailyWorkerAgents: endpoint('GET /api/reports/daily-worker/agents', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '客服日咨询量：每人一行，最后一天与整段',
    input: page({ ...workerFilters, only }, [...order, ...worked, 'sum', 'meanDay']),
    /** `keyed` covers the whole period too. */
    output: periodList(WorkerPeriod, { ...periodTotals, ...keyed }),
  }),
  dailyWorkerRows: endpoint('GET /api/reports/daily-worker/rows', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '客服日咨询量的明细：每店每个昵称每天一行，合计等于所点的数字',
    input: page(workerFilters, ['on', 'storeName', 'nick', 'volume']),
    output: dayList(WorkerRow, { volume: z.int().nullable() }),
  }),
  dailyWorkerOverview: endpoint('GET /api/reports/daily-worker/overview', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '客服日咨询量：要点、每日趋势、最后一天的前 8 位客服',
    input: overviewInput(workerFilters, Split.extract(['total', 'leader']).default('total')),
    output: volumeOverview(WorkerPeriod).extend({
      /**
       * The volume of nicks, at stores within reach, that were not bound to an agent on the day: no agent's figure
       * includes it.
       */
      unmatched: z.object({ nicks: z.int(), volume: z.int().nullable() }).nullable(),
    }),
  }),
  dailyWorkerWeekdays: endpoint('GET /api/reports/daily-worker/weekdays', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '客服日咨询量：接待最多的客服，星期几的日均',
    input: z.strictObject(workerFilters),
    output: Heat,
  }),
}
