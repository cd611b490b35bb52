import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import { type CompanyMonth, firstOf } from './closingQueries.ts'

interface NewLine extends CompanyMonth {
  label: string
  amountCents: number
  by: number
  at: Date
}

/** Inserts a manual line of a month; returns its id. */
export async function insertLine(db: Database, line: NewLine): Promise<number> {
  const { companyCode, month, label, amountCents, by, at } = line
  const { id } = await db
    .insertInto('monthlyManualLine')
    .values({
      companyCode,
      monthOn: firstOf(month),
      label,
      amountCents,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks and returns a manual line of the company's month; throws NOT_FOUND. */
export async function lockLine(db: Database, { companyCode, month }: CompanyMonth, id: number) {
  const row = await db
    .selectFrom('monthlyManualLine')
    .select(['id', 'label', 'amountCents', 'version', 'recurringId'])
    .where('id', '=', id)
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条手工项')
  return row
}

export async function deleteLine(db: Database, id: number): Promise<void> {
  await db.deleteFrom('monthlyManualLine').where('id', '=', id).execute()
}

interface NewRecurringLine extends NewLine {
  /** Last month, `2026-12`; null means until stopped. */
  to: string | null
}

/** Inserts a recurring cost without the lines of its months; returns its id. */
export async function insertRecurringLine(db: Database, line: NewRecurringLine): Promise<number> {
  const { companyCode, month, to, label, amountCents, by, at } = line
  const fromOn = firstOf(month)
  const { id } = await db
    .insertInto('monthlyRecurringLine')
    .values({
      companyCode,
      label,
      amountCents,
      fromOn,
      nextOn: fromOn,
      toOn: to && firstOf(to),
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Id of the line in the first month of a recurring cost. */
export async function findFirstLineOf(db: Database, recurringId: number): Promise<number> {
  const query = db.selectFrom('monthlyManualLine').select('id').where('recurringId', '=', recurringId)
  return (await query.orderBy('monthOn').limit(1).executeTakeFirstOrThrow()).id
}

/**
 * Adds the due lines of recurring costs up to the current month `month`, each once; returns their number. A closed
 * month gets no line. `onlyId` restricts this to one cost.
 */
export async function addBegunLines(
  db: Database,
  { month, at, onlyId }: { month: string; at: Date; onlyId?: number },
): Promise<number> {
  const thisMonth = sql`${firstOf(month)}::date`
  const { rows } = await sql<{ id: number }>`
    with due as (
      select r.*, least(coalesce(r.to_on, ${thisMonth}), ${thisMonth}) as last_on
      from monthly_recurring_line r
      where r.next_on <= least(coalesce(r.to_on, ${thisMonth}), ${thisMonth})
        and (${onlyId ?? null}::int is null or r.id = ${onlyId ?? null})
      for update),
    moved as (
      update monthly_recurring_line r set next_on = (due.last_on + interval '1 month')::date
      from due where r.id = due.id)
    insert into monthly_manual_line
        (company_code, month_on, label, amount_cents, recurring_id, created_at, created_by, updated_at, updated_by)
      select due.company_code, begun::date, label, amount_cents, id, ${at}, created_by, ${at}, created_by
      from due, generate_series(due.next_on, due.last_on, interval '1 month') begun
      where not exists (select from monthly_financial m
        where m.company_code = due.company_code and m.month_on = begun::date and m.status = 'closed')
      returning id`.execute(db)
  return rows.length
}

/** Ends a recurring cost with its latest month that has a line. */
export async function stopRecurringLine(
  db: Database,
  id: number,
  { by, at }: Pick<NewLine, 'by' | 'at'>,
): Promise<void> {
  await db
    .updateTable('monthlyRecurringLine')
    .set({
      toOn: sql<string>`(next_on - interval '1 month')::date`,
      updatedAt: at,
      updatedBy: by,
    })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}
