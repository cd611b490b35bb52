import type { Duty } from '#clients/stores/assignments/contract.ts'
import { addDays, type Day, daysBetween, lastDayOf, type Span } from '#kit/calendar.ts'
import { runningParts } from '#kit/money.ts'

/** Input for a store's salaries of a month. Terms and states by day; of two states on a day the later one applies. */
export interface StoreFacts {
  terms: readonly { id: number; fromOn: Day; salaryCents: number | null }[]
  states: readonly { fromOn: Day; status: string }[]
  assignments: readonly (Span & { staffId: number; duty: Duty; sharePercent: number })[]
  /** Spans of the month in which people were disabled or had left, by person and in order; these days are not paid. */
  away: ReadonlyMap<number, readonly Days[]>
}

/** Consecutive days on which a person serves a store with the same terms and share. */
export interface SalaryLine {
  staffId: number
  duty: Duty
  sharePercent: number
  termsId: number
  /** Monthly salary from the terms. */
  salaryCents: number
  fromOn: Day
  toOn: Day
  days: number
  amountCents: number
}

/** A span of days, both ends included. */
interface Days {
  fromOn: Day
  toOn: Day
}

/** Intersection of two spans; null if it is empty. */
function intersection(a: Days, b: Days): Days | null {
  const fromOn = a.fromOn > b.fromOn ? a.fromOn : b.fromOn
  const toOn = a.toOn < b.toOn ? a.toOn : b.toOn
  return fromOn <= toOn ? { fromOn, toOn } : null
}

/** Subtracts spans from a span; `others` must be sorted and disjoint. */
function subtractSpans(span: Days, others: readonly Days[]): Days[] {
  const left: Days[] = []
  let { fromOn } = span
  for (const other of others) {
    const before = intersection(span, { fromOn, toOn: addDays(other.fromOn, -1) })
    if (before) left.push(before)
    const after = addDays(other.toOn, 1)
    if (after > fromOn) fromOn = after
  }
  const rest = intersection(span, { fromOn, toOn: span.toOn })
  return rest ? [...left, rest] : left
}

/** Span of each row within the month: from its day to the day before the next row. */
function spansOf<T extends { fromOn: Day }>(rows: readonly T[], month: Days): (T & Days)[] {
  return rows.flatMap((row, index) => {
    const next = rows[index + 1]
    const span = intersection(month, {
      fromOn: row.fromOn,
      toOn: next ? addDays(next.fromOn, -1) : month.toOn,
    })
    return span ? [{ ...row, ...span }] : []
  })
}

/** Days in service, by terms with a salary. */
function paidSpans({ terms, states }: StoreFacts, month: Days) {
  const serving = spansOf(states, month).filter(({ status }) => status === 'serving')
  return spansOf(terms, month).flatMap(({ id, salaryCents, ...span }) =>
    serving.flatMap((days) => {
      const both = salaryCents ? intersection(span, days) : null
      return both ? [{ termsId: id, salaryCents: salaryCents ?? 0, ...both }] : []
    }),
  )
}

/**
 * Salaries of a store for a month (`'2026-05'`): per day, salary × share ÷ days of the month, for days on which the
 * person is assigned and neither disabled nor gone, and the store is in service. Rounded half up as a running sum by
 * person and day, so that full shares of a whole month add up to the salary exactly.
 */
export function storeSalaries(facts: StoreFacts, month: string): SalaryLine[] {
  const monthSpan = { fromOn: `${month}-01`, toOn: lastDayOf(month) }
  const paid = paidSpans(facts, monthSpan)
  const lines = facts.assignments
    .filter(({ sharePercent }) => sharePercent > 0)
    .flatMap(({ staffId, duty, sharePercent, ...span }) =>
      paid.flatMap(({ termsId, salaryCents, ...days }) => {
        const both = intersection({ ...span, toOn: span.toOn ?? monthSpan.toOn }, days)
        const paidParts = both ? subtractSpans(both, facts.away.get(staffId) ?? []) : []
        return paidParts.map((part) => ({
          staffId,
          duty,
          sharePercent,
          termsId,
          salaryCents,
          ...part,
          days: dayCount(part),
        }))
      }),
    )
    .sort(byPersonAndDay)
  const amounts = runningParts(
    lines.map(({ salaryCents, sharePercent, days }) => BigInt(salaryCents) * BigInt(sharePercent * days)),
    BigInt(100 * dayCount(monthSpan)),
  )
  return lines.map((line, at) => ({ ...line, amountCents: amounts[at] ?? 0 }))
}

const dayCount = ({ fromOn, toOn }: Days) => daysBetween(fromOn, toOn) + 1

function byPersonAndDay(a: Days & { staffId: number }, b: Days & { staffId: number }): number {
  return a.staffId - b.staffId || (a.fromOn < b.fromOn ? -1 : Number(a.fromOn > b.fromOn))
}
