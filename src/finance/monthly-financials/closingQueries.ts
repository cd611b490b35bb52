import { sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { MonthlyFinancial } from '#db/tables.ts'
import { monthOf } from '#kit/calendar.ts'
import { nextVersion } from '#kit/version.ts'
import type { ManualLine, MonthPart, MonthStatus, PartKind } from './contract.ts'
import type { LiveResult, MonthHead } from './liveResult.ts'

/** A company's month: `2026-05`. */
export interface CompanyMonth {
  companyCode: string
  month: string
}

/** A month that was closed at least once. */
export interface SavedMonth {
  month: string
  status: MonthStatus
  version: number
  /** Number of the current snapshot; null while the month is open. */
  snapshotNo: number | null
  snapshot: MonthHead | null
}

/** First day of a month, by which it is stored. */
export const firstOf = (month: string) => `${month}-01`

/** Adds 0 for a figure that is newer than the snapshot. */
const withMissingFigures = <R extends MonthHead>(saved: R): R => ({
  ...saved,
  sums: { ...saved.sums, badDebtCents: saved.sums.badDebtCents ?? 0 },
})

const withMissingPartFigures = (saved: MonthPart): MonthPart => ({
  ...saved,
  badDebtCents: saved.badDebtCents ?? 0,
})

/**
 * Reads a company's months from one to another that were closed at least once, oldest first; all others are open. A
 * closed month has the result of its snapshot, without the parts.
 */
export async function findMonths(
  db: Database,
  companyCode: string,
  from: string,
  to: string,
): Promise<SavedMonth[]> {
  const rows = await db
    .selectFrom('monthlyFinancial as m')
    .leftJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'm.companyCode')
        .onRef('s.monthOn', '=', 'm.monthOn')
        .onRef('s.no', '=', 'm.snapshotNo')
        .on('m.status', '=', 'closed'),
    )
    .select(['m.monthOn', 'm.status', 'm.version', 's.no', 's.head'])
    .where('m.companyCode', '=', companyCode)
    .where('m.monthOn', '>=', firstOf(from))
    .where('m.monthOn', '<=', firstOf(to))
    .orderBy('m.monthOn')
    .execute()
  return rows.map(({ monthOn, status, version, no, head }) => ({
    month: monthOf(monthOn),
    status,
    version,
    snapshotNo: no,
    // Written by `insertSnapshot`.
    snapshot: head === null ? null : withMissingFigures(head as unknown as MonthHead),
  }))
}

/** Reads the manual lines of a company's month, in order of entry. */
export async function findManualLines(
  db: Database,
  { companyCode, month }: CompanyMonth,
): Promise<ManualLine[]> {
  const rows = await db
    .selectFrom('monthlyManualLine as l')
    .leftJoin('staffName as staff', 'staff.id', 'l.createdBy')
    .leftJoin('monthlyRecurringLine as r', 'r.id', 'l.recurringId')
    .select(['l.id', 'l.label', 'l.amountCents', 'l.createdAt', 'l.version', 'l.recurringId', 'r.toOn'])
    .select(sql<string>`coalesce(staff.name, '')`.as('createdByName'))
    .where('l.companyCode', '=', companyCode)
    .where('l.monthOn', '=', firstOf(month))
    .orderBy('l.id')
    .execute()
  return rows.map(({ createdAt, recurringId, toOn, ...line }) => ({
    ...line,
    ...(recurringId !== null && { monthly: { to: toOn && monthOf(toOn) } }),
    createdAt: createdAt.toISOString(),
  }))
}

/**
 * Locks the company against other closings and reopenings, and the month against all writes, until the transaction
 * ends.
 */
export async function lockMonth(db: Database, { companyCode, month }: CompanyMonth): Promise<void> {
  await sql`select pg_advisory_xact_lock(month_lock(${companyCode}))`.execute(db)
  await sql`select pg_advisory_xact_lock(month_lock(${companyCode}, ${firstOf(month)}::date))`.execute(db)
}

/** Reads the row of a month; undefined if it was never closed. */
export async function findMonthRow(db: Database, { companyCode, month }: CompanyMonth) {
  return db
    .selectFrom('monthlyFinancial')
    .selectAll()
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .executeTakeFirst()
}

/** Latest closed month of a company; null without one. */
export async function findLatestClosed(db: Database, companyCode: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('monthlyFinancial')
    .select(({ fn }) => fn.max('monthOn').as('last'))
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .executeTakeFirstOrThrow()
  return last === null ? null : monthOf(last)
}

/** Snapshot to insert. */
interface NewSnapshot extends CompanyMonth {
  no: number
  /** Result as canonical JSON. */
  json: string
  hash: string
  by: number | null
  at: Date
}

/** Stores a month's result as snapshot `no` and closes the month. */
export async function insertSnapshot(db: Database, snapshot: NewSnapshot): Promise<void> {
  const { companyCode, month, no, json, hash, by, at } = snapshot
  const place = { companyCode, monthOn: firstOf(month) }
  await db
    .insertInto('monthlySnapshot')
    .values({ ...place, no, content: json, hash, createdAt: at, createdBy: by })
    .execute()
  const closed = { status: 'closed' as const, snapshotNo: no, closedAt: at, closedBy: by, updatedAt: at }
  await db
    .insertInto('monthlyFinancial')
    .values({ ...place, ...closed, createdAt: at })
    .onConflict((clash) =>
      clash.columns(['companyCode', 'monthOn']).doUpdateSet((eb) => ({
        ...closed,
        version: eb('monthlyFinancial.version', '+', 1),
      })),
    )
    .execute()
}

/** Reads the parts of one kind from the snapshot of a closed month; undefined while the month is open. */
export async function findClosedParts(
  db: Database,
  { companyCode, month }: CompanyMonth,
  kind: PartKind,
): Promise<MonthPart[] | undefined> {
  const row = await db
    .selectFrom('monthlyFinancial as m')
    .innerJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'm.companyCode')
        .onRef('s.monthOn', '=', 'm.monthOn')
        .onRef('s.no', '=', 'm.snapshotNo'),
    )
    .select(sql<MonthPart[]>`s.content -> 'parts' -> ${sql.lit(kind)}`.as('parts'))
    .where('m.companyCode', '=', companyCode)
    .where('m.monthOn', '=', firstOf(month))
    .where('m.status', '=', 'closed')
    .executeTakeFirst()
  return row?.parts.map(withMissingPartFigures)
}

/** Reads the latest snapshot of a month, whether or not the month is closed; undefined without one. */
export async function findSnapshot(db: Database, { companyCode, month }: CompanyMonth) {
  const row = await db
    .selectFrom('monthlySnapshot')
    .select(['no', 'content'])
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .orderBy('no', 'desc')
    .executeTakeFirst()
  // Written by `insertSnapshot`.
  return row && { no: row.no, content: withMissingFigures(row.content as unknown as LiveResult) }
}

/** Updates the row of a locked month and increases its version. */
export async function updateMonth(
  db: Database,
  id: number,
  changes: Updateable<MonthlyFinancial>,
): Promise<void> {
  await db.updateTable('monthlyFinancial').set(changes).set(nextVersion).where('id', '=', id).execute()
}
