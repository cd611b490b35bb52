import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { MonthlyFinancial } from '#db/tables.ts'
import { monthOf } from '#kit/calendar.ts'
import type { ManualLine, MonthPart, MonthStatus, PartKind } from './contract.ts'
import type { LiveResult, MonthHead } from './liveResult.ts'

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
  snapshot: MonthHead | null
}

/** The day by which a month is stored. */
export const firstOf = (month: string) => `${month}-01`

/** What a snapshot does not know, because it is older than that figure, is nothing. */
const headOf = <R extends MonthHead>(kept: R): R => ({
  ...kept,
  sums: { ...kept.sums, badDebtCents: kept.sums.badDebtCents ?? 0 },
})

const partOf = (kept: MonthPart): MonthPart => ({ ...kept, badDebtCents: kept.badDebtCents ?? 0 })

/**
 * The months of a company from one to another that have been closed at some time, oldest first; all others are open. A
 * closed one comes with what its snapshot says, but for the parts.
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
    .select(['m.monthOn', 'm.status', 'm.version', 's.no', 's.head'])
    .where('m.companyCode', '=', companyCode)
    .where('m.monthOn', '>=', firstOf(from))
    .where('m.monthOn', '<=', firstOf(to))
    .orderBy('m.monthOn')
    .execute()
  return rows.map(({ monthOn, status, version, no, head }) => ({
    ...{ month: monthOf(monthOn), status: status as MonthStatus, version, snapshotNo: no },
    // It was written by `insertSnapshot`.
    snapshot: head === null ? null : headOf(head as unknown as MonthHead),
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

/** Whoever closes or reopens months of the company does so one after another, and nobody writes into this month meanwhile. */
export async function lockMonth(db: Database, { companyCode, month }: CompanyMonth): Promise<void> {
  await sql`select pg_advisory_xact_lock(month_lock(${companyCode}))`.execute(db)
  await sql`select pg_advisory_xact_lock(month_lock(${companyCode}, ${firstOf(month)}::date))`.execute(db)
}

/** What is known of a month's closings; undefined for one that nobody has closed yet. */
export async function findMonthRow(db: Database, { companyCode, month }: CompanyMonth) {
  return db
    .selectFrom('monthlyFinancial')
    .selectAll()
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .executeTakeFirst()
}

/** The latest month that a company has closed; null where none is. */
export async function findLatestClosed(db: Database, companyCode: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('monthlyFinancial')
    .select(({ fn }) => fn.max('monthOn').as('last'))
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .executeTakeFirstOrThrow()
  return last === null ? null : monthOf(last)
}

/** What a snapshot holds: the result of the month, its place, and who took it. */
interface NewSnapshot extends CompanyMonth {
  no: number
  /** The result as JSON. */
  json: string
  hash: string
  by: number | null
  at: Date
}

/** Keeps a month's result under the next number, and closes the month with it. */
export async function insertSnapshot(db: Database, snapshot: NewSnapshot): Promise<void> {
  const { companyCode, month, no, json, hash, by, at } = snapshot
  const place = { companyCode, monthOn: firstOf(month) }
  await db
    .insertInto('monthlySnapshot')
    .values({ ...place, no, content: json, hash, createdAt: at, createdBy: by })
    .execute()
  const closed = { status: 'closed', snapshotNo: no, closedAt: at, closedBy: by, updatedAt: at }
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

/** The parts of one kind of a closed month, as its snapshot keeps them; undefined while the month is open. */
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
  return row?.parts.map(partOf)
}

/** What the newest snapshot of a month says, whether or not the month is closed; undefined where there is none. */
export async function findSnapshot(db: Database, { companyCode, month }: CompanyMonth) {
  const row = await db
    .selectFrom('monthlySnapshot')
    .select(['no', 'content'])
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .orderBy('no', 'desc')
    .executeTakeFirst()
  // It was written by `insertSnapshot`.
  return row && { no: row.no, content: headOf(row.content as unknown as LiveResult) }
}

/** Changes the row of a month that is locked. */
export async function updateMonth(
  db: Database,
  id: number,
  changes: Updateable<MonthlyFinancial>,
): Promise<void> {
  await db
    .updateTable('monthlyFinancial')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
