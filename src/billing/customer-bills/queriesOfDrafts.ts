import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { CustomerBill } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import type { DraftLine } from './proposal.ts'
import type { BillRow } from './queries.ts'

/** The lines of drafts as they stand, by bill. */
export async function findDraftLines(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, (DraftLine & { label: string | null })[]>> {
  const rows = await db
    .selectFrom('customerBillLine')
    .selectAll()
    .where(sql<boolean>`bill_id = any(${ids})`)
    .orderBy('billId')
    .orderBy('position')
    .execute()
  return Map.groupBy(
    rows.map(({ position: _position, ...line }) => line),
    ({ billId }) => billId,
  )
}

/**
 * The open months, from a day's month on, in which a store has drafts that nobody has touched. A run that proposes one of
 * them is waited for, and waits until the transaction ends.
 */
export async function lockMonthsDrafted(
  db: Database,
  { storeId, fromOn }: { storeId: number; fromOn: Day },
): Promise<string[]> {
  await sql`select from customer_bill_run run
    where run.month_on >= date_trunc('month', ${fromOn}::date)
      and run.company_code = (select company_code from store where id = ${storeId})
    order by run.month_on for update`.execute(db)
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(b.month_on, 'YYYY-MM') as month from customer_bill b
    where b.store_id = ${storeId} and b.status = 'draft' and b.origin = 'proposed'
      and b.month_on >= date_trunc('month', ${fromOn}::date)
      and not exists (select from monthly_financial m where m.company_code = b.company_code
        and m.month_on = b.month_on and m.status = 'closed')
    order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** Adds drafts with their lines; answers the rows in the same order. */
export async function insertDrafts(
  db: Database,
  drafts: readonly { row: Insertable<CustomerBill>; lines: readonly DraftLine[] }[],
): Promise<BillRow[]> {
  if (drafts.length === 0) return []
  const rows = await db
    .insertInto('customerBill')
    .values(drafts.map(({ row }) => row))
    .returningAll()
    .execute()
  const lines = rows.flatMap(({ id }, at) =>
    (drafts[at]?.lines ?? []).map((line, index) => ({ ...line, billId: id, position: index + 1 })),
  )
  if (lines.length > 0) await db.insertInto('customerBillLine').values(lines).execute()
  return rows
}
