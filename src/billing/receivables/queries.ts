import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { IS_OVERDUE, openBills } from './queriesOfAgeing.ts'
import type { Overdue } from './rules.ts'

/** Overdue amounts by customer at the end of a day; omits customers without any. The caller checks permissions. */
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
    .where(IS_OVERDUE)
    .groupBy('open.customerId')
    .execute()
  return new Map(rows.map(({ customerId, ...overdue }) => [customerId, overdue]))
}
