import type { Database } from '#db/connect.ts'
import { monthAfter } from '#kit/calendar.ts'
import type { MonthResult } from './contract.ts'
import type { LiveResult } from './liveResult.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { findMonths } from './queriesOfClosing.ts'
import type { ManagedCompany } from './queriesOfCompanies.ts'
import { resultOfMonth } from './result.ts'
import { statusOfAll, together } from './together.ts'

/** A month with its parts: a closed one from the snapshot that stands, else as the books say it now. */
export interface FullMonth extends Pick<MonthResult, 'month' | 'status' | 'version' | 'snapshotNo'> {
  result: LiveResult
  /** Whether somebody is to close it: not where the company has given up. */
  isDue: boolean
}

/** Every month from one to another, both included. */
function monthsFrom(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month)
  return months
}

/** A company's months from one to another. */
async function readMonths(
  db: Database,
  company: ManagedCompany,
  from: string,
  to: string,
): Promise<FullMonth[]> {
  const known = new Map((await findMonths(db, company.code, from, to)).map((row) => [row.month, row]))
  const months: FullMonth[] = []
  for (const month of monthsFrom(from, to)) {
    const { status = 'open', version = 0, snapshotNo = null, snapshot = null } = known.get(month) ?? {}
    const result = snapshot ?? (await resultOfMonth(db, { companyCode: company.code, month }))
    const isDue = company.status === 'active' || known.has(month)
    months.push({ month, status, version, snapshotNo, result, isDue })
  }
  return months
}

/** The months of companies from one to another, several companies as one, which nobody closes as such. */
export async function readMonthsOf(
  db: Database,
  companies: readonly ManagedCompany[],
  from: string,
  to: string,
): Promise<FullMonth[]> {
  const all: FullMonth[] = []
  for (const company of companies) all.push(...(await readMonths(db, company, from, to)))
  return [...Map.groupBy(all, ({ month }) => month).values()].map(asOne)
}

function asOne(months: readonly FullMonth[]): FullMonth {
  const [first] = months
  if (!first) throw new Error('a month of no company')
  if (months.length === 1) return first
  return {
    ...{ month: first.month, version: 0, snapshotNo: null, isDue: true },
    status: statusOfAll(months.filter(({ isDue }) => isDue).map(({ status }) => status)),
    result: together(months.map(({ result }) => result)),
  }
}

/** A company's month as the table shows it. */
export async function readMonth(db: Database, { companyCode, month }: CompanyMonth): Promise<MonthResult> {
  const [found] = await readMonthsOf(db, [{ code: companyCode, status: 'active' }], month, month)
  if (!found) throw new Error(`no month ${month}`)
  return presentMonth(found)
}

/** A month as the table shows it. */
export function presentMonth({ month, status, version, snapshotNo, result }: FullMonth): MonthResult {
  const { sums, recurring, ratios } = result
  return { month, status, version, snapshotNo, sums, recurring, ratios }
}
