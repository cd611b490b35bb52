import * as z from 'zod'
import { Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { StoredFile } from '#kit/files/storedFile.ts'
import { Candidate } from '#operations/duty/contract.ts'

export const LeaveKind = z
  .enum(['personal', 'sick', 'annual', 'swapped', 'marriage', 'maternity', 'bereavement', 'other'])
  .meta({ title: '请假类型' })
export type LeaveKind = z.output<typeof LeaveKind>

export const LeaveStatus = z.enum(['requested', 'approved', 'refused', 'withdrawn']).meta({ title: '状态' })
export type LeaveStatus = z.output<typeof LeaveStatus>

const Half = z.enum(['morning', 'afternoon'])

/** A leave, from a half day to a half day. */
export const Leave = z.object({
  id: z.int(),
  staffId: z.int(),
  staffName: z.string(),
  /** Name of the team's head; null for a head. */
  headName: z.string().nullable(),
  kind: LeaveKind,
  fromOn: z.string(),
  /** The first half day: `morning` is the whole first day. */
  fromHalf: Half,
  toOn: z.string(),
  /** The last half day: `afternoon` is the whole last day. */
  toHalf: Half,
  /** Half days in total, rest days included. */
  halfDays: z.int(),
  reason: z.string(),
  status: LeaveStatus,
  decidedByName: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Why it was refused; null otherwise. */
  decisionNote: z.string().nullable(),
  /** Whether the reader may approve or refuse it now, and whether the reader may withdraw it. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  /** Whether the reader may name stand-ins: for an approved leave that is not over. */
  mayNameStandIns: z.boolean(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type Leave = z.output<typeof Leave>

/** A person who stands in for a leave. */
const NamedStandIn = z.object({
  storeId: z.int(),
  storeName: z.string(),
  shift: z.string(),
  staffId: z.int(),
  staffName: z.string(),
})

/** A leave as its drawer shows it. */
export const LeavePage = Leave.extend({
  /** How many of its days are rests of the roster. */
  restDays: z.int(),
  standIns: z.array(NamedStandIn),
  /** Whether the company pays this kind of leave. */
  paid: z.boolean(),
  /** Papers, such as certificates. */
  attachments: z.array(StoredFile),
  mayAttach: z.boolean(),
  mayDetach: z.boolean(),
})
export type LeavePage = z.output<typeof LeavePage>

/** A status, or `toDecide`: the leaves that wait for the actor's decision. */
const ListedStatus = z.enum([...LeaveStatus.options, 'toDecide']).meta({ title: '状态' })

/** A stand-in to be named for a leave: for its days, or for those of a longer leave that need one. */
const StandInInput = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  shift: Shift,
  staffId: Id.meta({ title: '替班的人' }),
})
const StandIns = z.array(StandInInput).max(60).default([]).meta({ title: '替班' })

/** A store and shift that the leave leaves uncovered, with the best candidates first. */
export const OpenPost = z.object({
  storeId: z.int(),
  storeName: z.string(),
  shift: z.string(),
  days: z.array(z.string()),
  candidates: z.array(Candidate),
})
export type OpenPost = z.output<typeof OpenPost>

const step = { id: Id, version: Version }

const span = {
  fromOn: Day.meta({ title: '开始日期' }),
  fromHalf: Half.default('morning').meta({ title: '从上午还是下午' }),
  toOn: Day.meta({ title: '结束日期' }),
  toHalf: Half.default('afternoon').meta({ title: '到上午还是下午' }),
}

const requestInput = z.strictObject({
  /** Absent or the own id: a request. Another person of the actor's team: entered as approved. */
  staffId: Id.optional().meta({ title: '请假的人' }),
  kind: LeaveKind,
  ...span,
  reason: line('原因', 200),
})

/** The input of a leave that is entered for somebody, who must be named. */
export const MemberLeave = requestInput.extend({ staffId: Id.meta({ title: '请假的人' }) })

export const leaves = {
  list: endpoint('GET /api/leaves', {
    needs: 'canReportWorklog',
    summary: '请假：客服看自己的，组长看本组的；最新的在前',
    input: page(
      {
        status: many(ListedStatus),
        staffId: many(Id),
        /** Leaves with a day from `since` to `until`. */
        since: Day.optional().meta({ title: '开始日期' }),
        until: Day.optional().meta({ title: '结束日期' }),
      },
      ['fromOn', 'id', 'createdAt'],
    ),
    output: paged(Leave).extend({
      /** Number of leaves by status, and under `toDecide` those that wait for the actor's decision. */
      statusCounts: z.record(z.string(), z.int()),
    }),
  }),
  get: endpoint('GET /api/leaves/:id', {
    needs: 'canReportWorklog',
    summary: '一次请假：时间、原因、结果和替班的人',
    input: z.strictObject({ id: Id }),
    output: LeavePage,
  }),
  length: endpoint('GET /api/leaves/length', {
    needs: 'canReportWorklog',
    summary: '一段请假共几个半天，其中几天是休息日；staffId 默认是自己',
    input: z.strictObject({ staffId: Id.optional(), ...span }),
    output: z.object({ halfDays: z.int(), restDays: z.int() }),
  }),
  request: endpoint('POST /api/leaves', {
    needs: 'canReportWorklog',
    budget: 'question',
    summary: '申请请假；组长和管理员填 staffId 时直接登记组员的请假',
    input: requestInput,
    output: Leave,
  }),
  approve: endpoint('POST /api/leaves/:id/approve', {
    needs: 'canReviewWorklog',
    summary: '同意请假，可以同时指定每家店铺的替班；不能同意自己的，组长的由管理员同意',
    input: z.strictObject({ ...step, standIns: StandIns }),
    output: Leave,
  }),
  refuse: endpoint('POST /api/leaves/:id/refuse', {
    needs: 'canReviewWorklog',
    summary: '不同意请假，写明原因',
    input: z.strictObject({ ...step, note: line('原因', 200) }),
    output: Leave,
  }),
  withdraw: endpoint('POST /api/leaves/:id/withdraw', {
    needs: 'canReportWorklog',
    summary: '撤回请假：本人在开始之前，审批的人在未结账的月份；为它指定的替班一并取消',
    input: z.strictObject(step),
    output: Leave,
  }),
  openPosts: endpoint('GET /api/leaves/:id/open-posts', {
    needs: 'canReviewWorklog',
    summary: '这次请假空出来的店铺和班次，以及可以替班的同组的人',
    input: z.strictObject({ id: Id }),
    output: z.array(OpenPost),
  }),
  nameStandIns: endpoint('POST /api/leaves/:id/stand-ins', {
    needs: 'canReviewWorklog',
    summary: '为已同意的请假指定替班',
    input: z.strictObject({ ...step, standIns: StandIns }),
    output: Leave,
  }),
}
