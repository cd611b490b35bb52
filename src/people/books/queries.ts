import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Clock, monthAfter, monthOf, today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { nextVersion } from '#kit/version.ts'
import { assertStarted, type Books, type StartedBooks } from './rules.ts'

/** The books of a company: first month and first open day. Throws NOT_FOUND. */
export async function findBooks(db: Database, clock: Clock, companyCode: string): Promise<Books> {
  const row = await db
    .selectFrom('company')
    .leftJoin('monthlyFinancial as month', (join) =>
      join.onRef('month.companyCode', '=', 'company.code').on('month.status', '=', 'closed'),
    )
    .select('company.booksFrom')
    .select(
      sql<string[]>`coalesce(array_agg(to_char(month.month_on, 'YYYY-MM') order by month.month_on)
      filter (where month.month_on is not null), '{}')`.as('closed'),
    )
    .where('company.code', '=', companyCode)
    .groupBy('company.code')
    .executeTakeFirst()
  if (!row) throw notFound('公司')
  const now = today(clock)
  const from = row.booksFrom === null ? null : monthOf(row.booksFrom)
  let open = from ?? monthOf(now)
  for (const month of row.closed) if (month === open) open = monthAfter(open)
  return { from, openFrom: `${open}-01`, today: now }
}

/** The books of a company before it records a document. Throws WRONG_STATE if no first month is set, and NOT_FOUND. */
export async function getStartedBooks(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  companyCode: string,
): Promise<StartedBooks> {
  const books = await findBooks(db, clock, companyCode)
  assertStarted(books)
  return books
}

/** The first month and version of a company; `lock` locks its row until the transaction ends. Throws NOT_FOUND. */
export async function getBooksRow(db: Database, companyCode: string, { lock = false } = {}) {
  const query = db.selectFrom('company').select(['booksFrom', 'version']).where('code', '=', companyCode)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw notFound('公司')
  return row
}

/** Whether a company has closed a month (`2026-05`). */
export async function isMonthClosed(db: Database, companyCode: string, month: string): Promise<boolean> {
  const row = await db
    .selectFrom('monthlyFinancial')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', `${month}-01`)
    .where('status', '=', 'closed')
    .executeTakeFirst()
  return row !== undefined
}

/** SQL condition: the company of a column has closed the month of a day. */
export const inClosedMonth = (company: string, day: RawBuilder<unknown>) => sql<boolean>`exists (
  select from monthly_financial m where m.company_code = ${sql.ref(company)} and m.status = 'closed'
    and m.month_on = date_trunc('month', ${day})::date)`

/** The number of closed months of a company. */
export async function countClosed(db: Database, companyCode: string): Promise<number> {
  const { count } = await db
    .selectFrom('monthlyFinancial')
    .select(sql<number>`count(*)`.as('count'))
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .executeTakeFirstOrThrow()
  return count
}

/** Sets the first month of the books. */
export async function setBooksFrom(
  db: Database,
  companyCode: string,
  month: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('company')
    .set({ booksFrom: `${month}-01`, updatedAt: at })
    .set(nextVersion)
    .where('code', '=', companyCode)
    .execute()
}

/** The number of a company's documents dated before `before`, and from `from` on. */
export async function countDocuments(
  db: Database,
  companyCode: string,
  { document, before, from }: { document: 'opening' | 'other'; before?: string; from?: string },
): Promise<number> {
  let query = db
    .selectFrom('bookedDocument')
    .select(sql<number>`count(*)`.as('count'))
    .where('companyCode', '=', companyCode)
    .where('document', document === 'opening' ? '=' : '!=', 'opening')
  if (before) query = query.where('onDay', '<', before)
  if (from) query = query.where('onDay', '>=', from)
  return (await query.executeTakeFirstOrThrow()).count
}

/** The day of a company's first document other than an opening balance; null if there is none. */
export async function firstDocumentOn(db: Database, companyCode: string): Promise<string | null> {
  const { first } = await db
    .selectFrom('bookedDocument')
    .select(sql<string | null>`min(on_day)`.as('first'))
    .where('companyCode', '=', companyCode)
    .where('document', '!=', 'opening')
    .executeTakeFirstOrThrow()
  return first
}
