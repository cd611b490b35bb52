import { sql } from 'kysely'
import { IS_REVENUE } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import { insertMany } from './bulk.ts'

interface LossAmounts {
  recordId: number
  unpaidCents: number | null
  revenueCents: number | null
}

/**
 * Inserts the snapshots of losses with the billed and unpaid amounts at that time. Runs after the bills, since
 * snapshots cannot be changed later.
 */
export async function seedSnapshots(db: Database, rows: readonly object[]): Promise<void> {
  const found = await sql<LossAmounts>`
    select record.id as record_id,
      case when not record.taken_over then coalesce(sum(movement.amount_cents), 0)::bigint end as unpaid_cents,
      case when not record.taken_over then coalesce(sum(movement.amount_cents)
        filter (where movement.receipt_id is null and ${IS_REVENUE}), 0)::bigint end as revenue_cents
    from churn_record record
      left join receivable_movement movement on movement.customer_id = record.customer_id
        and (record.store_id is null or movement.store_id = record.store_id)
        and movement.on_day <= record.confirmed_on
      left join customer_bill bill on bill.id = movement.bill_id
      left join customer_bill source on source.id = bill.relates_to_id
    where record.confirmed_on is not null group by record.id`.execute(db)
  const byRecord = new Map(found.rows.map(({ recordId, ...amounts }) => [recordId, amounts]))
  const completeRows = rows.map((row) => ({
    ...row,
    ...byRecord.get((row as { recordId: number }).recordId),
  }))
  await insertMany(db, 'churnSnapshot', completeRows)
}
