import { type Day, dayOf, monthOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { type Books, FIRST_TERMS_FROM } from '#people/books/rules.ts'

/** Reason for a row that an older program version replaced during an upgrade (migration 070). */
export const BY_OLDER_PROGRAM = '旧版程序修改'

/** A person's monthly pay in 分; the rate in basis points. */
export interface Pay {
  baseSalaryCents: number | null
  /** A fixed amount; null if there is none or the amount depends on the years of service. */
  seniorityPayCents: number | null
  seniorityPerYearCents: number | null
  seniorityCapCents: number | null
  commissionRateBp: number | null
  kpiBaseCents: number | null
}

/** No pay agreed. */
export const NO_PAY: Pay = {
  baseSalaryCents: null,
  commissionRateBp: null,
  kpiBaseCents: null,
  seniorityPayCents: null,
  seniorityPerYearCents: null,
  seniorityCapCents: null,
}

/** Picks the pay fields of a row. */
export function payOf(row: Pay): Pay {
  const { baseSalaryCents, commissionRateBp, kpiBaseCents } = row
  const { seniorityPayCents, seniorityPerYearCents, seniorityCapCents } = row
  return {
    baseSalaryCents,
    commissionRateBp,
    kpiBaseCents,
    seniorityPayCents,
    seniorityPerYearCents,
    seniorityCapCents,
  }
}

export const isSamePay = (a: Pay, b: Pay): boolean => JSON.stringify(payOf(a)) === JSON.stringify(payOf(b))

/** A person's first day with the company; defaults to the day on which the person was entered. */
export const firstDayOf = ({ hiredOn, createdAt }: { hiredOn: Day | null; createdAt: Date }): Day =>
  hiredOn ?? dayOf(createdAt)

const monthNo = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/** Full years of service in a month: an anniversary counts from the first of the month after it. */
export function yearsOfService(firstOn: Day, month: string): number {
  return Math.max(0, Math.floor((monthNo(month) - monthNo(monthOf(firstOn)) - 1) / 12))
}

/** The seniority pay of a month: the fixed amount, or an amount per year up to the cap; null if nothing is agreed. */
export function seniorityOf(pay: Pay, firstOn: Day, month: string): number | null {
  const { seniorityPerYearCents: perYear, seniorityCapCents: cap } = pay
  if (perYear === null || cap === null) return pay.seniorityPayCents
  return Math.min(cap, perYear * yearsOfService(firstOn, month))
}

/** Throws INVALID if both an amount and a rule are given, or only half of a rule. */
export function assertOneSeniority(pay: Pay): void {
  const { seniorityPerYearCents: perYear, seniorityCapCents: cap } = pay
  if (perYear !== null && pay.seniorityPayCents !== null) {
    throw invalidField('seniorityPerYearCents', '工龄工资填固定金额或每满一年的金额，二者填一。')
  }
  if (perYear !== null && cap === null) throw invalidField('seniorityCapCents', '请填写工龄工资的上限。')
  if (perYear === null && cap !== null) {
    throw invalidField('seniorityPerYearCents', '填了上限，请一并填每满一年的金额。')
  }
}

/** The row in effect on a day. `rows` are the current rows, sorted by day. */
export function rowOn<T extends { fromOn: Day }>(rows: readonly T[], on: Day): T | undefined {
  return rows.findLast(({ fromOn }) => fromOn <= on)
}

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)

/** Whether at least one month of the books is closed. */
export const hasClosed = ({ from, openFrom }: Books): boolean => from !== null && openFrom > `${from}-01`

/**
 * The default day from which pay applies. First pay: the first day with the company, or the first open day if that day
 * is closed. Later pay: the first of this month, or the start of the row in effect today if that is later.
 */
export function defaultPayDay(books: Books, firstOn: Day, rows: readonly { fromOn: Day }[]): Day {
  if (rows.length === 0) return laterDay(hasClosed(books) ? books.openFrom : FIRST_TERMS_FROM, firstOn)
  const current = rowOn(rows, books.today)
  return laterDay(`${monthOf(books.today)}-01`, current?.fromOn ?? firstOn)
}

/**
 * The new start of a person's first row when their first day with the company becomes earlier; null if the row stays,
 * because it did not start on the old first day or starts in a closed month.
 */
export function movedStart(
  books: Books,
  { was, becomes }: { was: Day; becomes: Day },
  rows: readonly { fromOn: Day }[],
): Day | null {
  const first = rows[0]
  if (!first || first.fromOn !== was || becomes >= was) return null
  if (hasClosed(books) && first.fromOn < books.openFrom) return null
  return defaultPayDay(books, becomes, [])
}

/** Throws INVALID if a day is given without any pay field. */
export function assertHasPay(payFromOn: Day | null | undefined, sent: object): void {
  if (!payFromOn || Object.keys(sent).length > 0) return
  throw invalidField('payFromOn', '填了薪酬生效日期，请一并填基本工资、工龄工资或提成比例。')
}

/** Throws WRONG_STATE if the pay applies to closed months only and therefore cannot be corrected. */
export function assertAppliesAfter(rows: readonly { fromOn: Day }[], fromOn: Day, openFrom: Day): void {
  const next = rows.find((row) => row.fromOn > fromOn)
  if (!next || next.fromOn > openFrom) return
  throw new AppError('WRONG_STATE', '这条薪酬只涉及已结账的月份，不能更正；差额请用工资“更正金额”补。')
}
