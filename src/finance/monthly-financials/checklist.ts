import { HEADQUARTERS } from '#access/can.ts'
import type { Difference } from '#billing/receivables/ties/rules.ts'
import { findMissingIssued, findOpenRerates } from '#billing/rerates/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, lastDayOf, monthBefore, today } from '#kit/calendar.ts'
import { findBooks } from '#people/books/queries.ts'
import { type CompanyMonth, findMonths } from './closingQueries.ts'
import type { Check, CheckItem } from './contractClosing.ts'
import type { LiveResult } from './liveResult.ts'
import type { FindUnproposed, OpenCases } from './queries.ts'
import * as queries from './queries.ts'
import { isWaivable } from './rules.ts'

/** Input of the checklist in addition to the database. */
interface ChecklistInput {
  clock: Clock
  /** Company of the user: links to another company contain its code, and so do all links at the headquarters. */
  ownCompany: string
  result: LiveResult
  /** Gaps between the accounts of the month. */
  gaps: readonly Difference[]
  findUnproposed: FindUnproposed
}

const MAX_EXAMPLES = 3

/** Items to complete before a company's month is closed, in the recommended order. */
export async function checklistOf(db: Database, of: CompanyMonth, input: ChecklistInput): Promise<Check[]> {
  const { result } = input
  const links = linksOf(of, input.ownCompany)
  const check = (item: CheckItem, { count, of: all, examples }: OpenCases): Check => ({
    item,
    done: count === 0,
    waivable: isWaivable(item),
    count,
    of: all,
    cents: null,
    examples,
    link: links[item] ?? null,
  })
  const { from } = await findBooks(db, input.clock, of.companyCode)
  return [
    // Shown only for a month before the books begin.
    ...(from !== null && of.month >= from ? [] : [booleanCheck('begun', false)]),
    await previousClosed(db, of, { from, link: links.previousClosed ?? null }),
    booleanCheck('monthOver', today(input.clock) > lastDayOf(of.month)),
    check('figures', await queries.missingFigures(db, of)),
    check('worklogs', await queries.openLogs(db, of)),
    check('payroll', await queries.unpaidPeople(db, of)),
    check('unpriced', await queries.unpricedStores(db, of)),
    check('draftBills', await queries.draftBills(db, of)),
    check('missingBills', await queries.missingBills(db, of)),
    check('settlements', await input.findUnproposed(db, of)),
    check('rerate', await findOpenRerates(db, of)),
    // Informational only: each of these bills has a reason.
    { ...check('missingIssued', await findMissingIssued(db, of)), done: true },
    check('claims', await queries.openClaims(db, of)),
    check('negativeMargins', losses(result)),
    { ...booleanCheck('identity', result.identityCents === 0), cents: result.identityCents },
    { ...check('ties', gapsToOpen(input.gaps)), of: null },
  ]
}

function booleanCheck(item: CheckItem, done: boolean): Check {
  return {
    item,
    done,
    waivable: isWaivable(item),
    count: done ? 0 : 1,
    of: null,
    cents: null,
    examples: [],
    link: null,
  }
}

/** Every month after the first requires that the previous one is closed, even if it has no records. */
async function previousClosed(
  db: Database,
  of: CompanyMonth,
  { from, link }: { from: string | null; link: string | null },
): Promise<Check> {
  const before = monthBefore(of.month)
  const [row] = await findMonths(db, of.companyCode, before, before)
  const done = row?.status === 'closed' || from === null || of.month <= from
  return { ...booleanCheck('previousClosed', done), examples: done ? [] : [before], link: done ? null : link }
}

/** Stores with a negative gross profit, largest loss first. */
function losses({ parts: { store } }: LiveResult): OpenCases {
  const losing = store.filter(({ grossCents }) => grossCents < 0)
  const worst = losing.toSorted((a, b) => a.grossCents - b.grossCents).slice(0, MAX_EXAMPLES)
  return { count: losing.length, of: store.length, examples: worst.map(({ name }) => name) }
}

/** Gaps between the accounts, with their customers and bills as examples. */
function gapsToOpen(gaps: readonly Difference[]): OpenCases {
  const named = gaps
    .map(({ customerName, bills }) => [customerName, ...bills].join(' '))
    .filter((name) => name !== '')
  return { count: gaps.length, of: gaps.length, examples: [...new Set(named)].slice(0, MAX_EXAMPLES) }
}

/** Links to the lists, filtered to open records. */
function linksOf(
  { companyCode, month }: CompanyMonth,
  ownCompany: string,
): Partial<Record<CheckItem, string>> {
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  const of = (path: string, query: Record<string, string | string[]>) => {
    // Lists at the headquarters show all companies unless the query names one.
    const isAlone = companyCode === ownCompany && ownCompany !== HEADQUARTERS
    const company: Record<string, string> = isAlone ? {} : { companyCode }
    const params = Object.entries({ ...query, ...company }).flatMap(([key, values]) =>
      [values].flat().map((value): [string, string] => [key, value]),
    )
    return `${path}?${new URLSearchParams(params)}`
  }
  const months = (query: Record<string, string>) => of('/monthly-financial-history', query)
  return {
    previousClosed: months({ month: monthBefore(month) }),
    figures: of('/daily-store-report', { ...days, only: 'missing' }),
    worklogs: of('/store-worklog', { ...days, status: ['submitted', 'returned', 'draft'] }),
    payroll: of('/monthly-financial-history/payroll', { month }),
    unpriced: of('/store-management', { price: month }),
    draftBills: of('/customer-bill-management', { month, status: 'draft' }),
    missingBills: of('/store-management', { unbilled: month }),
    settlements: of('/customer-bill-management', { propose: month }),
    rerate: of('/customer-bill-management/rerates', { month, status: 'pending' }),
    missingIssued: of('/customer-bill-management', { month, incomplete: 'issued' }),
    claims: of('/reimbursement-bill-management', { month, status: 'submitted' }),
    negativeMargins: months({ month }),
    ties: of('/customer-bill-management/ageing/ties', { month }),
  }
}
