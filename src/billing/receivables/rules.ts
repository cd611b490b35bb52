import { type Day, daysBetween } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { MAX_DAYS, type StatementLine } from './contract.ts'

export const bucketNames = {
  notDue: '未到期',
  days30: '逾期 1–30 天',
  days60: '逾期 31–60 天',
  days90: '逾期 61–90 天',
  older: '逾期 90 天以上',
  credit: '待退',
} as const

/** Last day past due of each bucket; `older` has no limit. */
export const LAST_DAYS = { days30: 30, days60: 60, days90: 90 } as const

/** Overdue total, in 分, and the days past due of the oldest overdue bill. */
export interface Overdue {
  cents: number
  days: number
}

/** Throws INVALID if the day is in the future. */
export function assertNotFuture(field: string, day: Day, today: Day): void {
  if (day > today) throw invalidField(field, '日期不能晚于今天。')
}

/** Throws INVALID if `to` is before `from` or the span exceeds `MAX_DAYS`. */
export function assertSpan(from: Day, to: Day): void {
  if (to < from) throw invalidField('to', '结束日期不能早于开始日期。')
  if (daysBetween(from, to) >= MAX_DAYS) throw invalidField('to', '对账单最长两年，请缩短期间。')
}

/** Whether a statement line is in the column of charges; other lines are in the column of payments. */
export const isCharge = (what: StatementLine['what']): boolean => what === 'bill' || what === 'void'

/** Adds the running balance to each movement. */
export function withBalances<M extends { amountCents: number }>(
  openingCents: number,
  movements: readonly M[],
): (M & { balanceCents: number })[] {
  let balanceCents = openingCents
  return movements.map((movement) => {
    balanceCents += movement.amountCents
    return { ...movement, balanceCents }
  })
}
