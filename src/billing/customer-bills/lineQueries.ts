import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { withPricing } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { billScope } from './queries.ts'

/** Reads a line of a bill in scope, with the needed fields of the bill; throws NOT_FOUND. */
export async function getLine(db: Database, actor: Actor, billId: number, position: number) {
  const row = await db
    .selectFrom('customerBillLine as line')
    .innerJoin('customerBill', 'customerBill.id', 'line.billId')
    .leftJoin('store', 'store.id', 'customerBill.storeId')
    .leftJoin('customerBill as related', 'related.id', 'customerBill.relatesToId')
    .selectAll('line')
    .select(['customerBill.origin', 'customerBill.reason', 'customerBill.kind', 'customerBill.monthOn'])
    .select(['customerBill.customerId', 'customerBill.storeId', 'store.name as storeName'])
    .select(['related.id as relatedId', 'related.code as relatedCode'])
    .select('related.totalCents as relatedCents')
    .where('line.billId', '=', billId)
    .where('line.position', '=', position)
    .where(billScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('账单的这一行')
  return row
}

/** A store's figures of a day, with their source. */
export interface SourcedDay {
  onDay: Day
  volume: number | null
  salesCents: number | null
  source: 'imported' | 'keyed' | 'sum'
  fileName: string | null
  row: number | null
}

/** A store's figures of a month as bills use them, each with import file and row. */
export async function findSourcedDays(db: Database, storeId: number, month: string): Promise<SourcedDay[]> {
  const { rows } = await sql<SourcedDay>`
    select d.on_day, coalesce(d.consult_users, d.consult_sessions, d.handled_users) as volume,
      d.sales_cents, d.source, b.file_name, r.row_no as row
    from store_daily d
      left join import_batch b on b.id = d.batch_id and d.source = 'imported'
      left join import_group g on g.batch_id = b.id and g.store_id = d.store_id and g.on_day = d.on_day
      left join import_row r on r.batch_id = b.id and r.group_id = g.id and r.nick is null
    where d.store_id = ${storeId} and d.on_day between ${`${month}-01`} and ${lastDayOf(month)}
    order by d.on_day`.execute(db)
  return rows
}

/** Pricings of terms, including replaced terms. */
export async function findPricings(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('storeTerms')
    .select(['id', 'fromOn', 'pricing'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('fromOn')
    .execute()
  return rows.map(withPricing)
}

/** The last proposal of a bill, from the audit log; undefined if there was none. */
export async function findProposal(db: Database, billId: number) {
  const { rows } = await sql<{ lines: string[] | null; totalCents: number | null }>`
    select changes -> 'lines' -> 1 as lines, (changes -> 'totalCents' ->> 1)::bigint as total_cents
    from audit where entity = 'customer-bill' and record_id = ${String(billId)} and action = 'propose'
    order by id`.execute(db)
  // The log contains the total only if it changed.
  const total = rows.findLast(({ totalCents }) => totalCents !== null)?.totalCents
  const lines = rows.findLast((row) => row.lines !== null)?.lines
  return lines && total !== undefined && total !== null ? { lines, totalCents: total } : undefined
}
