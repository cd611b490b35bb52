import type { Day, Span } from '#kit/calendar.ts'
import { addDays, daysBetween, lastDayOf } from '#kit/calendar.ts'
import { runningParts } from '#kit/money.ts'

/** What a store's salaries of a month follow from; terms and states by day, of two states of a day the later counts. */
export interface StoreFacts {
  terms: readonly { id: number; fromOn: Day; salaryCents: number | null }[]
  states: readonly { fromOn: Day; status: string }[]
  assignments: readonly (Span & { staffId: number; duty: string; sharePercent: number })[]
  /** The spans of the month in which its people were disabled or gone, by person and in order: none of them is paid. */
  away: ReadonlyMap<number, readonly Days[]>
}

/** Days that follow each other on which one person serves a store under the same terms, at the same share. */
export interface SalaryLine {
  staffId: number
  duty: string
  sharePercent: number
  termsId: number
  /** What the terms pay a month. */
  salaryCents: number
  fromOn: Day
  toOn: Day
  days: number
  amountCents: number
}

/** From a day to a day, both included. */
interface Days {
  fromOn: Day
  toOn: Day
}

/** The days that both have; null where there are none. */
function shared(a: Days, b: Days): Days | null {
  const fromOn = a.fromOn > b.fromOn ? a.fromOn : b.fromOn
  const toOn = a.toOn < b.toOn ? a.toOn : b.toOn
  return fromOn <= toOn ? { fromOn, toOn } : null
}

/** What is left of a span without others, which are in order and apart. */
function without(whole: Days, others: readonly Days[]): Days[] {
  const left: Days[] = []
  let { fromOn } = whole
  for (const other of others) {
    const before = shared(whole, { fromOn, toOn: addDays(other.fromOn, -1) })
    if (before) left.push(before)
    const after = addDays(other.toOn, 1)
    if (after > fromOn) fromOn = after
  }
  const rest = shared(whole, { fromOn, toOn: whole.toOn })
  return rest ? [...left, rest] : left
}

/** What each of the rows covers of the month: from its day to the one before the next row's. */
function spansOf<T extends { fromOn: Day }>(rows: readonly T[], month: Days): (T & Days)[] {
  return rows.flatMap((row, index) => {
    const next = rows[index + 1]
    const span = shared(month, { fromOn: row.fromOn, toOn: next ? addDays(next.fromOn, -1) : month.toOn })
    return span ? [{ ...row, ...span }] : []
  })
}

/** The days in service under each of the terms that pay something. */
function paidSpans({ terms, states }: StoreFacts, month: Days) {
  const serving = spansOf(states, month).filter(({ status }) => status === 'serving')
  return spansOf(terms, month).flatMap(({ id, salaryCents, ...span }) =>
    serving.flatMap((days) => {
      const both = salaryCents ? shared(span, days) : null
      return both ? [{ termsId: id, salaryCents: salaryCents ?? 0, ...both }] : []
    }),
  )
}

/**
 * What a store's agents earn by it in a month (`'2026-05'`): the salary of each day's terms × share / days in the month,
 * over the days on which they were assigned, there (neither disabled nor gone, as attendance has it), and the store was in
 * service. Rounded half up as a running sum, by person and day: the lines together are what the store pays, and full
 * shares of a whole month are the salary to the 分.
 */
export function storeSalaries(facts: StoreFacts, month: string): SalaryLine[] {
  const whole = { fromOn: `${month}-01`, toOn: lastDayOf(month) }
  const paid = paidSpans(facts, whole)
  const lines = facts.assignments
    .filter(({ sharePercent }) => sharePercent > 0)
    .flatMap(({ staffId, duty, sharePercent, ...span }) =>
      paid.flatMap(({ termsId, salaryCents, ...days }) => {
        const both = shared({ ...span, toOn: span.toOn ?? whole.toOn }, days)
        const there = both ? without(both, facts.away.get(staffId) ?? []) : []
        return there.map((part) => ({
          ...{ staffId, duty, sharePercent, termsId, salaryCents, ...part, days: length(part) },
        }))
      }),
    )
    .sort(byPersonAndDay)
  const amounts = runningParts(
    lines.map(({ salaryCents, sharePercent, days }) => BigInt(salaryCents) * BigInt(sharePercent * days)),
    BigInt(100 * length(whole)),
  )
  return lines.map((line, at) => ({ ...line, amountCents: amounts[at] ?? 0 }))
}

const length = ({ fromOn, toOn }: Days) => daysBetween(fromOn, toOn) + 1

function byPersonAndDay(a: Days & { staffId: number }, b: Days & { staffId: number }): number {
  return a.staffId - b.staffId || (a.fromOn < b.fromOn ? -1 : Number(a.fromOn > b.fromOn))
}
