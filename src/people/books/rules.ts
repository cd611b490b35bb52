import { addDays, addMonths, type Day, daysBetween, monthOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Sentence } from '#kit/text.ts'

/** A company's books: the first month and the first open day. */
export interface Books {
  /** The first month, `2026-06`; null until it is set. */
  from: string | null
  /** The first day of the oldest month that is not closed; never before the first month. */
  openFrom: Day
  today: Day
}

/** Books with a first month. */
export interface StartedBooks extends Books {
  from: string
}

/** Maximum number of years between an opening balance and the first month. */
const OPENING_YEARS = 5
const MONTHS_AHEAD = 12
const DAYS_TO_PAY = 365
const OLDEST_EXPENSE_DAYS = 366
const LATEST_TERMS_DAYS = 366

const firstDay = ({ from }: StartedBooks): Day => `${from}-01`

/** Throws WRONG_STATE if no first month is set. */
export function assertStarted(books: Books): asserts books is StartedBooks {
  if (books.from === null) throw new AppError('WRONG_STATE', NOT_STARTED, { data: { books: 'unset' } })
}

const NOT_STARTED = '请先设定启用月份（设置 › 账务），再登记单据。'

/** Checks the day of an opening balance: within the five years before the first month. */
export function openingProblem(books: StartedBooks, onDay: Day): Sentence | null {
  const earliest = `${addMonths(books.from, -12 * OPENING_YEARS)}-01`
  if (onDay >= earliest && onDay < firstDay(books)) return null
  return { sentence: '期初的日期应早于启用月份 {month}。', values: { month: books.from } }
}

/** Checks the service month of a bill: from the first month to twelve months ahead. */
export function billProblem(books: StartedBooks, month: string): Sentence | null {
  if (month < books.from) {
    return {
      sentence: '服务月份 {m} 在启用月份 {month} 之前；之前的欠款请录入期初。',
      values: { m: month, month: books.from },
    }
  }
  const latest = addMonths(monthOf(books.today), MONTHS_AHEAD)
  return month > latest ? { sentence: '服务月份最晚到 {month}。', values: { month: latest } } : null
}

/** Throws WRONG_STATE if bills are proposed for a month before the first one, or if no first month is set. */
export function assertProposable(booksFrom: string | null, month: string): void {
  if (booksFrom === null) throw new AppError('WRONG_STATE', NOT_STARTED, { data: { books: 'unset' } })
  if (month >= booksFrom) return
  throw new AppError(
    'WRONG_STATE',
    '{month} 在启用月份（{from}）之前，不能提出账单；那时的欠款请录入期初。',
    { values: { month, from: booksFrom } },
  )
}

/** Checks a due date: within a year of the issue date. */
export function dueProblem(issuedOn: Day, dueOn: Day): Sentence | null {
  if (dueOn < issuedOn) return { sentence: '到期日不能早于出账日。' }
  return daysBetween(issuedOn, dueOn) > DAYS_TO_PAY ? { sentence: '到期日最晚为出账后一年。' } : null
}

const AHEAD: Sentence = { sentence: '日期不能晚于今天。' }

/** Checks the day of a receipt, or of money received before it could be booked: from the first month to today. */
export function receiptProblem(books: StartedBooks, onDay: Day): Sentence | null {
  if (onDay < firstDay(books)) {
    return {
      sentence: '收款日期不能早于启用月份 {month}；那时收的款已在期初里，请改期初金额。',
      values: { month: books.from },
    }
  }
  return onDay > books.today ? AHEAD : null
}

/** Checks the day of a reversal: not before the receipt, and within the books. */
export function reversalProblem(books: StartedBooks, onDay: Day, receivedOn: Day): Sentence | null {
  if (onDay < receivedOn) return { sentence: '冲销日期不能早于收款日期 {day}。', values: { day: receivedOn } }
  return receiptProblem(books, onDay)
}

/** Checks the payout day of a refund: not before the last refunded receipt, and within the books. */
export function payoutProblem(books: StartedBooks, onDay: Day, lastReceivedOn: Day | null): Sentence | null {
  if (lastReceivedOn !== null && onDay < lastReceivedOn) {
    return { sentence: '退款日期不能早于收款日期 {day}。', values: { day: lastReceivedOn } }
  }
  return receiptProblem(books, onDay)
}

/** Checks the month of a claim: an open month that has begun. */
export function claimProblem(books: StartedBooks, month: string): Sentence | null {
  const [from, to] = [monthOf(books.openFrom), monthOf(books.today)]
  return month < from || month > to
    ? { sentence: '归属月份应在 {from} 至 {to} 之间。', values: { from, to } }
    : null
}

/** Checks the day of an expense: not after today, at most a year before the claim's month. */
export function expenseProblem(books: Books, onDay: Day, claimMonth: string): Sentence | null {
  if (onDay > books.today) return { sentence: '发生日期不能晚于今天。' }
  const isOld = onDay < addDays(`${claimMonth}-01`, -OLDEST_EXPENSE_DAYS)
  return isOld ? { sentence: '费用日期超过一年，请拆到另一张并请财务核对。' } : null
}

/** An expense at least this many days older than its claim's month is flagged. */
const LATE_EXPENSE_DAYS = 90

/** The days between an expense and its claim's month if the expense is to be flagged; else 0. */
export function lateExpenseDays(onDay: Day, claimMonth: string): number {
  const days = daysBetween(onDay, `${claimMonth}-01`)
  return days >= LATE_EXPENSE_DAYS ? days : 0
}

/** Checks the payout day of a claim: not before its last submission, not after today. */
export function claimPayoutProblem(books: StartedBooks, onDay: Day, submittedOn: Day): Sentence | null {
  if (onDay > books.today) return { sentence: '打款日期不能晚于今天。' }
  return onDay < submittedOn
    ? { sentence: '打款日期不能早于提交日期 {day}。', values: { day: submittedOn } }
    : null
}

/** Checks the month of a manual line: an open month that has begun. */
export function manualLineProblem(books: StartedBooks, month: string): Sentence | null {
  const [from, to] = [monthOf(books.openFrom), monthOf(books.today)]
  return month < from || month > to
    ? { sentence: '手工项只能记在 {from} 至 {to}。', values: { from, to } }
    : null
}

/** The earliest start of the first terms of a store or of a person's first pay. */
export const FIRST_TERMS_FROM = '2010-01-01'

/** Checks the start of first terms: from 2010 to a year ahead. */
export function firstTermsProblem({ today }: Books, fromOn: Day): Sentence | null {
  if (fromOn < FIRST_TERMS_FROM)
    return { sentence: '生效日期最早为 {day}。', values: { day: FIRST_TERMS_FROM } }
  const latest = addDays(today, LATEST_TERMS_DAYS)
  return fromOn > latest ? { sentence: '生效日期最晚到 {day}。', values: { day: latest } } : null
}

/** Checks the start of later terms: from the first open day to a year ahead. */
export function termsProblem(books: Books, fromOn: Day): Sentence | null {
  if (fromOn < books.openFrom) {
    return {
      sentence: '生效日期不能早于未结账的第一天 {day}；已结账的部分请用“补差”。',
      values: { day: books.openFrom },
    }
  }
  const latest = addDays(books.today, LATEST_TERMS_DAYS)
  return fromOn > latest ? { sentence: '生效日期最晚到 {day}。', values: { day: latest } } : null
}

/** Maximum number of days ahead for an assignment or a nick binding. */
const LATEST_ASSIGNMENT_DAYS = 366

/**
 * Checks the start of an assignment or nick binding: the first one of a store on any day, later ones only in open
 * months; at most a year ahead.
 */
export function assignmentProblem(books: Books, fromOn: Day, isFirst: boolean): Sentence | null {
  if (!isFirst && fromOn < books.openFrom) return { sentence: '这一天所在的月份已结账。' }
  const latest = addDays(books.today, LATEST_ASSIGNMENT_DAYS)
  return fromOn > latest ? { sentence: '开始日期最晚到 {day}。', values: { day: latest } } : null
}

/** Days before the books for which figures are accepted, for comparison only: never billed, paid or required. */
export const COMPARED_DAYS = 400

/** Checks the earliest day of figures. Each write path checks for itself that the day is not in the future. */
export function figuresProblem({ from }: Books, onDay: Day): Sentence | null {
  if (from === null) return null
  const earliest = addDays(`${from}-01`, -COMPARED_DAYS)
  return onDay < earliest
    ? {
        sentence: '数据最早到启用月份前 {n} 天，即 {day}。',
        values: { n: String(COMPARED_DAYS), day: earliest },
      }
    : null
}

/** Throws INVALID for the field if there is a problem. */
export function assertNoProblem(field: string, problem: Sentence | null): void {
  if (problem) throw invalidField(field, problem)
}

/** Throws WRONG_STATE if a month is closed, so that the first month cannot change. */
export function assertMovable(closedMonths: number): void {
  if (closedMonths === 0) return
  throw new AppError('WRONG_STATE', '已有结账的月份，启用月份不能再改；要改请先逐月反结账。')
}

/** Throws INVALID if the first month is in the future. */
export function assertSettable(field: string, month: string, today: Day): void {
  if (month > monthOf(today)) throw invalidField(field, '启用月份不能晚于本月。')
}

/** Throws CONFLICT if documents would fall before the first month, or opening balances in or after it. */
export function assertNothingBetween(month: string, found: { documents: number; openings: number }): void {
  if (found.documents > 0) {
    throw new AppError('CONFLICT', '{month} 之前还有 {n} 张单据，请先改期或作废。', {
      values: { month, n: found.documents },
    })
  }
  if (found.openings === 0) return
  throw new AppError('CONFLICT', '{month} 起还有 {n} 笔期初，请先作废，再改启用月份。', {
    values: { month, n: found.openings },
  })
}
