import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** Where a sheet comes from: 企业微信 上下班打卡_日报 or 钉钉 每日统计. */
export const ClockSource = z.enum(['wecom', 'dingtalk']).meta({ title: '来源' })
export type ClockSource = z.output<typeof ClockSource>

export const FileStatus = z.enum(['preview', 'committed', 'undone']).meta({ title: '状态' })
export type FileStatus = z.output<typeof FileStatus>

/**
 * What a row does: `create`, `update` or `same` as the record of the day; `unknown` nobody is bound to the person yet;
 * `otherTeam` out of the user's reach; `outside` no agent, not with the company on that day, or a day that is not
 * accepted; `closed` a closed month; `error` unreadable or repeated.
 */
export const RowState = z
  .enum(['create', 'update', 'same', 'unknown', 'otherTeam', 'outside', 'closed', 'error'])
  .meta({ title: '结果' })
export type RowState = z.output<typeof RowState>

/** Maximum number of rows of a file, headers included. */
export const MAX_ROWS = 20_000

/** Maximum number of days in a list of days. */
export const MAX_DAYS = 92

/** Maximum number of proposals per request. */
export const MAX_DECISIONS = 200

export const ClockFile = z.object({
  id: z.int(),
  version: z.int(),
  source: ClockSource,
  fileName: z.string(),
  status: FileStatus,
  rowsTotal: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Rows by what they would do; after the commit, the number of records that still come from the file. */
  counts: z.record(RowState, z.int()),
  written: z.int(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  committedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
})
export type ClockFile = z.output<typeof ClockFile>

/** Minutes from 00:00 of the day, ascending; 1440 and more are on the next day, negative ones on the day before. */
const Punches = z.array(z.int())

export const ClockRow = z.object({
  row: z.int(),
  /** The person as the file names it. */
  name: z.string(),
  on: z.string().nullable(),
  punches: Punches,
  state: RowState,
  /** Why the row is not written; null otherwise. */
  reason: SentenceText.nullable(),
})
export type ClockRow = z.output<typeof ClockRow>

/** A person of a source: bound to a member of staff, recognized (`staffId` without a binding), or unknown. */
export const ClockPerson = z.object({
  /** Identifies the row in lists. */
  id: z.string(),
  source: ClockSource,
  key: z.string(),
  name: z.string(),
  days: z.int(),
  lastOn: z.string().nullable(),
  staffId: z.int().nullable(),
  staffName: z.string().nullable(),
  bound: z.boolean(),
})
export type ClockPerson = z.output<typeof ClockPerson>

/**
 * A day compared with duty: 正常 · 迟到 n 分 · 早退 n 分 · 缺卡 · 旷工 (no clock, no log) · 未排班到岗 · 请假 · 没有记录 (on duty,
 * but no file has the day).
 */
export const DayState = z
  .enum(['normal', 'late', 'early', 'missing', 'absent', 'unplanned', 'leave', 'unrecorded'])
  .meta({ title: '结果' })
export type DayState = z.output<typeof DayState>

const HalfDays = z.int().min(-4).max(4)

export const ClockDay = z.object({
  /** `staffId on`, which identifies the row in lists. */
  id: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  headName: z.string().nullable(),
  on: z.string(),
  shifts: z.array(z.object({ code: z.string(), name: z.string(), from: z.string(), to: z.string() })),
  punches: Punches,
  /** Minutes of 迟到 and 早退; 0 otherwise. */
  states: z.array(z.object({ state: DayState, minutes: z.int() })),
  /** The log of the day: none, a draft counts as none. */
  log: z.enum(['none', 'open', 'approved']),
  /** What the file itself says about the day. */
  note: z.string().nullable(),
  /** Half days to add to or take from attendance; null if nothing is proposed, or to readers who do not decide. */
  proposal: z.object({ halfDays: HalfDays, reason: SentenceText, mayDecide: z.boolean() }).nullable(),
  /** The last decision that still counts. */
  decision: z
    .object({
      id: z.int(),
      halfDays: HalfDays,
      taken: z.boolean(),
      byName: z.string(),
      at: z.iso.datetime(),
      mayReverse: z.boolean(),
    })
    .nullable(),
})
export type ClockDay = z.output<typeof ClockDay>

const idInput = z.strictObject({ id: Id })
const stepInput = z.strictObject({ id: Id, version: Version })

export const clock = {
  days: endpoint('GET /api/clock/days', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '打卡与排班核对：每人每天的班次、打卡、结果和出勤建议，最多 92 天；客服看自己的',
    input: page(
      {
        from: Day.optional().meta({ title: '开始日期' }),
        to: Day.optional().meta({ title: '结束日期' }),
        keyword: Keyword,
        headId: Id.optional().meta({ title: '组长' }),
        status: many(DayState),
        /** `open`: only days with a proposal; `decided`: only days with a decision. */
        only: z.enum(['open', 'decided']).optional().meta({ title: '出勤建议' }),
      },
      ['on', 'staffName'],
    ),
    output: paged(ClockDay).extend({
      from: z.string(),
      to: z.string(),
      statusCounts: z.record(z.string(), z.int()),
      /** Days with a proposal, whatever the page shows. */
      proposals: z.int(),
      /** Whether any clock record of the actor's company was ever imported. */
      started: z.boolean(),
    }),
  }),
  decide: endpoint('POST /api/clock/decisions', {
    needs: 'canReviewWorklog',
    summary: '接受或不接受出勤建议；接受的记为工资的出勤更正。本人的由组长或管理员决定',
    input: z.strictObject({
      taken: z.boolean().meta({ title: '接受' }),
      days: z
        .array(
          z.strictObject({
            staffId: Id,
            on: Day,
            /** The half days that the user saw. */
            halfDays: HalfDays,
          }),
        )
        .min(1)
        .max(MAX_DECISIONS)
        .meta({ title: '建议' }),
    }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), name: z.string(), problem: SentenceText.nullable() })),
    }),
  }),
  reverse: endpoint('POST /api/clock/decisions/:id/reverse', {
    needs: 'canReviewWorklog',
    summary: '撤回一次决定；接受过的，工资里的更正随之撤销',
    input: idInput,
    output: z.object({ id: z.int() }),
  }),
  files: endpoint('GET /api/clock/files', {
    needs: 'canReviewWorklog',
    summary: '打卡文件的导入记录，最新的在前',
    input: page({ status: many(FileStatus) }, ['id']),
    output: paged(ClockFile),
  }),
  upload: endpoint('POST /api/clock/files', {
    needs: 'canReviewWorklog',
    budget: 'preview',
    summary: '上传企业微信打卡日报或钉钉每日统计，预检；不写入任何数据',
    takes: 'file',
    audited: false,
    input: z.strictObject({}),
    output: ClockFile.extend({
      /** An earlier import of an identical file that is still in effect. */
      duplicateOf: z.object({ committedAt: z.iso.datetime(), createdByName: z.string() }).nullable(),
    }),
  }),
  file: endpoint('GET /api/clock/files/:id', {
    needs: 'canReviewWorklog',
    summary: '一个打卡文件',
    input: idInput,
    output: ClockFile,
  }),
  rows: endpoint('GET /api/clock/files/:id/rows', {
    needs: 'canReviewWorklog',
    summary: '打卡文件的每一行：会做什么、原因',
    input: page({ id: Id, state: many(RowState) }, ['row']),
    output: paged(ClockRow),
  }),
  commit: endpoint('POST /api/clock/files/:id/commit', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '确认导入打卡；组长只写入本组的人，没对应的人等对应后再写入',
    input: stepInput,
    output: ClockFile,
  }),
  undoConsequences: endpoint('GET /api/clock/files/:id/undo/consequences', {
    needs: 'canReviewWorklog',
    budget: 'preview',
    summary: '撤销导入之前看后果：删除和恢复的打卡，随之撤回的出勤决定',
    input: idInput,
    output: Consequences,
  }),
  undo: endpoint('POST /api/clock/files/:id/undo', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '撤销打卡的导入：之前的文件重新算数，失去依据的出勤决定一并撤回',
    input: stepInput,
    output: ClockFile,
  }),
  people: endpoint('GET /api/clock/people', {
    needs: 'canReviewWorklog',
    summary: '文件里的人对应到哪位员工；待对应的在前',
    input: page({ only: z.enum(['unknown', 'known']).optional() }, ['name']),
    output: paged(ClockPerson).extend({ unknown: z.int() }),
  }),
  bind: endpoint('POST /api/clock/people', {
    needs: 'canReviewWorklog',
    summary: '把文件里的人对应到员工，以后都记住；已导入文件里的打卡随即写入',
    input: z.strictObject({
      source: ClockSource,
      key: z.string().min(1).max(200).meta({ title: '账号' }),
      staffId: Id.meta({ title: '员工' }),
    }),
    /** The number of records written. */
    output: z.object({ written: z.int() }),
  }),
}
