import * as z from 'zod'
import { Covers, Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { isMonday } from './weeks.ts'

/** 接近 · 超量 · 下降 · 归零 · 缺数据. */
export const WarningKind = z.enum(['near', 'over', 'fall', 'zero', 'missing']).meta({ title: '预警类型' })
export const WarningLevel = z.enum(['yellow', 'red']).meta({ title: '级别' })
export const WarningStatus = z.enum(['pending', 'handling', 'resolved', 'ignored']).meta({ title: '状态' })
export const RiskLevel = z.enum(['low', 'middle', 'high']).meta({ title: '流失风险' })

export type WarningKind = z.output<typeof WarningKind>
export type WarningLevel = z.output<typeof WarningLevel>
export type WarningStatus = z.output<typeof WarningStatus>
export type RiskLevel = z.output<typeof RiskLevel>

/** The thresholds of warnings; rates in basis points of the quota or the baseline. */
export interface Thresholds {
  nearBp: number
  overBp: number
  overRedBp: number
  fallBp: number
  /** Store-days. */
  missingDays: number
}

/** A week, identified by its Monday. */
export const Week = Day.refine(isMonday, '周以周一的日期表示').meta({ title: '周' })

/**
 * A component of the churn score: its points and the number behind them (`of`: the total). For arrears, `value` is the
 * age of the oldest in days and `of` the amount in 分; both are null for users who may not see bills.
 */
export const RiskPart = z.object({
  key: z.enum([
    'notCompared',
    'silent',
    'volume',
    'decline',
    'belowTarget',
    'ratesFell',
    'complaints',
    'arrears',
  ]),
  points: z.int(),
  value: z.int().nullable(),
  of: z.int().nullable(),
})

export type RiskPart = z.output<typeof RiskPart>

/** A customer's week in figures. Null always means unknown, never 0. */
export const weekFigures = {
  volume: z.int().nullable(),
  expected: z.int(),
  reported: z.int(),
  /** The figures that the volume was taken from: consult users, else sessions, else handled users. */
  volumeOf: z.array(z.enum(['consultUsers', 'consultSessions', 'handledUsers'])),
  comparedStores: z.int(),
  comparedVolume: z.int().nullable(),
  baseline: z.int().nullable(),
  changeBp: z.int().nullable(),
  quotaVolume: z.int().nullable(),
  quota: z.int().nullable(),
  useBp: z.int().nullable(),
  /** In 分; absent if fees are hidden (role 2). */
  overageCents: z.int().nullable().optional(),
}

/**
 * The churn risk as the user may see it. Level and kind are those of the whole customer. Figures, reasons and points
 * cover the stores within reach; if the customer has other stores, `score` is null.
 */
export const visibleRisk = {
  score: z.int().nullable(),
  risk: RiskLevel,
  /** Number of other stores of the customer in the week, out of reach. */
  otherStores: z.int(),
}

export const Warning = z.object({
  id: z.int(),
  companyCode: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  leaderNames: z.array(z.string()),
  weekOn: z.string(),
  kind: WarningKind,
  level: WarningLevel,
  /**
   * 接近 and 超量: use of the quota; 下降 and 归零: change, all in basis points; 缺数据: store-days. Null if the finding does not
   * concern the stores within reach.
   */
  value: z.int().nullable(),
  ...weekFigures,
  ...visibleRisk,
  status: WarningStatus,
  handlerName: z.string().nullable(),
  /** The latest note. */
  note: z.string().nullable(),
  /** The week whose normal figures resolved the warning; null if a user resolved it, or if it is unresolved. */
  resolvedWeekOn: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Warning = z.output<typeof Warning>

const WarningEvent = z.object({
  at: z.iso.datetime(),
  /** Null for the program. */
  byName: z.string().nullable(),
  status: WarningStatus,
  note: z.string().nullable(),
  weekOn: z.string().nullable(),
})

/** A week before the warning, over the customer's stores within reach. */
const WeekBar = z.object({
  weekOn: z.string(),
  volume: z.int().nullable(),
  expected: z.int(),
  reported: z.int(),
  promotion: z.boolean(),
})

export type WeekBar = z.output<typeof WeekBar>

const StoreLine = z.object({
  storeId: z.int(),
  storeName: z.string(),
  volume: z.int().nullable(),
  expected: z.int(),
  reported: z.int(),
  baseline: z.int().nullable(),
  changeBp: z.int().nullable(),
})

export type StoreLine = z.output<typeof StoreLine>

export const WarningPage = Warning.extend({
  weeks: z.array(WeekBar),
  stores: z.array(StoreLine),
  events: z.array(WarningEvent),
  riskParts: z.array(RiskPart),
  openFollowUps: z.int(),
  /** The customer's open churn record. */
  churnRecordId: z.int().nullable(),
})

export type WarningPage = z.output<typeof WarningPage>

/** The filters that the list and the overview share. */
export const filters = {
  keyword: Keyword,
  week: many(Week),
  kind: many(WarningKind),
  level: many(WarningLevel),
  customerId: many(Id),
  ownerId: many(Id),
  companyCode: many(z.string().regex(/^\d{3}$/)).meta({ title: '公司' }),
}

/** Open warnings (待处理, 处理中) of a kind: by level, and in total. */
const KindCount = z.object({ kind: WarningKind, red: z.int(), yellow: z.int(), open: z.int() })

/** The red warnings whose 60 days are over, and how many of their customers left. */
const Hits = z.object({ kind: WarningKind, red: z.int(), left: z.int() })

export const Overview = z.object({
  /** The week of the figures; null for all weeks. */
  weekOn: z.string().nullable(),
  kinds: z.array(KindCount),
  customers: z.int(),
  /** The cost of 超量 in 分; absent if fees are hidden. */
  overageCents: z.int().optional(),
  hits: z.array(Hits),
  /** The newest completed week, and when it was run (automatically on Mondays at 8). */
  newest: z.object({ weekOn: z.string(), ranAt: z.iso.datetime().nullable() }),
  /** The promotion in the week. */
  promotion: z.string().nullable(),
})

export type Overview = z.output<typeof Overview>

const step = { id: Id, version: Version }
const Note = line('处理说明', 500)

export const warnings = {
  list: endpoint('GET /api/warnings', {
    needs: 'canWarningCustomer',
    summary: '周咨询量预警；超量金额不给角色 2',
    input: page({ ...filters, status: many(WarningStatus) }, ['weekOn', 'customerName', 'score']),
    /** Covers the customers that were checked in the newest week. */
    output: paged(Warning).extend({ statusCounts: z.record(z.string(), z.int()), covers: Covers }),
  }),
  overview: endpoint('GET /api/warnings/overview', {
    needs: 'canWarningCustomer',
    isHeavy: true,
    summary: '各类预警的条数、超量金额、红色预警的命中率',
    input: z.strictObject(filters),
    output: Overview,
  }),
  get: endpoint('GET /api/warnings/:id', {
    needs: 'canWarningCustomer',
    summary: '一条预警：近 8 周、各店、处理经过、流失风险的理由',
    input: z.strictObject({ id: Id }),
    output: WarningPage,
  }),
  handle: endpoint('POST /api/warnings/:id/handle', {
    needs: 'canWarningCustomer',
    summary: '开始处理，或在处理中补充说明',
    input: z.strictObject({ ...step, note: optionalLine('处理说明', 500).optional() }),
    output: WarningPage,
  }),
  resolve: endpoint('POST /api/warnings/:id/resolve', {
    needs: 'canWarningCustomer',
    summary: '标为已解决，写明结果',
    input: z.strictObject({ ...step, note: Note }),
    output: WarningPage,
  }),
  ignore: endpoint('POST /api/warnings/:id/ignore', {
    needs: 'canWarningCustomer',
    summary: '忽略这条预警，写明原因',
    input: z.strictObject({ ...step, note: Note }),
    output: WarningPage,
  }),
  run: endpoint('POST /api/warnings/run', {
    needs: 'canWarningCustomer',
    isHeavy: true,
    summary: '按某一周的数据重新检查可见的客户；重复运行结果相同',
    input: z.strictObject({ week: Week }),
    output: z.object({
      weekOn: z.string(),
      customers: z.int(),
      raised: z.int(),
      resolved: z.int(),
      /** The promotion in the week; such a week raises no warnings. */
      promotion: z.string().nullable(),
    }),
  }),
}
