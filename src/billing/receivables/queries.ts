import { sql } from 'kysely'
import { IS_REVENUE } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { LATE, openBills } from './queriesOfAgeing.ts'
import type { Overdue } from './rules.ts'

/** What a customer owes now, and what is held of its deposit; 分. */
export interface Balance {
  receivableCents: number
  depositCents: number
}

/** The balances of customers, by their number; the caller has asked who may see them. */
export async function findBalances(db: Database, ids: readonly number[]): Promise<Map<number, Balance>> {
  const { rows } = await sql<Balance & { id: number }>`
    select id, deposit_held(id) as deposit_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from receivable_movement where customer_id = id)
        as receivable_cents
    from unnest(${ids}::int[]) as id`.execute(db)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}

/** What was overdue of customers at the end of a day; who owed nothing late is not there. The caller asks who may see it. */
export async function findOverdue(
  db: Database,
  customerIds: readonly number[],
  on: Day,
): Promise<Map<number, Overdue>> {
  const reach = sql<boolean>`customer_bill.customer_id = any(${[...customerIds]}::int[])`
  const rows = await db
    .selectFrom(openBills(db, { reach, on, isToday: false }).as('open'))
    .select('open.customerId')
    .select([
      sql<number>`sum(open.owed_cents)::bigint`.as('cents'),
      sql<number>`max(open.past_due)`.as('days'),
    ])
    .where(LATE)
    .groupBy('open.customerId')
    .execute()
  return new Map(rows.map(({ customerId, ...overdue }) => [customerId, overdue]))
}

/** Of whom: a customer as a whole, or some of its stores alone. */
export type Debtor = { customerId: number } | { storeIds: readonly number[] }

/** What the customer, or its stores, owe now, and what they have brought in all; 分. */
export async function findCourse(
  db: Database,
  of: Debtor,
): Promise<{ unpaidCents: number; revenueCents: number }> {
  const whose =
    'customerId' in of
      ? sql<boolean>`bill.customer_id = ${of.customerId}`
      : sql<boolean>`bill.store_id = any(${of.storeIds})`
  const { rows } = await sql<{ unpaidCents: number; revenueCents: number }>`
    select coalesce(sum(bill.total_cents - bill.received_cents), 0)::bigint as unpaid_cents,
      coalesce(sum(bill.total_cents) filter (where ${IS_REVENUE}), 0)::bigint as revenue_cents
    from customer_bill bill left join customer_bill source on source.id = bill.relates_to_id
    where ${whose} and bill.status not in ('draft', 'void')`.execute(db)
  return rows[0] ?? { unpaidCents: 0, revenueCents: 0 }
}
