import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { StaffPay } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, notFound } from '#kit/errors.ts'
import type { Pay } from './rules.ts'

/** SQL: the pay of a `staff` row on a day; no row if none is in effect. */
export const payOn = (
  on: Day,
) => sql<Pay>`(select base_salary_cents, seniority_pay_cents, seniority_per_year_cents,
    seniority_cap_cents, commission_rate_bp, kpi_base_cents
  from staff_pay where staff_pay.staff_id = staff.id and replaced_at is null and from_on <= ${on}
  order by from_on desc limit 1)`

/** All pay rows of a person by day, including replaced ones, which come before their replacement. */
export async function findPay(db: Database, staffId: number) {
  return db
    .selectFrom('staffPay')
    .leftJoin('staffName as author', 'author.id', 'staffPay.createdBy')
    .leftJoin('staffName as corrector', 'corrector.id', 'staffPay.replacedBy')
    .selectAll('staffPay')
    .select(['author.name as createdByName', 'corrector.name as replacedByName'])
    .where('staffPay.staffId', '=', staffId)
    .orderBy('staffPay.fromOn')
    .orderBy('staffPay.id')
    .execute()
}

export type PayRow = Awaited<ReturnType<typeof findPay>>[number]

/** A person's current rows (not replaced), by day. */
export async function currentPay(db: Database, staffId: number): Promise<PayRow[]> {
  return (await findPay(db, staffId)).filter(({ replacedAt }) => replacedAt === null)
}

/** The current row with this id; throws NOT_FOUND, or WRONG_STATE if it was replaced. */
export function currentPayRow(rows: readonly PayRow[], id: number): PayRow {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound('薪酬')
  if (row.replacedAt) throw new AppError('WRONG_STATE', '这条薪酬已被更正，请刷新后再看。')
  return row
}

interface Stamp {
  by: number
  at: Date
  reason: string
}

type NewPay = Pay &
  Pick<
    StaffPay,
    'companyCode' | 'staffId' | 'staffVersion' | 'fromOn' | 'reason' | 'replacesId' | 'createdAt'
  > & {
    createdBy: number
  }

export async function insertPay(db: Database, row: NewPay): Promise<void> {
  await db.insertInto('staffPay').values(row).execute()
}

/** Marks a row as replaced; the row is kept for reference. */
export async function replacePay(db: Database, id: number, { by, at, reason }: Stamp): Promise<void> {
  await db
    .updateTable('staffPay')
    .set({ replacedAt: at, replacedBy: by, replacedReason: reason })
    .where('id', '=', id)
    .execute()
}
