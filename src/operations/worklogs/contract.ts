import * as z from 'zod'
import { Platform, Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { SentenceText } from '#kit/sentenceText.ts'

export const WorklogStatus = z.enum(['draft', 'submitted', 'approved', 'returned']).meta({ title: '状态' })
export const LineSource = z.enum(['imported', 'keyed', 'empty']).meta({ title: '来源' })
/** How a platform measures replies: unreplied buyers, or the rate within 3 minutes; `either` if it is not fixed. */
export const ReplyMeasure = z.enum(['unreplied', 'within3min', 'either'])

export type WorklogStatus = z.output<typeof WorklogStatus>
/** How a store's figures reach the log: from the next morning's file, or keyed by the agent. */
export const FigureSource = z.enum(['file', 'keyed'])

export type LineSource = z.output<typeof LineSource>
export type ReplyMeasure = z.output<typeof ReplyMeasure>

/** Maximum number of lines in a log. */
export const MAX_LINES = 400

/** Maximum number of logs in one batch approval. */
export const MAX_APPROVED = 100

const Count = z.int().min(0).max(1_000_000).nullable().default(null)
/** Seconds, with up to one decimal. */
const Seconds = z.number().min(0).max(86_400).multipleOf(0.1).nullable().default(null)

/** The figures that an agent keys for a store and nick; null means "not given", never 0. */
const figures = {
  consultUsers: Count.meta({ title: '咨询人数' }),
  handledUsers: Count.meta({ title: '接待人数' }),
  unreplied: Count.meta({ title: '未回复' }),
  rate3minBp: z.int().min(0).max(10_000).nullable().default(null).meta({ title: '3 分钟回复率' }),
  frtSec: Seconds.meta({ title: '首响' }),
  artSec: Seconds.meta({ title: '平均响应' }),
  satisfied: Count.meta({ title: '满意' }),
  evaluated: Count.meta({ title: '评价' }),
}

export const LineFigures = z.object(figures)

export type LineFigures = z.output<typeof LineFigures>

/** A store and nick of the log; `nick` is null if the agent has none there. */
const place = { storeId: Id, nick: z.string().max(64).nullable() }

/** Lines without values need not be sent. */
const LineInput = z.strictObject({ ...place, ...figures })

export type LineInput = z.output<typeof LineInput>

/** The effective line: the platform's figures take precedence over keyed ones. */
export const WorklogLine = z.object({
  storeId: z.int(),
  storeName: z.string(),
  /** Whether the reader may open the store's page. */
  storeReadable: z.boolean(),
  platform: Platform,
  nick: z.string().nullable(),
  source: LineSource,
  /** Whether a file is expected to bring the figures, so that the agent need not key them (decision 118). */
  figureSource: FigureSource,
  /** The author's mean of handled buyers at the store, per day with figures of the last 7 days; null without any. */
  mean7: z.int().nullable(),
  ...z.object(figures).shape,
  measure: ReplyMeasure,
  /** The reply rate by the platform's measure, and the store's target, in basis points. */
  replyRateBp: z.int().nullable(),
  targetReplyRateBp: z.int().nullable(),
  /** Measures that the platform provides later (延迟统计). */
  pending: z.array(z.string()),
  /** The other source's figures if both have some and they differ: keyed ones, or the file's as of the last save. */
  other: z.object({ source: LineSource, ...LineFigures.shape }).nullable(),
})

export type WorklogLine = z.output<typeof WorklogLine>

/** A log as a row of the list. */
export const Worklog = z.object({
  id: z.int(),
  companyCode: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  /** The head of the author's team; null for a head. */
  headName: z.string().nullable(),
  on: z.string(),
  shift: Shift,
  status: WorklogStatus,
  hours: z.number().nullable(),
  summary: z.string().nullable(),
  problems: z.string().nullable(),
  suggestions: z.string().nullable(),
  handover: z.string().nullable(),
  lineCount: z.int(),
  /** Lines without figures from any source. */
  emptyCount: z.int(),
  keyedCount: z.int(),
  /** Lines whose keyed figures differ from the file. */
  differingCount: z.int(),
  handledUsers: z.int().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  reviewedByName: z.string().nullable(),
  reviewNote: z.string().nullable(),
  wasReturned: z.boolean(),
  /** Whether the current user may edit the log, or review it, in its present status. */
  mayEdit: z.boolean(),
  mayReview: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Worklog = z.output<typeof Worklog>

/** A recipient of a handover note. */
export const HandoverReader = z.object({
  staffId: z.int(),
  staffName: z.string(),
  on: z.string(),
  shift: Shift,
  readAt: z.iso.datetime().nullable(),
})

export const WorklogPage = Worklog.extend({
  lines: z.array(WorklogLine),
  /** The hours of the log's shift, with which its hours are compared. */
  shiftHours: z.number(),
  handedTo: z.array(HandoverReader),
})

export type WorklogPage = z.output<typeof WorklogPage>

const Summary = optionalLine('今日小结', 2000)

const content = {
  hours: z.number().min(0).max(24).multipleOf(0.5).nullable().optional().meta({ title: '工时' }),
  summary: Summary.optional(),
  problems: optionalLine('问题', 2000).optional(),
  suggestions: optionalLine('建议', 2000).optional(),
  handover: optionalLine('交接', 2000).optional(),
  /** Absent: unchanged. Otherwise all keyed lines; lines that are not sent are emptied. */
  lines: z.array(LineInput).max(MAX_LINES).optional().meta({ title: '店铺数据' }),
}

const step = { id: Id, version: Version }

/** The filters of the list; `from` and `to` are days of work. */
export const filters = {
  keyword: Keyword,
  staffId: many(Id),
  headId: many(Id),
  storeId: many(Id),
  shift: many(Shift),
  from: Day.optional().meta({ title: '日期' }),
  to: Day.optional().meta({ title: '日期' }),
  /** Only the user's own logs. */
  mine: z.enum(['true']).optional(),
  companyCode: many(z.string().regex(/^\d{3}$/)),
}

/** A status, or `toReview`: the logs that the user has to review. */
const ListedStatus = z.enum([...WorklogStatus.options, 'toReview']).meta({ title: '状态' })

export const worklogs = {
  list: endpoint('GET /api/worklogs', {
    needs: 'canReportWorklog',
    summary: '工作日志：客服看自己的，组长看本组的，管理员看公司的',
    input: page({ ...filters, status: many(ListedStatus) }, ['id', 'on', 'submittedAt']),
    output: paged(Worklog).extend({
      /** Number of logs by status, and under `toReview` those that the user has to review. */
      statusCounts: z.record(z.string(), z.int()),
    }),
  }),
  get: endpoint('GET /api/worklogs/:id', {
    needs: 'canReportWorklog',
    summary: '一份日志：各店数据和来源、交接给了谁',
    input: z.strictObject({ id: Id }),
    output: WorklogPage,
  }),
  create: endpoint('POST /api/worklogs', {
    needs: 'canReportWorklog',
    budget: 'draft',
    summary: '写一份日志：一人一天一班一份，最多补写 7 天；submit 为真时一并提交',
    input: z.strictObject({
      on: Day.meta({ title: '日期' }),
      shift: Shift,
      ...content,
      submit: z.boolean().default(false),
    }),
    output: WorklogPage,
  }),
  update: endpoint('PATCH /api/worklogs/:id', {
    needs: 'canReportWorklog',
    budget: 'draft',
    summary: '修改自己的草稿或被退回的日志；同样的内容再发一次不算修改',
    // A repeat with the same content changes nothing and writes no audit line; a change writes one.
    audited: false,
    input: z.strictObject({ ...step, shift: Shift.optional(), ...content }),
    output: WorklogPage,
  }),
  submit: endpoint('POST /api/worklogs/:id/submit', {
    needs: 'canReportWorklog',
    summary: '提交；可以同时带上最后的修改',
    input: z.strictObject({ ...step, shift: Shift.optional(), ...content }),
    output: WorklogPage,
  }),
  withdraw: endpoint('POST /api/worklogs/:id/withdraw', {
    needs: 'canReportWorklog',
    summary: '审核之前撤回成草稿',
    input: z.strictObject(step),
    output: WorklogPage,
  }),
  approve: endpoint('POST /api/worklogs/:id/approve', {
    needs: 'canReviewWorklog',
    summary: '通过；自己的日志由别人审核',
    input: z.strictObject(step),
    output: WorklogPage,
  }),
  approveMany: endpoint('POST /api/worklogs/approve', {
    needs: 'canReviewWorklog',
    summary: '一次通过多份，最多 100 份，逐份给出结果',
    // Each approved log writes an audit line. If none is approved, nothing changes.
    audited: false,
    input: z.strictObject({ logs: z.array(z.strictObject(step)).min(1).max(MAX_APPROVED) }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.int(),
          staffName: z.string().nullable(),
          on: z.string().nullable(),
          /** Why it was refused; null if it was approved. */
          problem: SentenceText.nullable(),
        }),
      ),
    }),
  }),
  return: endpoint('POST /api/worklogs/:id/return', {
    needs: 'canReviewWorklog',
    summary: '退回，写明原因；退回的日志过了 7 天也可以改',
    input: z.strictObject({ ...step, note: line('退回原因', 500) }),
    output: WorklogPage,
  }),
}
