import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { StatementLine } from './contract.ts'
import { MOST_DAYS } from './contract.ts'

export const bucketNames = {
  notDue: '未到期',
  days30: '逾期 1–30 天',
  days60: '逾期 31–60 天',
  days90: '逾期 61–90 天',
  older: '逾期 90 天以上',
  credit: '待退',
} as const

/** The last day past due that a bucket takes; `older` takes the rest. */
export const LAST_DAYS = { days30: 30, days60: 60, days90: 90 } as const

/** What should have come in: how much, 分, and how many days the oldest of it has been past due. */
export interface Overdue {
  cents: number
  days: number
}

/** Throws INVALID where a day that is looked back on has not come. */
export function assertCome(field: string, day: Day, today: Day): void {
  if (day > today) throw invalidField(field, '日期不能晚于今天。')
}

/** Throws INVALID unless the days of a statement follow each other and are not too many. */
export function assertSpan(from: Day, to: Day): void {
  if (to < from) throw invalidField('to', '结束日期不能早于开始日期。')
  if (daysBetween(from, to) >= MOST_DAYS) throw invalidField('to', '对账单最长两年，请缩短期间。')
}

/** Whether a line of a statement says what is asked for; the others say what settles it. */
export const isAsked = (what: StatementLine['what']): boolean => what === 'bill' || what === 'void'

/** What a movement of money does to what is owed, one after the other; the last balance is what is owed in the end. */
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
