import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** The bills and agents that the price of a store affects in some months. */
export interface Repriced {
  /** Drafts that were created or edited by hand; a new price does not change them. */
  changedDrafts: number
  issued: number
  /** Sum of the issued bills, in 分. */
  issuedCents: number
  /** The number of agents assigned in these months. */
  agents: number
}

/** Counts the bills and agents of a store from `fromOn` to `toOn` that depend on its price. */
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
