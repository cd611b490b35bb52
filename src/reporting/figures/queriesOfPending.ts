import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

interface PendingReminder {
  companyCode: string
  staffId: number
  /** Number of store-days. */
  stores: number
  firstOn: Day
}

/** The users to remind of figures that the platforms were still counting: the stores' heads and the importers. */
export async function findPendingReminders(
  db: Database,
  { from, to }: { from: Day; to: Day },
): Promise<PendingReminder[]> {
  const { rows } = await sql<PendingReminder>`
    with waiting as (
      select store_id, on_day, batch_id from store_daily where pending <> '{}' and on_day between ${from} and ${to}
      union
      select store_id, on_day, batch_id from agent_daily where pending <> '{}' and on_day between ${from} and ${to}),
    asked as (
      select store.company_code, store.leader_id as staff_id, waiting.store_id, waiting.on_day
        from waiting join store on store.id = waiting.store_id where store.leader_id is not null
      union
      select store.company_code, b.created_by, waiting.store_id, waiting.on_day
        from waiting join store on store.id = waiting.store_id join import_batch b on b.id = waiting.batch_id)
    select company_code, staff_id, count(*) as stores, min(on_day) as first_on
    from asked group by company_code, staff_id order by staff_id`.execute(db)
  return rows
}
