import { addDays, type Day, daysBetween } from '#kit/calendar.ts'
import { AppError, conflictingField, invalidField } from '#kit/errors.ts'
import type { LeaveKind, LeaveStatus } from './contract.ts'

export const leaveKindNames: Record<LeaveKind, string> = {
  personal: '事假',
  sick: '病假',
  annual: '年假',
  swapped: '调休',
  marriage: '婚假',
  maternity: '产假',
  bereavement: '丧假',
  other: '其他',
}

export const leaveStatusNames: Record<LeaveStatus, string> = {
  requested: '待审批',
  approved: '已同意',
  refused: '未同意',
  withdrawn: '已撤回',
}

export const leaveStatusTones: Record<LeaveStatus, 'orange' | 'green' | 'red' | 'grey'> = {
  requested: 'orange',
  approved: 'green',
  refused: 'red',
  withdrawn: 'grey',
}

/** How many days back a leave can begin, and how long it can be. */
const MAX_DAYS_BACK = 30
const MAX_DAYS = 366

/** A leave as columns: `fromNoon` skips the first morning, `toNoon` the last afternoon. */
export interface LeaveSpan {
  fromOn: Day
  fromNoon: boolean
  toOn: Day
  toNoon: boolean
}

/** Number of half days from the first to the last, both included. */
export function halfDaysOf({ fromOn, fromNoon, toOn, toNoon }: LeaveSpan): number {
  return (daysBetween(fromOn, toOn) + 1) * 2 - Number(fromNoon) - Number(toNoon)
}

/** Throws INVALID unless the leave has at least a half day, at most 366 days, and begins at most 30 days ago. */
export function assertLeaveSpan(span: LeaveSpan, today: Day): void {
  assertLength(span)
  const first = addDays(today, -MAX_DAYS_BACK)
  if (span.fromOn < first) throw invalidField('fromOn', '只能填 {day} 起的请假。', { day: first })
}

/** Throws INVALID for a leave that ends before it begins, or is too long. */
export function assertLength(span: LeaveSpan): void {
  const { fromOn, toOn } = span
  if (toOn < fromOn || halfDaysOf(span) < 1) throw invalidField('toOn', '结束时间不能早于开始时间。')
  if (daysBetween(fromOn, toOn) >= MAX_DAYS) throw invalidField('toOn', '一次最多 {n} 天。', { n: MAX_DAYS })
}

/** Whether two leaves have a half day in common. */
export function leavesOverlap(a: LeaveSpan, b: LeaveSpan): boolean {
  const first = ({ fromOn, fromNoon }: LeaveSpan) => `${fromOn} ${fromNoon ? 2 : 1}`
  const last = ({ toOn, toNoon }: LeaveSpan) => `${toOn} ${toNoon ? 1 : 2}`
  return first(a) <= last(b) && first(b) <= last(a)
}

/** Throws CONFLICT if the person already has a leave, requested or approved, in one of the half days. */
export function assertNoOverlap(name: string, span: LeaveSpan, others: readonly LeaveSpan[]): void {
  const clash = others.find((other) => leavesOverlap(other, span))
  if (!clash) return
  const values = { name, from: clash.fromOn, to: clash.toOn }
  throw conflictingField('fromOn', '{name} {from} 至 {to} 已有请假。', values)
}

/** Throws WRONG_STATE unless the leave waits for a decision. */
export function assertRequested(status: LeaveStatus): void {
  if (status !== 'requested') throw new AppError('WRONG_STATE', '这条请假已有结果，请刷新后再看。')
}

/** Throws WRONG_STATE unless the leave is approved. */
export function assertApproved(status: LeaveStatus): void {
  if (status !== 'approved') throw new AppError('WRONG_STATE', '同意请假之后才能指定替班。')
}

/** Throws FORBIDDEN if the actor decides on their own leave. */
export function assertNotOwn(actor: { id: number }, leave: { staffId: number }): void {
  if (actor.id === leave.staffId) {
    throw new AppError('FORBIDDEN', '不能审批自己的请假，组长的请假由管理员审批。')
  }
}

interface Withdrawal {
  status: LeaveStatus
  fromOn: Day
  isOwn: boolean
  today: Day
}

/** Whether a leave can still be withdrawn: an approved one by the applicant only before its first day. */
export function mayWithdraw({ status, fromOn, isOwn, today }: Withdrawal): boolean {
  if (status === 'requested') return true
  return status === 'approved' && (!isOwn || today < fromOn)
}

/** Throws WRONG_STATE if a leave can no longer be withdrawn. */
export function assertMayWithdraw(withdrawal: Withdrawal): void {
  if (mayWithdraw(withdrawal)) return
  if (withdrawal.status === 'approved') {
    throw new AppError('WRONG_STATE', '请假已经开始，不能再撤回；需要更正，请联系组长。')
  }
  throw new AppError('WRONG_STATE', '这条请假已有结果，请刷新后再看。')
}

/** Throws INVALID if a store and shift is named twice. */
export function assertOneStandInEach(standIns: readonly { storeId: number; shift: string }[]): void {
  const posts = new Set(standIns.map(({ storeId, shift }) => `${storeId} ${shift}`))
  if (posts.size < standIns.length) throw invalidField('standIns', '一家店铺的一个班次只能指定一个人替班。')
}
