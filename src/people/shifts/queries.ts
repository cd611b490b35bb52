import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { ShiftDef } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { ShiftUses } from './contract.ts'
import { assertHolds, type ShiftUse } from './rules.ts'

/** The rows of a company's shifts, or of all companies: in the order of the day, the older times of a shift first. */
export async function findShiftRows(db: Database, companyCode: string | null) {
  return db
    .selectFrom('shiftDef')
    .selectAll()
    .$if(companyCode !== null, (query) => query.where('companyCode', '=', companyCode))
    .orderBy('companyCode')
    .orderBy('place')
    .orderBy('code')
    .orderBy('fromOn')
    .execute()
}

export type ShiftRowOfTable = Awaited<ReturnType<typeof findShiftRows>>[number]

/** SQL: the minutes of work of a shift on a day, by the columns of a row; null for a code without a row. */
export function shiftMinutesOn(company: string, code: string, on: string): RawBuilder<number | null> {
  return sql<number | null>`(select s.minutes from shift_def s
    where s.company_code = ${sql.ref(company)} and s.code = ${sql.ref(code)} and s.from_on <= ${sql.ref(on)}
    order by s.from_on desc limit 1)`
}

/** The shifts of a company that hold on one of the days; of several rows of a shift the latest. */
export async function findShiftsOf(db: Database, companyCode: string, { from, to }: { from: Day; to: Day }) {
  const rows = await findShiftRows(db, companyCode)
  const holding = rows.filter(({ fromOn, toOn }) => fromOn <= to && (toOn === null || toOn >= from))
  return holding.filter(({ code }, at) => holding.findLastIndex((other) => other.code === code) === at)
}

const lockOf = (companyCode: string) => sql`hashtextextended('shifts ' || ${companyCode}::text, 0)`

/** Locks the shifts of a company against concurrent writers, and against new uses of them; returns their rows. */
export async function lockShifts(db: Database, companyCode: string): Promise<ShiftRowOfTable[]> {
  await sql`select pg_advisory_xact_lock(${lockOf(companyCode)})`.execute(db)
  return findShiftRows(db, companyCode)
}

/**
 * Checks the shifts that a write uses, for every path: form, sheet, roster, log. Throws INVALID for the field unless the
 * company has each of them on its days. Until the transaction ends, none of them can be ended or deleted.
 */
export async function assertShifts(
  db: Database,
  companyCode: string,
  uses: readonly ShiftUse[],
  field?: string,
): Promise<void> {
  if (uses.length === 0) return
  await sql`select pg_advisory_xact_lock_shared(${lockOf(companyCode)})`.execute(db)
  const rows = await findShiftRows(db, companyCode)
  for (const use of uses) assertHolds(rows, use, field)
}

/** The codes of all companies, with a lock against others who add one. */
export async function lockCodes(db: Database): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shift codes', 0))`.execute(db)
  const { rows } = await sql<{ code: string }>`select code from used_shift_codes() code`.execute(db)
  return rows.map(({ code }) => code)
}

/** Returns a row of a company's shifts by id; throws NOT_FOUND. */
export function shiftById(rows: readonly ShiftRowOfTable[], id: number): ShiftRowOfTable {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound('班次')
  return row
}

export async function insertShift(db: Database, row: Insertable<ShiftDef>): Promise<number> {
  const { id } = await db.insertInto('shiftDef').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a row and increments its version. The caller holds the lock and has checked the version. */
export async function updateShift(db: Database, id: number, changes: Updateable<ShiftDef>): Promise<void> {
  await db.updateTable('shiftDef').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Deletes every row of a shift. */
export async function deleteShift(db: Database, companyCode: string, code: string): Promise<void> {
  await db.deleteFrom('shiftDef').where('companyCode', '=', companyCode).where('code', '=', code).execute()
}

/** The number of rows of rosters, assignments, logs, needs and stores that use a shift; with `after`, on later days. */
export async function countUses(
  db: Database,
  { companyCode, code, after = null }: { companyCode: string; code: string; after?: Day | null },
): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    select (select count(*) from roster_shift where company_code = ${companyCode} and shift = ${code}
        and (${after}::date is null or on_day > ${after}::date))
      + (select count(*) from store_assignment where company_code = ${companyCode} and shift = ${code}
        and (${after}::date is null or to_on is null or to_on > ${after}::date))
      + case when ${after}::date is null then
          (select count(*) from worklog where company_code = ${companyCode} and shift = ${code})
          + (select count(*) from store_need where company_code = ${companyCode} and shift = ${code})
          + (select count(*) from store where company_code = ${companyCode} and ${code} = any(shifts))
        else 0 end as uses`.execute(db)
  return rows[0]?.uses ?? 0
}

/** What uses each shift of a company on a day and later, and whether anything ever did. */
export async function findUses(db: Database, companyCode: string, on: Day) {
  const { rows } = await sql<ShiftUses>`
    select code, stores::int, assignments::int, roster_days::int,
        stores + assignments + roster_days > 0
          or exists (select from worklog where company_code = ${companyCode} and shift = code)
          or exists (select from roster_shift where company_code = ${companyCode} and shift = code)
          or exists (select from store_assignment where company_code = ${companyCode} and shift = code)
          or exists (select from store_need where company_code = ${companyCode} and shift = code)
          or exists (select from store where company_code = ${companyCode} and code = any(shifts)) as is_used
      from (select distinct code from shift_def where company_code = ${companyCode}) own
        cross join lateral (select count(*) as stores from store
          where company_code = ${companyCode} and status <> 'stopped' and own.code = any(shifts)) store
        cross join lateral (select count(*) as assignments from store_assignment
          where company_code = ${companyCode} and shift = own.code
            and (to_on is null or to_on >= ${on}::date)) assignment
        cross join lateral (select count(*) as roster_days from roster_shift
          where company_code = ${companyCode} and shift = own.code and on_day >= ${on}::date) roster
      order by code`.execute(db)
  return rows
}
