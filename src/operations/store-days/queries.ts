import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

declare const readyUntil: unique symbol

/** Proof that the `store_day` rows up to a day exist. Readers require it, so that none skips `beginStoreDays`. */
export interface StoreDaysReady {
  readonly [readyUntil]: Day
}

/**
 * Creates the missing `store_day` rows of all stores up to a day (docs/decisions/098). Usually there are none. If the
 * job has not run, the first reader of a new day creates them, which takes about a second for 20,000 stores.
 */
export async function createStoreDays(db: Database, today: Day): Promise<StoreDaysReady> {
  const { rows } = await sql`select 1 from store_days_begun where on_day >= ${today}`.execute(db)
  if (rows.length === 0) await sql`select begin_store_days(${today}::date)`.execute(db)
  return {} as StoreDaysReady
}

/** Returns the last day for which all stores have their rows; null before the first. */
export async function findLastStoreDay(db: Database): Promise<Day | null> {
  const row = await db.selectFrom('storeDaysBegun').select('onDay').executeTakeFirst()
  return row?.onDay ?? null
}
