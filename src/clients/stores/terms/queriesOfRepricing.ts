import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** What rests on the price of a store in some months. */
export interface Repriced {
  /** Drafts that somebody has changed: they keep what was agreed on. */
  changedDrafts: number
  issued: number
  /** Σ of the issued ones, 分. */
  issuedCents: number
  /** People who were assigned in these months. */
  agents: number
}

/** Counts the bills of a store's months that follow from its price, and who served it. */
export async function countRepriced(
  db: Database,
  storeId: number,
  { fromOn, toOn }: { fromOn: Day; toOn: Day },
): Promise<Repriced> {
  const { rows } = await sql<Repriced>`
    with bill as (select status, origin, total_cents from customer_bill where store_id = ${storeId}
      and kind in ('service', 'overage', 'commission')
      and month_on between date_trunc('month', ${fromOn}::date) and ${toOn}::date)
    select count(*) filter (where status = 'draft' and origin <> 'proposed') as changed_drafts,
      count(*) filter (where status not in ('draft', 'void')) as issued,
      coalesce(sum(total_cents) filter (where status not in ('draft', 'void')), 0)::bigint as issued_cents,
      (select count(distinct staff_id) from store_assignment where store_id = ${storeId}
        and from_on <= ${toOn}::date and (to_on is null or to_on >= ${fromOn}::date)) as agents
    from bill`.execute(db)
  return rows[0] as Repriced
}
