import type * as z from 'zod'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { PayRow, payroll } from './contract.ts'
import { findCompanies, findStaffIdentities, type StaffIdentity } from './nameQueries.ts'
import { readSheets } from './readSheets.ts'
import type { PaySheet } from './sheets.ts'
import { type amountsOf, toPayRow } from './toPayPage.ts'

type Query = z.output<typeof payroll.list.input>

/** The month that is paid next: the previous calendar month. */
export const monthToPay = ({ clock }: Pick<Context, 'clock'>) => monthBefore(monthOf(today(clock)))

const ONLY_FILTERS: Record<NonNullable<Query['only']>, (row: PayRow) => boolean> = {
  corrected: ({ correctionCents, correctedDays }) => correctionCents !== 0 || correctedDays !== 0,
  absent: ({ attendedDays, owedDays }) => attendedDays < owedDays,
  unmeasured: ({ measured }) => !measured,
}

/** A page of people with their pay, and totals of this and the previous month over all pages. */
export async function listPayroll(context: Context, query: Query) {
  const { db, actor } = context
  assertCompanyFilter(actor, query.companyCode)
  const month = query.month ?? monthToPay(context)
  const companies = await findCompanies(db, actor, query.companyCode)
  const named = await findStaffIdentities(db, companies, query.keyword)
  const rows: PayRow[] = []
  let beforeCents = 0
  for (const companyCode of companies) {
    const { sheets, frozen } = await readSheets(db, { companyCode, month })
    const before = (await readSheets(db, { companyCode, month: monthBefore(month) })).sheets
    beforeCents += totalOf([...before.values()].filter(({ staffId }) => named.has(staffId)))
    for (const sheet of sheets.values()) {
      const name = named.get(sheet.staffId)
      if (name) rows.push(toPayRow({ month, named: name, sheet, before: before.get(sheet.staffId), frozen }))
    }
  }
  const found = query.only ? rows.filter(ONLY_FILTERS[query.only]) : rows
  const start = (query.current - 1) * query.pageSize
  return {
    month,
    total: found.length,
    totals: totalsOf(found),
    beforeCents: query.only ? beforeOf(found) : beforeCents,
    items: sortRows(found, query.sort ?? '-totalCents', named).slice(start, start + query.pageSize),
  }
}

const totalOf = (sheets: readonly PaySheet[]) => sum(sheets.map(({ totalCents }) => totalCents))

/** Total of the same people in the previous month. */
const beforeOf = (rows: readonly PayRow[]) =>
  sum(rows.map(({ totalCents, changeCents }) => (changeCents === null ? 0 : totalCents - changeCents)))

type Amounts = ReturnType<typeof amountsOf>

function totalsOf(rows: readonly PayRow[]): Amounts {
  const of = (key: keyof Amounts) => sum(rows.map((row) => row[key]))
  return {
    baseCents: of('baseCents'),
    seniorityCents: of('seniorityCents'),
    storeCents: of('storeCents'),
    commissionCents: of('commissionCents'),
    correctionCents: of('correctionCents'),
    totalCents: of('totalCents'),
  }
}

/**
 * Sorts rows by a field; ties by staff id, empty values last in both directions. Names use the stored pinyin, as in all
 * other lists, because it has the right reading of surnames (单 is shàn).
 */
function sortRows(
  rows: readonly PayRow[],
  sort: NonNullable<Query['sort']>,
  named: ReadonlyMap<number, StaffIdentity>,
): PayRow[] {
  const field = sort.replace(/^-/, '') as keyof PayRow
  const way = sort.startsWith('-') ? -1 : 1
  const sortedBy = (row: PayRow) =>
    field === 'staffName' ? (named.get(row.staffId)?.namePinyin ?? '') : row[field]
  return rows.toSorted((a, b) => {
    const [left, right] = [sortedBy(a), sortedBy(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return way * (Number(left > right) - Number(left < right)) || a.staffId - b.staffId
  })
}
