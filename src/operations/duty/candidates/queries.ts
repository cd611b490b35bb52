import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import type { Experience } from './rules.ts'

/** How often people were assigned to stores before, and how often as a substitute. */
export async function findExperience(
  db: Database,
  { staffIds, storeIds }: { staffIds: readonly number[]; storeIds: readonly number[] },
): Promise<Experience[]> {
  const { rows } = await sql<Experience>`
    select staff_id, store_id, count(*) filter (where duty = 'substitute')::int as stood_in from store_assignment
      where staff_id = any(${[...staffIds]}::int[]) and store_id = any(${[...storeIds]}::int[])
      group by staff_id, store_id`.execute(db)
  return rows
}

/** Days of figures before today that the mean of a store is taken over. */
const DAYS = 7

/** The mean daily volume of stores over the days with figures among the last 7. Stores without figures are absent. */
export async function findVolumes(
  db: Database,
  storeIds: readonly number[],
  today: Day,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ storeId: number; volume: number }>`
    select store_id, avg(coalesce(consult_users, consult_sessions, handled_users))::float8 as volume from store_daily
      where store_id = any(${[...storeIds]}::int[]) and on_day >= ${addDays(today, -DAYS)} and on_day < ${today}
      group by store_id
      having avg(coalesce(consult_users, consult_sessions, handled_users)) is not null`.execute(db)
  return new Map(rows.map(({ storeId, volume }) => [storeId, volume]))
}
