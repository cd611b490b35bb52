import { type Day, monthOf } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField, periodClosed } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import type { Reason, RowState } from './contract.ts'

export const stateNames = { open: '待认领', booked: '已登记', unrelated: '无关', before: '启用前' } as const

export const stateTones = { open: 'orange', booked: 'green', unrelated: 'grey', before: 'grey' } as const

export const reasonNames: Record<Reason, string> = {
  number: '摘要里有账单编号',
  name: '付款方与客户同名',
  payer: '此前同一付款方',
  amount: '金额相符',
  sum: '合计相符',
  over: '多于应收',
}

export const conflicts: Conflicts = {
  bank_file_hash_key: { field: 'file', message: '这个文件已经上传过，没有重复登记。' },
}

const wrongState = (message: string) => new AppError('WRONG_STATE', message)

/** Throws WRONG_STATE unless the row is open. */
export function assertOpen({ state }: { state: RowState }): void {
  if (state === 'booked') throw wrongState('这笔流水已经登记为收款，请刷新后查看。')
  if (state === 'unrelated') throw wrongState('这笔流水已标为无关；要登记收款，请先取消无关。')
  if (state === 'before') throw wrongState('这笔流水在启用月份之前；那时收的款已在期初里，请改期初金额。')
}

/** Throws WRONG_STATE unless the row is 无关. */
export function assertUnrelated({ state }: { state: RowState }): void {
  if (state !== 'unrelated') throw wrongState('这笔流水没有标为无关。')
}

/**
 * The day of the receipt: the bank's day, or the chosen day if the row's month is closed (`cameOn` is then the bank's
 * day). Throws PERIOD_CLOSED if a day is needed but missing; INVALID if it is not needed or is before the bank's day.
 */
export function resolveReceiptDay(
  row: { onDay: Day; monthClosed: boolean },
  chosen: Day | undefined,
): { onDay: Day; cameOn?: Day } {
  const { onDay: day, monthClosed } = row
  if (monthClosed && chosen === undefined) throw periodClosed(monthOf(day))
  if (chosen === undefined || chosen === day) return { onDay: day }
  if (!monthClosed) throw invalidField('onDay', '流水所在的月份没有结账，按银行日期 {day} 登记。', { day })
  if (chosen < day) throw invalidField('onDay', '入账日期不能早于银行日期 {day}。', { day })
  return { onDay: chosen, cameOn: day }
}

interface Part {
  billId: number
  amountCents: number
}

/**
 * Throws INVALID unless the bills are distinct and the parts add up to the unbooked amount; with `keepRest` they may
 * total less.
 */
export function assertParts(parts: readonly Part[], leftCents: number, keepRest = false): void {
  if (new Set(parts.map(({ billId }) => billId)).size < parts.length)
    throw invalidField('parts', '同一张账单只能选一次。')
  const money = formatMoney(leftCents)
  const placed = sumOfParts(parts)
  if (placed > leftCents) throw invalidField('parts', '各账单的金额合计不能多于 {money}。', { money })
  if (placed < leftCents && !keepRest)
    throw invalidField('parts', '各账单的金额合计应等于 {money}；客户多付的，请选择余额留待认领。', { money })
}

/** Sum of the parts, in 分; an amount that is still being typed counts as 0. */
export const sumOfParts = (parts: readonly { amountCents: unknown }[]): number =>
  sum(parts.map(({ amountCents }) => (typeof amountCents === 'number' ? amountCents : 0)))

/**
 * Throws INVALID if a bill is missing, out of scope or of another company, or if the bills have different customers.
 */
export function assertOneCustomer(
  bills: readonly { customerId: number; companyCode: string }[],
  expectedCount: number,
  companyCode: string,
): void {
  if (bills.length < expectedCount || bills.some((bill) => bill.companyCode !== companyCode))
    throw invalidField('parts', '有账单不存在，或不在您可见的范围内。')
  if (new Set(bills.map(({ customerId }) => customerId)).size > 1)
    throw invalidField('parts', '一笔流水只能登记到同一位客户的账单。')
}

/**
 * Transaction numbers for the parts of a row. Each receipt needs a unique number: the first part gets the row's number,
 * later ones append `-2`, `-3` … Skips numbers in use.
 */
export function numbersFor(
  txnNo: string | null,
  count: number,
  usedNumbers: ReadonlySet<string>,
  split: boolean,
): (string | null)[] {
  if (txnNo === null) return Array.from({ length: count }, () => null)
  if (!split) return [txnNo]
  const found: string[] = []
  for (let at = 1; found.length < count; at += 1) {
    const number = at === 1 ? txnNo : `${txnNo}-${at}`
    if (!usedNumbers.has(number)) found.push(number)
  }
  return found
}
