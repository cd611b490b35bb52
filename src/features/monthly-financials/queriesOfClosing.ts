import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import type { ManualLine, MonthStatus } from './contract.ts'
import type { LiveResult } from './liveResult.ts'

/** A month of a company: `2026-05`. */
export interface CompanyMonth {
  companyCode: string
  month: string
}

/** A month that somebody has closed at least once. */
export interface KnownMonth {
  month: string
  status: MonthStatus
  version: number
  /** Of the snapshot that stands; null while the month is open. */
  snapshotNo: number | null
  snapshot: LiveResult | null
}

/** The day by which a month is stored. */
export const firstOf = (month: string) => `${month}-01`

/**
 * The months of a company from one to another that have been closed at some time, oldest first; all others are open. A
 * closed one comes with what its snapshot says.
 */
export async function findMonths(
  db: Database,
  companyCode: string,
  from: string,
  to: string,
): Promise<KnownMonth[]> {
  const rows = await db
    .selectFrom('monthlyFinancial as m')
    .leftJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'm.companyCode')
        .onRef('s.monthOn', '=', 'm.monthOn')
        .onRef('s.no', '=', 'm.snapshotNo')
        .on('m.status', '=', 'closed'),
    )
    .select(['m.monthOn', 'm.status', 'm.version', 's.no', 's.content'])
    .where('m.companyCode', '=', companyCode)
    .where('m.monthOn', '>=', firstOf(from))
    .where('m.monthOn', '<=', firstOf(to))
    .orderBy('m.monthOn')
    .execute()
  return rows.map(({ monthOn, status, version, no, content }) => ({
    ...{ month: monthOf(monthOn), status: status as MonthStatus, version, snapshotNo: no },
    snapshot: content as LiveResult | null,
  }))
}

/** The manual lines of a company's month, in the order in which they were written. */
export async function findManualLines(
  db: Database,
  { companyCode, month }: CompanyMonth,
): Promise<ManualLine[]> {
  const rows = await db
    .selectFrom('monthlyManualLine as l')
    .leftJoin('staff', 'staff.id', 'l.createdBy')
    .select(['l.id', 'l.label', 'l.amountCents', 'l.createdAt', 'l.version'])
    .select(sql<string>`coalesce(staff.name, '')`.as('createdByName'))
    .where('l.companyCode', '=', companyCode)
    .where('l.monthOn', '=', firstOf(month))
    .orderBy('l.id')
    .execute()
  return rows.map(({ createdAt, ...line }) => ({ ...line, createdAt: createdAt.toISOString() }))
}
