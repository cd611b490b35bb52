import type { Expression, Insertable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { PayrollCorrection } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import type { OfMonth } from './queriesOfFacts.ts'
import { daysOf } from './queriesOfFacts.ts'

/** Sum of a person's corrections of a month: amount in 分, and half days. */
export interface CorrectionSum {
  cents: number
  halves: number
}

/** Sums of the corrections of a month, by person. */
export async function findCorrectionSums(
  db: Database,
  { companyCode, month, staffId }: OfMonth,
): Promise<Map<number, CorrectionSum>> {
  const { rows } = await sql<CorrectionSum & { staffId: number }>`
    select staff_id, coalesce(sum(amount_cents), 0)::bigint as cents, coalesce(sum(half_days), 0)::int as halves
    from payroll_correction where company_code = ${companyCode} and month_on = ${daysOf(month).first}
      and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)
    group by staff_id`.execute(db)
  return new Map(rows.map(({ staffId: id, ...corrected }) => [id, corrected]))
}

function selectCorrections(db: Database) {
  return db
    .selectFrom('payrollCorrection as line')
    .innerJoin('staff', 'staff.id', 'line.staffId')
    .leftJoin('staff as author', 'author.id', 'line.createdBy')
    .leftJoin('payrollCorrection as counter', 'counter.reversesId', 'line.id')
    .selectAll('line')
    .select(['author.name as createdByName', sql<boolean>`counter.id is not null`.as('reversed')])
}

/** Corrections of a person's month, newest first. */
export async function findCorrections(db: Database, staffId: number, month: string) {
  return selectCorrections(db)
    .where('line.staffId', '=', staffId)
    .where('line.monthOn', '=', daysOf(month).first)
    .orderBy('line.id', 'desc')
    .execute()
}

export type CorrectionRow = Awaited<ReturnType<typeof findCorrections>>[number]

/** Reads a correction of a person within `staffReach`; throws NOT_FOUND. */
export async function getCorrection(db: Database, staffReach: Expression<SqlBool>, id: number) {
  const row = await selectCorrections(db).where('line.id', '=', id).where(staffReach).executeTakeFirst()
  if (!row) throw notFound('这条更正')
  return row
}

/** Inserts a correction; rows are never updated. */
export async function insertCorrection(db: Database, row: Insertable<PayrollCorrection>): Promise<void> {
  await db.insertInto('payrollCorrection').values(row).execute()
}
