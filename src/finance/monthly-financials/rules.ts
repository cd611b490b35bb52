import type * as z from 'zod'
import { addMonths } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { MonthResult, MonthStatus, MonthSums, PartKind } from './contract.ts'
import type { Check, CheckItem, monthClosing } from './contractClosing.ts'

/**
 * Name of a part's `salaryCents`: for a store or a customer the salaries of its stores, for an agent all of their pay
 * except commission.
 */
export function salaryName(part: PartKind): string {
  return part === 'agent' ? '人工成本' : '店铺工资'
}

/** A month, with its drafts added as if they were issued; 分. */
export interface MonthBefore extends MonthSums {
  month: string
  draftCents: number
}

/**
 * The month before a forecast. While it is open, its drafts count as revenue: without them the forecast would be
 * compared with an incomplete month. `parts`: issued bills and drafts of the month.
 */
export function monthWithDrafts(
  { month, status, sums }: Pick<MonthResult, 'month' | 'status' | 'sums'>,
  parts: readonly { beforeCents: number }[],
): MonthBefore {
  const draftCents = status === 'closed' ? 0 : sum(parts.map((part) => part.beforeCents)) - sums.revenueCents
  const { revenueCents, grossCents, netCents } = sums
  return {
    ...sums,
    month,
    draftCents,
    revenueCents: revenueCents + draftCents,
    grossCents: grossCents + draftCents,
    netCents: netCents + draftCents,
  }
}

type Waived = z.output<typeof monthClosing.close.input>['waived']

/** Items that cannot be waived, with their error messages. */
const UNWAIVABLE: Partial<Record<CheckItem, string>> = {
  begun: '这个月在启用月份之前，不用结账。',
  previousClosed: '上个月还没有结账，请先结上个月。',
  monthOver: '这个月还没有过完，下个月才能结账。',
  identity: '各店铺毛利减公共费用与净利不相等，不能结账。请联系管理员核对。',
  ties: '应收、预收、收入或押金对不上，不能结账；哪位客户、哪张账单，见“应收核对”。',
}

/** Whether an item may stay open with a reason. */
export function isWaivable(item: CheckItem): boolean {
  return UNWAIVABLE[item] === undefined
}

/**
 * Returns the waivers of the items that are open. Throws CONFLICT if an open item cannot be waived or has no waiver.
 */
export function assertReady(checks: readonly Check[], waived: Waived): Waived {
  const open = checks.filter(({ done }) => !done)
  const blocking = open.map(({ item }) => UNWAIVABLE[item]).find((sentence) => sentence !== undefined)
  if (blocking) throw new AppError('CONFLICT', blocking)
  const waivers = open.flatMap(({ item }) => waived.find((one) => one.item === item) ?? [])
  if (waivers.length === open.length) return waivers
  const left = open.filter(({ item }) => !waivers.some((one) => one.item === item)).map(({ item }) => item)
  throw new AppError('CONFLICT', '还有 {n} 项没有处理完，请先处理，或写明理由后豁免。', {
    values: { n: left.length },
    data: { open: left },
  })
}

/** Throws CONFLICT if the result differs from the preview shown to the user. */
export function assertSeal(shown: string | undefined, hash: string): void {
  if (shown === undefined || shown === hash) return
  throw new AppError('CONFLICT', '这个月的数字在您查看之后变了，没有结账；请核对新的结果，再结账。')
}

/** Throws WRONG_STATE if the month is closed already. */
export function assertOpen(status: MonthStatus): void {
  if (status === 'closed') throw new AppError('WRONG_STATE', '这个月已经结账。')
}

/** Throws WRONG_STATE unless this is the latest closed month of its company. */
export function assertReopenable(status: MonthStatus, month: string, latest: string | null): void {
  if (status !== 'closed') throw new AppError('WRONG_STATE', '这个月还没有结账，不需要反结账。')
  if (latest !== month)
    throw new AppError('WRONG_STATE', '只能反结最近一个已结的月份（{latest}）。', {
      values: { latest: latest ?? '' },
    })
}

/** Throws WRONG_STATE without a request, FORBIDDEN if another admin made it. */
export function assertWithdrawable(requestedBy: number | null, actorId: number): void {
  if (requestedBy === null) throw new AppError('WRONG_STATE', '没有等待确认的反结账。')
  if (requestedBy !== actorId) throw new AppError('FORBIDDEN', '只有提出反结账的人可以撤回。')
}

/** Returns the requesting admin. Throws WRONG_STATE without a request, FORBIDDEN if the actor made it. */
export function assertConfirmable(requestedBy: number | null, actorId: number): number {
  if (requestedBy === null) throw new AppError('WRONG_STATE', '没有等待确认的反结账。')
  if (requestedBy === actorId) throw new AppError('FORBIDDEN', '反结账要由另一位管理员确认，不能由本人确认。')
  return requestedBy
}

/** Maximum duration of a recurring cost: ten years. */
const MAX_MONTHS = 120

/**
 * Throws INVALID unless the last month of a recurring cost is its first or later; a cost of one month has no last
 * month.
 */
export function assertLastMonth(from: string, to: string | null, monthly: boolean): void {
  if (to === null) return
  if (!monthly) throw invalidField('to', '只有每月都有的手工项才有结束月份。')
  const latest = addMonths(from, MAX_MONTHS - 1)
  if (to < from || to > latest)
    throw invalidField('to', '结束月份应在 {from} 至 {to} 之间。', { from, to: latest })
}
