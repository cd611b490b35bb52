import type { Day } from '#kit/calendar.ts'
import { addDays, addMonths, daysBetween, monthOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'

/** When a company's books begin, and from when on they are open. */
export interface Books {
  /** The first month, `2026-06`; null until somebody says so. */
  from: string | null
  /** The first day of the oldest month that is not closed; never before the first month. */
  openFrom: Day
  today: Day
}

/** The same of a company whose books have begun. */
export interface BegunBooks extends Books {
  from: string
}

/** A sentence with its parameters. */
export type Sentence = readonly [text: string, params?: Record<string, string>]

/** How many years before the first month an opening balance may lie. */
const OPENING_YEARS = 5
const MONTHS_AHEAD = 12
const DAYS_TO_PAY = 365
const OLDEST_EXPENSE_DAYS = 366
const LATEST_TERMS_DAYS = 366

const firstDay = ({ from }: BegunBooks): Day => `${from}-01`

/** Throws WRONG_STATE until the company has said when its books begin. */
export function assertBegun(books: Books): asserts books is BegunBooks {
  if (books.from === null) throw new AppError('WRONG_STATE', NOT_BEGUN, { data: { books: 'unset' } })
}

const NOT_BEGUN = '请先设定启用月份（设置 › 账务），再登记单据。'

/** What an opening balance's day may be: the five years before the books begin. */
export function openingProblem(books: BegunBooks, onDay: Day): Sentence | null {
  const earliest = `${addMonths(books.from, -12 * OPENING_YEARS)}-01`
  if (onDay >= earliest && onDay < firstDay(books)) return null
  return ['期初的日期应早于启用月份 {month}。', { month: books.from }]
}

/** What a bill's service month may be. */
export function billProblem(books: BegunBooks, month: string): Sentence | null {
  if (month < books.from) {
    return ['服务月份 {m} 在启用月份 {month} 之前；之前的欠款请录入期初。', { m: month, month: books.from }]
  }
  const latest = addMonths(monthOf(books.today), MONTHS_AHEAD)
  return month > latest ? ['服务月份最晚到 {month}。', { month: latest }] : null
}

/** Throws WRONG_STATE where a month to be proposed lies before the books, or they have not begun. */
export function assertProposable(booksFrom: string | null, month: string): void {
  if (booksFrom === null) throw new AppError('WRONG_STATE', NOT_BEGUN, { data: { books: 'unset' } })
  if (month >= booksFrom) return
  throw new AppError(
    'WRONG_STATE',
    '{month} 在启用月份（{from}）之前，不能提出账单；那时的欠款请录入期初。',
    { params: { month, from: booksFrom } },
  )
}

/** A bill that is issued on a day is due within a year. */
export function dueProblem(issuedOn: Day, dueOn: Day): Sentence | null {
  if (dueOn < issuedOn) return ['到期日不能早于出账日。']
  return daysBetween(issuedOn, dueOn) > DAYS_TO_PAY ? ['到期日最晚为出账后一年。'] : null
}

const AHEAD: Sentence = ['日期不能晚于今天。']

/** What the day of a receipt may be; of a day on which money came in before it could be booked the same. */
export function receiptProblem(books: BegunBooks, onDay: Day): Sentence | null {
  if (onDay < firstDay(books)) {
    return ['收款日期不能早于启用月份 {month}；那时收的款已在期初里，请改期初金额。', { month: books.from }]
  }
  return onDay > books.today ? AHEAD : null
}

/** What the day of a reversal may be: not before the receipt, and in the books. */
export function reversalProblem(books: BegunBooks, onDay: Day, receivedOn: Day): Sentence | null {
  if (onDay < receivedOn) return ['冲销日期不能早于收款日期 {day}。', { day: receivedOn }]
  return receiptProblem(books, onDay)
}

/** What the day of a refund's payout may be: not before the last receipt that it gives back. */
export function payoutProblem(books: BegunBooks, onDay: Day, lastReceivedOn: Day | null): Sentence | null {
  if (lastReceivedOn !== null && onDay < lastReceivedOn) {
    return ['退款日期不能早于收款日期 {day}。', { day: lastReceivedOn }]
  }
  return receiptProblem(books, onDay)
}

/** What month a claim may be booked in: an open one that has begun. */
export function claimProblem(books: BegunBooks, month: string): Sentence | null {
  const [from, to] = [monthOf(books.openFrom), monthOf(books.today)]
  return month < from || month > to ? ['归属月份应在 {from} 至 {to} 之间。', { from, to }] : null
}

/** What the day of an expense may be: up to a year before the claim's month. */
export function expenseProblem(books: Books, onDay: Day, claimMonth: string): Sentence | null {
  if (onDay > books.today) return ['发生日期不能晚于今天。']
  const isOld = onDay < addDays(`${claimMonth}-01`, -OLDEST_EXPENSE_DAYS)
  return isOld ? ['费用日期超过一年，请拆到另一张并请财务核对。'] : null
}

/** An expense so many days before its claim's month is pointed at. */
const LATE_EXPENSE_DAYS = 90

/** How many days before its claim's month an expense was, where that is worth a second look; else 0. */
export function lateExpenseDays(onDay: Day, claimMonth: string): number {
  const days = daysBetween(onDay, `${claimMonth}-01`)
  return days >= LATE_EXPENSE_DAYS ? days : 0
}

/** What the day may be on which a claim is paid: not before it was last handed in. */
export function claimPayoutProblem(books: BegunBooks, onDay: Day, submittedOn: Day): Sentence | null {
  if (onDay > books.today) return ['打款日期不能晚于今天。']
  return onDay < submittedOn ? ['打款日期不能早于提交日期 {day}。', { day: submittedOn }] : null
}

/** What month a manual line may be booked in: an open one that has begun. */
export function manualLineProblem(books: BegunBooks, month: string): Sentence | null {
  const [from, to] = [monthOf(books.openFrom), monthOf(books.today)]
  return month < from || month > to ? ['手工项只能记在 {from} 至 {to}。', { from, to }] : null
}

/** The oldest day from which the first terms of a store, or of a person's pay, may hold. */
export const FIRST_TERMS_FROM = '2010-01-01'

/** From which day the first terms may hold: any since 2010, at most a year ahead. */
export function firstTermsProblem({ today }: Books, fromOn: Day): Sentence | null {
  if (fromOn < FIRST_TERMS_FROM) return ['生效日期最早为 {day}。', { day: FIRST_TERMS_FROM }]
  const latest = addDays(today, LATEST_TERMS_DAYS)
  return fromOn > latest ? ['生效日期最晚到 {day}。', { day: latest }] : null
}

/** From which day terms may hold that are not the first: one that is not closed, at most a year ahead. */
export function termsProblem(books: Books, fromOn: Day): Sentence | null {
  if (fromOn < books.openFrom) {
    return ['生效日期不能早于未结账的第一天 {day}；已结账的部分请用“补差”。', { day: books.openFrom }]
  }
  const latest = addDays(books.today, LATEST_TERMS_DAYS)
  return fromOn > latest ? ['生效日期最晚到 {day}。', { day: latest }] : null
}

/** How many days ahead somebody may be assigned, or a nick bound. */
const LATEST_ASSIGNMENT_DAYS = 366

/**
 * From which day somebody may be assigned to a store, or have a nick of it: the first one at a store any day, later ones
 * only in months that are not closed; at most a year ahead.
 */
export function assignmentProblem(books: Books, fromOn: Day, isFirst: boolean): Sentence | null {
  if (!isFirst && fromOn < books.openFrom) return ['这一天所在的月份已结账。']
  const latest = addDays(books.today, LATEST_ASSIGNMENT_DAYS)
  return fromOn > latest ? ['开始日期最晚到 {day}。', { day: latest }] : null
}

/** How many days before the books figures may be kept, to compare with; they are never priced, paid or asked for. */
export const COMPARED_DAYS = 400

/** How early figures may be; that they are of no day to come is the rule of each way in. */
export function figuresProblem({ from }: Books, onDay: Day): Sentence | null {
  if (from === null) return null
  const earliest = addDays(`${from}-01`, -COMPARED_DAYS)
  return onDay < earliest
    ? ['数据最早到启用月份前 {n} 天，即 {day}。', { n: String(COMPARED_DAYS), day: earliest }]
    : null
}

/** Throws INVALID at a field where there is a problem. */
export function assertNone(field: string, problem: Sentence | null): void {
  if (problem) throw invalidField(field, ...problem)
}

/** Throws WRONG_STATE where the books can no longer begin in another month. */
export function assertMovable(closedMonths: number): void {
  if (closedMonths === 0) return
  throw new AppError('WRONG_STATE', '已有结账的月份，启用月份不能再改；要改请先逐月反结账。')
}

/** Throws INVALID where the books would begin in a month that has not come. */
export function assertSettable(field: string, month: string, today: Day): void {
  if (month > monthOf(today)) throw invalidField(field, '启用月份不能晚于本月。')
}

/** Throws CONFLICT where documents would fall before the first month, or opening balances after it. */
export function assertNothingBetween(month: string, found: { documents: number; openings: number }): void {
  if (found.documents > 0) {
    throw new AppError('CONFLICT', '{month} 之前还有 {n} 张单据，请先改期或作废。', {
      params: { month, n: found.documents },
    })
  }
  if (found.openings === 0) return
  throw new AppError('CONFLICT', '{month} 起还有 {n} 笔期初，请先作废，再改启用月份。', {
    params: { month, n: found.openings },
  })
}
