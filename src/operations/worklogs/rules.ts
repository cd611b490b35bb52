import { type Actor, can, reachOf } from '#access/can.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { WorklogStatus } from './contract.ts'

export const statusNames = {
  draft: '草稿',
  submitted: '已提交',
  approved: '已通过',
  returned: '已退回',
} as const

/**
 * Returns the log to review after this one: the first log to review that came after it in the list, else the first one.
 * `before` is the list when it contained this log, `waiting` the current list. Undefined if there is none.
 */
export function nextToReview(
  id: number,
  before: readonly number[],
  toReview: readonly number[],
): number | undefined {
  const later = new Set(before.slice(before.indexOf(id) + 1))
  const others = toReview.filter((one) => one !== id)
  return others.find((one) => later.has(one)) ?? others[0]
}

export const statusTones = {
  draft: 'orange',
  submitted: 'blue',
  approved: 'green',
  returned: 'red',
} as const

/** Labels of an agent's day; `due` means rostered, not written, and not over. */
export const dayNames = { ...statusNames, missing: '未填写', due: '待填写', off: '休息' } as const

export const dayTones = { ...statusTones, missing: 'red', due: 'orange', off: 'grey' } as const

export const sourceNames = { imported: '平台导入', keyed: '手工填写', empty: '没有数据' } as const

/** Key of a line in a log: store and nick; the nick is empty if there is none. */
export function placeKey({ storeId, nick }: { storeId: number; nick: string | null }): string {
  return `${storeId} ${nick ?? ''}`
}

/** How many days after its day a log can be written. */
export const DAYS_BACK = 7

/** Minimum time between two reminders to a person. */
export const REMINDER_PAUSE_MS = 3_600_000

export type Step = 'submit' | 'withdraw' | 'approve' | 'return'

/** The state machine (domain.md): the statuses that allow a step, and the resulting status. */
export const steps: Record<Step, { from: readonly WorklogStatus[]; to: WorklogStatus }> = {
  submit: { from: ['draft', 'returned'], to: 'submitted' },
  withdraw: { from: ['submitted'], to: 'draft' },
  approve: { from: ['submitted'], to: 'approved' },
  return: { from: ['submitted'], to: 'returned' },
}

const REFUSAL_TEXTS: Record<Step, Partial<Record<WorklogStatus, string>>> = {
  submit: {
    submitted: '这份日志已经提交，正在等待审核。',
    approved: '这份日志已经通过审核，不能再提交。',
  },
  withdraw: {
    draft: '这份日志还没有提交，不需要撤回。',
    approved: '这份日志已经通过审核，不能撤回。',
    returned: '这份日志已被退回，可以直接修改后再提交。',
  },
  approve: {
    draft: '这份日志还没有提交，不能审核。',
    approved: '这份日志已经通过。',
    returned: '这份日志已被退回，要等本人重新提交。',
  },
  return: {
    draft: '这份日志还没有提交，不能审核。',
    approved: '这份日志已经通过，不能再退回。',
    returned: '这份日志已被退回，要等本人重新提交。',
  },
}

/** Returns the status after a step; throws WRONG_STATE if the present status does not allow the step. */
export function afterStep(status: WorklogStatus, step: Step): WorklogStatus {
  const { from, to } = steps[step]
  if (from.includes(status)) return to
  throw new AppError('WRONG_STATE', REFUSAL_TEXTS[step][status] ?? '这份日志现在不能这样做。')
}

/** The fields of a log that decide which actions are allowed. */
export interface LogState {
  companyCode: string
  staffId: number
  /** The head of the author's team; null for a head. */
  headId: number | null
  on: Day
  status: string
  wasReturned: boolean
}

/** The first day for which a log can be written today. */
export function earliestDay(today: Day): Day {
  return addDays(today, -DAYS_BACK)
}

/** Whether a log of that day may be created today. */
export function isOpenDay(on: Day, today: Day): boolean {
  return on <= today && on >= earliestDay(today)
}

/** Throws INVALID for a future day, or one too long ago. */
export function assertOpenDay(on: Day, today: Day): void {
  if (on > today) throw invalidField('on', '日期不能晚于今天。')
  if (!isOpenDay(on, today)) {
    const first = earliestDay(today)
    throw invalidField('on', '只能补写最近 7 天的日志，最早到 {first}。', { first })
  }
}

/** Whether a log's texts and figures may be changed: a draft of an open day, or a log that was returned once. */
export function isEditable(log: Pick<LogState, 'status' | 'on' | 'wasReturned'>, today: Day): boolean {
  const isUnsubmitted = log.status === 'draft' || log.status === 'returned'
  return isUnsubmitted && (log.wasReturned || isOpenDay(log.on, today))
}

/** Throws WRONG_STATE unless `isEditable`. */
export function assertEditable(log: Pick<LogState, 'status' | 'on' | 'wasReturned'>, today: Day): void {
  if (log.status === 'submitted') {
    throw new AppError('WRONG_STATE', '这份日志已经提交。要修改请先撤回。')
  }
  if (log.status === 'approved') throw new AppError('WRONG_STATE', '这份日志已经通过审核，不能再修改。')
  if (isEditable(log, today)) return
  throw new AppError('WRONG_STATE', '这份草稿已超过 7 天，不能再写。请联系组长。')
}

/** Whether a user writes logs: heads and members of teams do. */
export function writesLogs(actor: Actor): boolean {
  const reach = reachOf(actor, 'canReportWorklog')
  return reach === 'team' || reach === 'own'
}

/** Throws FORBIDDEN for users who write no logs. */
export function assertWritesLogs(actor: Actor): void {
  if (!writesLogs(actor)) throw new AppError('FORBIDDEN', '工作日志由客服和组长填写，您的账号不需要填写。')
}

/** Throws FORBIDDEN unless the log is the actor's own. */
export function assertAuthor(actor: Actor, log: Pick<LogState, 'staffId'>): void {
  if (log.staffId !== actor.id) throw new AppError('FORBIDDEN', '只有本人可以填写、提交和撤回自己的日志。')
}

/** Whether the actor reviews the author's logs, as head of the team or as admin; never their own logs. */
export function mayReview(actor: Actor, log: Pick<LogState, 'companyCode' | 'staffId' | 'headId'>): boolean {
  if (log.staffId === actor.id) return false
  const headIds = log.headId === null ? [] : [log.headId]
  return can(actor, 'canReviewWorklog', { companyCode: log.companyCode, headIds })
}

/** Throws FORBIDDEN unless `mayReview`. */
export function assertReviewer(
  actor: Actor,
  log: Pick<LogState, 'companyCode' | 'staffId' | 'headId'>,
): void {
  if (log.staffId === actor.id)
    throw new AppError('FORBIDDEN', '不能审核自己的日志，组长的日志由管理员审核。')
  if (!mayReview(actor, log)) throw new AppError('FORBIDDEN', '只有本组组长或管理员可以审核这份日志。')
}

/** Throws INVALID if the summary or the hours, which every log needs, are missing. */
export function assertComplete(log: { summary: string | null; halfHours: number | null }): void {
  if (!log.summary) throw invalidField('summary', '请写今日小结，再提交。')
  if (log.halfHours === null) throw invalidField('hours', '请填写工时，再提交。')
}

/** When a person may be reminded again; null if immediately. */
export function pauseUntil(remindedAt: Date | null, now: Date): Date | null {
  const until = remindedAt && new Date(remindedAt.getTime() + REMINDER_PAUSE_MS)
  return until && until > now ? until : null
}

/** Throws WRONG_STATE if the author has left and could no longer edit a returned log. */
export function assertAuthorEmployed(status: string): void {
  if (status !== 'left') return
  throw new AppError('WRONG_STATE', '此人已离职，退回后没有人能修改。请通过，数字不对的再去更正。')
}
