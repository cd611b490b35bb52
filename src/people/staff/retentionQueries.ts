import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { nextVersion } from '#kit/version.ts'
import { RETENTION_DAYS } from './rules.ts'

/** Days for which a company keeps mobile and payee of former staff; version 0 if it was never set. */
export async function getRetention(db: Database, companyCode: string) {
  const row = await db
    .selectFrom('staffRetention')
    .select(['days', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? { days: RETENTION_DAYS, version: 0 }
}

/** Sets the days; returns false unless `version` is current. */
export async function putRetention(
  db: Database,
  companyCode: string,
  { days, version }: { days: number; version: number },
  by: { id: number; at: Date },
): Promise<boolean> {
  const touched = { days, updatedAt: by.at, updatedBy: by.id }
  const written = await db
    .insertInto('staffRetention')
    .values({ companyCode, ...touched, version: 1 })
    .onConflict((clash) =>
      clash
        .column('companyCode')
        .doUpdateSet({ ...touched, version: version + 1 })
        .where('staffRetention.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return written?.version === version + 1
}

/** Former staff past their company's retention whose data is not erased yet; of one company or of all. */
export async function findErasable(db: Database, on: Day, companyCode?: string) {
  let query = db
    .selectFrom('staff')
    .leftJoin('staffRetention as kept', 'kept.companyCode', 'staff.companyCode')
    .select(['staff.id', 'staff.companyCode', 'staff.name', 'staff.username'])
    .select(['staff.mobile', 'staff.payeeCard'])
    .select(['staff.leftOn', sql<number>`coalesce(kept.days, ${sql.lit(RETENTION_DAYS)})`.as('days')])
    .where('staff.status', '=', 'left')
    .where('staff.erasedAt', 'is', null)
    .where('staff.leftOn', 'is not', null)
  if (companyCode) query = query.where('staff.companyCode', '=', companyCode)
  const rows = await query.orderBy('staff.companyCode').orderBy('staff.leftOn').orderBy('staff.id').execute()
  return rows.filter(({ leftOn, days }) => leftOn !== null && addDays(leftOn, days) < on)
}

/** Clears mobile and payee of a former staff member. */
export async function eraseStaff(db: Database, id: number, at: Date): Promise<void> {
  await db
    .updateTable('staff')
    .set({ mobile: null, payeeBank: null, payeeCard: null, erasedAt: at, updatedAt: at })
    .set(nextVersion)
    .where('id', '=', id)
    .where('status', '=', 'left')
    .execute()
}
