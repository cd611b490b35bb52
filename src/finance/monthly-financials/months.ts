import type { Database } from '#db/connect.ts'
import { monthAfter } from '#kit/calendar.ts'
import { findClosedParts, findMonths } from './closingQueries.ts'
import { consolidate, statusOfAll } from './consolidate.ts'
import type { MonthPart, MonthResult, PartKind } from './contract.ts'
import type { MonthHead } from './liveResult.ts'
import type { ManagedCompany } from './queries.ts'
import { headOfMonth, NO_RESULT, partsOfMonth } from './result.ts'

/** A month without its parts: from the current snapshot if it is closed, else from current data. */
export interface ReadMonth extends Pick<MonthResult, 'month' | 'status' | 'version' | 'snapshotNo'> {
  result: MonthHead
  /**
   * Whether the month has to be closed: not before the books begin, nor in an inactive company that never closed it.
   */
  isDue: boolean
}

/** All months from `from` to `to`, both included. */
function monthsFrom(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month)
  return months
}

/** Whether the company's books have begun by the month. */
const isBegun = ({ booksFrom }: ManagedCompany, month: string) => booksFrom !== null && month >= booksFrom

/** Reads a company's months from one to another. */
async function readMonths(
  db: Database,
  company: ManagedCompany,
  from: string,
  to: string,
): Promise<ReadMonth[]> {
  const savedMonths = new Map((await findMonths(db, company.code, from, to)).map((row) => [row.month, row]))
  const months: ReadMonth[] = []
  for (const month of monthsFrom(from, to)) {
    const begun = isBegun(company, month)
    const { status, version = 0, snapshotNo = null, snapshot = null } = savedMonths.get(month) ?? {}
    const live = async () => (begun ? headOfMonth(db, { companyCode: company.code, month }) : NO_RESULT)
    const result = snapshot ?? (await live())
    const isDue = begun && (company.status === 'active' || savedMonths.has(month))
    const shown = status ?? (begun ? 'open' : 'before')
    months.push({ month, status: shown, version, snapshotNo, result, isDue })
  }
  return months
}

/** Reads the months of companies from one to another. Several companies are combined and cannot be closed together. */
export async function readMonthsOf(
  db: Database,
  companies: readonly ManagedCompany[],
  from: string,
  to: string,
): Promise<ReadMonth[]> {
  const all: ReadMonth[] = []
  for (const company of companies) all.push(...(await readMonths(db, company, from, to)))
  return [...Map.groupBy(all, ({ month }) => month).values()].map(consolidateMonth)
}

function consolidateMonth(months: readonly ReadMonth[]): ReadMonth {
  const [first] = months
  if (!first) throw new Error('a month of no company')
  if (months.length === 1) return first
  return {
    month: first.month,
    version: 0,
    snapshotNo: null,
    isDue: true,
    status: statusOfAll(months.filter(({ isDue }) => isDue).map(({ status }) => status)),
    result: consolidate(months.map(({ result }) => result)),
  }
}

/** Revenue and costs by store, customer or agent of several companies in a month. */
export async function readPartsOf(
  db: Database,
  companies: readonly ManagedCompany[],
  month: string,
  kind: PartKind,
): Promise<MonthPart[]> {
  const all: MonthPart[] = []
  for (const company of companies.filter((one) => isBegun(one, month))) {
    const of = { companyCode: company.code, month }
    all.push(...((await findClosedParts(db, of, kind)) ?? (await partsOfMonth(db, of, kind))))
  }
  return all
}

/** Presents a month in API format. */
export function toMonthResult({ month, status, version, snapshotNo, result }: ReadMonth): MonthResult {
  const { sums, recurring, ratios } = result
  return { month, status, version, snapshotNo, sums, recurring, ratios }
}
