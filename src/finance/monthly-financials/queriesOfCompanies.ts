import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'

/** A company whose months the user may read. */
export interface ManagedCompany {
  code: string
  status: string
  /** First month of its books, `2026-06`; null if not set yet. */
  booksFrom: string | null
}

/** Companies in scope whose months the user may read: `code`, or all of them. Throws NOT_FOUND if there are none. */
export async function findManagedCompanies(
  db: Database,
  actor: Actor,
  code: string | undefined,
): Promise<ManagedCompany[]> {
  let query = db
    .selectFrom('company')
    .select(['code', 'status', 'booksFrom'])
    .where(scope(actor, 'canManageMonthlyFinancial', { company: 'company.code' }))
    .orderBy('code')
  if (code) query = query.where('code', '=', code)
  const companies = await query.execute()
  if (companies.length === 0) throw notFound('公司')
  return companies.map(({ booksFrom, ...company }) => ({
    ...company,
    booksFrom: booksFrom && monthOf(booksFrom),
  }))
}

/** First month in the books of any of the companies; null if none has begun its books. */
export async function findFirstBooked(
  db: Database,
  companies: readonly ManagedCompany[],
): Promise<string | null> {
  const { first } = await db
    .selectFrom('company')
    .select(sql<string | null>`min(books_from)`.as('first'))
    .where(sql<boolean>`code = any(${companies.map(({ code }) => code)})`)
    .executeTakeFirstOrThrow()
  return first ? monthOf(first) : null
}
