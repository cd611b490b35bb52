import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope } from '#billing/customer-bills/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'

/** The reasons why a customer is at risk, most urgent first. */
export const RISKS = ['zero', 'fall', 'overdue', 'ending'] as const
export type Risk = (typeof RISKS)[number]

export interface RiskRow {
  customerId: number
  customerName: string
  why: Risk
  /** zero and fall: change in basis points; overdue and ending: days. */
  value: number | null
  /** The id of the warning, for zero and fall. */
  warningId: number | null
}

/** Customers overdue for more days than this are listed. */
const LATE_DAYS = 7

/**
 * Customers within reach whose volume fell, who are overdue for more than a week, or whose contract ends: one row per
 * reason.
 */
export async function findRisks(
  db: Database,
  actor: Actor,
  { on, endsBy }: { on: Day; endsBy: Day },
): Promise<RiskRow[]> {
  const { rows } = await sql<RiskRow>`
    select customer.id as customer_id, customer.name as customer_name, risk.why, risk.value, risk.warning_id
    from (
      select customer_id, kind as why, value, id as warning_id from warning
        where status in ('pending', 'handling') and kind in ('zero', 'fall')
      union all
      select customer_id, 'overdue', max(${on}::date - due_on), null::int from customer_bill
        where status in ('open', 'partial') and total_cents > 0 and due_on < ${on}::date - ${LATE_DAYS}::int
          and ${billScope(actor)}
        group by customer_id
      union all
      select id, 'ending', contract_end_on - ${on}::date, null from customer
        where status in ('trial', 'active', 'paused') and contract_end_on between ${on}::date and ${endsBy}::date) risk
      join customer on customer.id = risk.customer_id
    where ${customerScope(actor, 'canWarningCustomer', on)}
    order by customer.id`.execute(db)
  return rows
}

/** A store in service, with the pricing of a day and the daily mean volume of the previous month. */
export interface FeeRow {
  customerId: number
  pricing: Pricing
  meanVolume: number | null
}

/** The stores in service of some customers, without those that have no terms. */
export async function findFees(db: Database, customerIds: readonly number[], on: Day): Promise<FeeRow[]> {
  const before = monthBefore(monthOf(on))
  const { rows } = await sql<Omit<FeeRow, 'pricing'> & { pricing: unknown }>`
    select store.customer_id, terms.pricing,
      (select volume::float8 / volume_days from store_month
        where store_id = store.id and month_on = date_trunc('month', ${lastDayOf(before)}::date) and volume_days > 0
      ) as mean_volume
    from store cross join lateral (
        select pricing from store_terms where store_id = store.id and from_on <= ${on} and replaced_at is null
        order by from_on desc, id desc limit 1) terms
    where store.customer_id = any(${[...customerIds]}::int[]) and store.status = 'serving'`.execute(db)
  return rows.map((row) => ({ ...row, pricing: row.pricing as Pricing }))
}
