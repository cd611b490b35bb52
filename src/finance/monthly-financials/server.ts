import { monthAfter, monthBefore, monthOf, today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { type Served, serve } from '#kit/serve.ts'
import { close, companyMonth, readChecklist } from './closing.ts'
import { closingConsequences, reopeningConsequences } from './consequences.ts'
import { type MonthPart, monthlyFinancials } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import { snapshotDifferences } from './differences.ts'
import { addLine, removeLine, stopLine } from './manualLines.ts'
import { readMonthsOf, readPartsOf, toMonthResult } from './months.ts'
import { readPage } from './page.ts'
import { type FindUnproposed, findFirstBooked, findManagedCompanies } from './queries.ts'
import { confirmReopen, reopen, withdrawReopen } from './reopening.ts'

export const monthlyFinancialsServer = serve(monthlyFinancials, {
  list: async ({ db, actor, clock }, { companyCode, ...query }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    const firstBooked = await findFirstBooked(db, companies)
    const { from, to } = periodOf(query, { thisMonth: monthOf(today(clock)), firstBooked })
    const months = await readMonthsOf(db, companies, from, to)
    return { items: months.map(toMonthResult) }
  },

  get: async ({ db, actor }, { companyCode, month }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    return readPage(db, actor, companies, month)
  },

  parts: async ({ db, actor }, { companyCode, month, by, ...query }) => {
    const companies = await findManagedCompanies(db, actor, companyCode)
    return pageOfParts(await readPartsOf(db, companies, month, by), query)
  },
})

interface PartsQuery {
  keyword?: string | undefined
  current: number
  pageSize: number
  sort?: string | undefined
}

type Figure = 'grossCents' | 'marginBp' | 'revenueCents'

/** Page of the parts whose name or parent's name contains the keyword; default order: gross, ascending. */
function pageOfParts(parts: readonly MonthPart[], query: PartsQuery): { items: MonthPart[]; total: number } {
  const word = query.keyword?.toLowerCase()
  const found = word
    ? parts.filter(({ name, under }) => `${name}\n${under ?? ''}`.toLowerCase().includes(word))
    : parts
  const sort = query.sort ?? 'grossCents'
  const figure = sort.replace(/^-/, '') as Figure
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (query.current - 1) * query.pageSize
  return {
    items: found
      .toSorted((a, b) => compareNullable(a[figure], b[figure], direction) || a.id - b.id)
      .slice(from, from + query.pageSize),
    total: found.length,
  }
}

/** Null figures come last in both directions. */
function compareNullable(a: number | null, b: number | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return direction * (a - b)
}

/** Default and maximum number of months. */
const DEFAULT_MONTHS = 6
const MAX_MONTHS = 24

const before = (month: string, n: number): string => (n === 0 ? month : before(monthBefore(month), n - 1))
const after = (month: string, n: number): string => (n === 0 ? month : after(monthAfter(month), n - 1))

/**
 * Requested months. The end defaults to the last month that is over, or six months from `from`; the beginning defaults
 * to six months before the end, but not before the first booked month (null without one). Throws INVALID if the range
 * is reversed or too long.
 */
function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { thisMonth, firstBooked }: { thisMonth: string; firstBooked: string | null },
): { from: string; to: string } {
  const last = to ?? (from ? after(from, DEFAULT_MONTHS - 1) : monthBefore(thisMonth))
  const first = from ?? notBefore(firstBooked, before(last, DEFAULT_MONTHS - 1), last)
  if (first > last) throw invalidField('to', '结束月份不能早于开始月份。')
  if (after(first, MAX_MONTHS - 1) < last) {
    throw invalidField('from', '最多可看 {n} 个月，请缩短范围。', { n: MAX_MONTHS })
  }
  return { from: first, to: last }
}

/** The later of `month` and the first booked month; unchanged if the range ends before the first booked month. */
function notBefore(firstBooked: string | null, month: string, last: string): string {
  return firstBooked && firstBooked > month && firstBooked <= last ? firstBooked : month
}

/** Server of month closing; `findUnproposed` finds settlements and refunds that were not proposed. */
export function monthClosingServer({ findUnproposed }: { findUnproposed: FindUnproposed }): Served {
  return serve(monthClosing, {
    checklist: (context, monthInput) => readChecklist(context, monthInput, findUnproposed),
    close: (context, input) => close(context, input, findUnproposed),
    closeConsequences: (context, monthInput) => closingConsequences(context, monthInput, findUnproposed),
    reopenConsequences: reopeningConsequences,
    reopen,
    confirmReopen,
    withdrawReopen,
    differences: async (context, monthInput) =>
      snapshotDifferences(context.db, await companyMonth(context, monthInput)),
    addLine,
    removeLine,
    stopLine,
  })
}
