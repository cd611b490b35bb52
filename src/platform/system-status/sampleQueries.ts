import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Sample } from './state.ts'

const MINUTE_MS = 60_000

/** Samples are kept for a month and some days. */
const KEPT_MS = 35 * 24 * 60 * MINUTE_MS

/** Stores values, unless there is one of the same key within the interval already. */
export async function addSamples(
  db: Database,
  values: Readonly<Record<string, number>>,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / everyMs) * everyMs)
  const rows = Object.entries(values).map(([key, value]) => ({ key, at, value: Math.round(value) }))
  if (rows.length === 0) return
  await db
    .insertInto('systemSample')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
  await db
    .deleteFrom('systemSample')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}

/** The samples whose key begins with a prefix, since an instant, oldest first; one a day is enough for a trend. */
export async function findTrends(db: Database, prefix: string, since: Date): Promise<Map<string, Sample[]>> {
  const { rows } = await sql<Sample & { key: string }>`
    select distinct on (key, date_trunc('day', at)) key, at, value from system_sample
    where starts_with(key, ${prefix}) and at >= ${since} order by key, date_trunc('day', at), at`.execute(db)
  const trends = new Map<string, Sample[]>()
  for (const { key, ...sample } of rows) {
    const name = key.slice(prefix.length)
    trends.set(name, [...(trends.get(name) ?? []), sample])
  }
  return trends
}

/** The oldest value of a key since an instant; null if there is none. */
export async function findOldest(db: Database, key: string, since: Date): Promise<number | null> {
  const row = await db
    .selectFrom('systemSample')
    .select('value')
    .where('key', '=', key)
    .where('at', '>=', since)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.value ?? null
}
