import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

declare const begun: unique symbol

/** That the days up to one have begun: whoever reads `store_day` shows it, so that no reader forgets to ask. */
export interface Begun {
  readonly [begun]: Day
}

/**
 * Makes sure that every store has its rows of `store_day` up to a day (docs/decisions/098). Nearly always they are there;
 * else this writes them: about a second for 20,000 stores, for whoever reads first in a new day where the job has not run.
 */
export async function beginStoreDays(db: Database, today: Day): Promise<Begun> {
  const { rows } = await sql`select 1 from store_days_begun where on_day >= ${today}`.execute(db)
  if (rows.length === 0) await sql`select begin_store_days(${today}::date)`.execute(db)
  return {} as Begun
}

/** Up to which day all stores have their rows; null before the first. */
export async function findBegun(db: Database): Promise<Day | null> {
  const row = await db.selectFrom('storeDaysBegun').select('onDay').executeTakeFirst()
  return row?.onDay ?? null
}
