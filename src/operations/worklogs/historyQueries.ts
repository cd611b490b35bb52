import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'

/** How many days before a log's day are looked at, and on how many of them a file must have come (decision 118). */
const DAYS = 7
const MIN_FILE_DAYS = 3

/** What the days before a log say about a store. */
export interface StoreHistory {
  /** Whether files with figures by nick usually come for the store, so that the next one is expected. */
  hasFiles: boolean
  /** The person's mean of handled buyers per day with figures, rounded; null without any. */
  mean7: number | null
}

/** Returns the last seven days before a log, by store. Stores without any figures are not included. */
export async function findHistories(
  db: Database,
  { staffId, on }: { staffId: number; on: Day },
  storeIds: readonly number[],
): Promise<Map<number, StoreHistory>> {
  if (storeIds.length === 0) return new Map()
  const { rows } = await sql<{ storeId: number; fileDays: number; mean7: number | null }>`
    select store_id, (count(*) filter (where is_file))::int as file_days, round(avg(handled))::int as mean7
      from (select d.store_id, d.on_day, bool_or(d.source <> 'keyed') as is_file,
          sum(d.handled_users) filter (where b.staff_id is not null) as handled
        from agent_daily d
        left join agent_account b on b.store_id = d.store_id and b.nick = d.nick and b.staff_id = ${staffId}
          and b.from_on <= d.on_day and (b.to_on is null or b.to_on >= d.on_day)
        where d.store_id = any(${[...storeIds]}::int[]) and d.on_day between ${addDays(on, -DAYS)} and ${addDays(on, -1)}
        group by d.store_id, d.on_day) day
      group by store_id`.execute(db)
  return new Map(
    rows.map(({ storeId, fileDays, mean7 }) => [storeId, { hasFiles: fileDays >= MIN_FILE_DAYS, mean7 }]),
  )
}
