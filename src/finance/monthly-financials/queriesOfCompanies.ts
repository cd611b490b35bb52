import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'

/** A company whose months a person may read. */
export interface ManagedCompany {
  code: string
  status: string
}

/**
 * The companies whose months a person may read: the one that is named, or all within reach. Throws NOT_FOUND where the
 * named one is not within reach.
 */
export async function findManagedCompanies(
  db: Database,
  actor: Actor,
  code: string | undefined,
): Promise<ManagedCompany[]> {
  let query = db
    .selectFrom('company')
    .select(['code', 'status'])
    .where(scope(actor, 'canManageMonthlyFinancial', { company: 'company.code' }))
    .orderBy('code')
  if (code) query = query.where('code', '=', code)
  const companies = await query.execute()
  if (companies.length === 0) throw notFound('公司')
  return companies
}

/** The first month that any of the companies has booked anything in; null where none has. */
export async function findFirstBooked(
  db: Database,
  companies: readonly ManagedCompany[],
): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`select min(first_booked_month(code)) as first
    from company where code = any(${companies.map(({ code }) => code)})`.execute(db)
  const first = rows[0]?.first
  return first ? monthOf(first) : null
}
