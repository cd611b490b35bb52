import type { Day } from '#kit/calendar.ts'
import { monthOf } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField, periodClosed } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import type { Reason, RowState } from './contract.ts'

export const stateNames = { open: '待认领', booked: '已登记', unrelated: '无关', before: '启用前' } as const

/** How a state is coloured. */
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

/** Throws WRONG_STATE unless something of the row is still to be booked. */
export function assertOpen({ state }: { state: RowState }): void {
  if (state === 'booked') throw wrongState('这笔流水已经登记为收款，请刷新后查看。')
  if (state === 'unrelated') throw wrongState('这笔流水已标为无关；要登记收款，请先取消无关。')
  if (state === 'before') throw wrongState('这笔流水在启用月份之前；那时收的款已在期初里，请改期初金额。')
}

/** Throws WRONG_STATE unless the row stands as 无关. */
export function assertUnrelated({ state }: { state: RowState }): void {
  if (state !== 'unrelated') throw wrongState('这笔流水没有标为无关。')
}

/**
 * The day on which a row is booked: the bank's, or, of a month that is closed, the one that was chosen, with the bank's
 * beside it. Throws PERIOD_CLOSED where none was chosen, INVALID where one was that is not later, or that nobody needs.
 */
export function bookedOn(
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
 * Throws INVALID unless each bill is named once and the parts come to what is left of the row; to less only where it is
 * said that the rest stays to be booked.
 */
export function assertParts(parts: readonly Part[], leftCents: number, keepRest = false): void {
  if (new Set(parts.map(({ billId }) => billId)).size < parts.length)
    throw invalidField('parts', '同一张账单只能选一次。')
  const money = formatMoney(leftCents)
  const placed = placedIn(parts)
  if (placed > leftCents) throw invalidField('parts', '各账单的金额合计不能多于 {money}。', { money })
  if (placed < leftCents && !keepRest)
    throw invalidField('parts', '各账单的金额合计应等于 {money}；客户多付的，请选择余额留待认领。', { money })
}

/** What parts come to, in 分; an amount that is still being typed is none. */
export const placedIn = (parts: readonly { amountCents: unknown }[]): number =>
  sum(parts.map(({ amountCents }) => (typeof amountCents === 'number' ? amountCents : 0)))

/** Throws INVALID where bills are not all of one customer, or none of the row's company. */
export function assertOneCustomer(
  bills: readonly { customerId: number; companyCode: string }[],
  wanted: number,
  companyCode: string,
): void {
  if (bills.length < wanted || bills.some((bill) => bill.companyCode !== companyCode))
    throw invalidField('parts', '有账单不存在，或不在您可见的范围内。')
  if (new Set(bills.map(({ customerId }) => customerId)).size > 1)
    throw invalidField('parts', '一笔流水只能登记到同一位客户的账单。')
}

/**
 * The transaction numbers of the parts of a row: a bill's receipt has one of its own, so the second part has the row's
 * with `-2` behind it. Those that stand on receipts already are passed over.
 */
export function numbersFor(
  txnNo: string | null,
  count: number,
  taken: ReadonlySet<string>,
  split: boolean,
): (string | null)[] {
  if (txnNo === null) return Array.from({ length: count }, () => null)
  if (!split) return [txnNo]
  const found: string[] = []
  for (let at = 1; found.length < count; at += 1) {
    const number = at === 1 ? txnNo : `${txnNo}-${at}`
    if (!taken.has(number)) found.push(number)
  }
  return found
}
