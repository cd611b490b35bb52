import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import { rowsToSqlJson } from '#db/camelCase.ts'
import type { Database } from '#db/connect.ts'
import type { StoreWeek } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import type { StorePart } from './partialWeek.ts'
import { ROWS_PER_STATEMENT } from './queries.ts'
import { HIGH, MIDDLE } from './score.ts'

/** The churn risk for sorting: the score, or only its level for users who may not see the score. */
export const BY_SCORE = sql<number>`customer_week.score`
export const BY_LEVEL = sql<number>`case when customer_week.score >= ${HIGH} then 2
  when customer_week.score >= ${MIDDLE} then 1 else 0 end`

/**
 * Saves the stores' parts of customers' weeks, replacing earlier ones. Does not rewrite unchanged rows. If a merger
 * moved a store to another customer, its part moves with it.
 */
export async function putStoreWeeks(
  db: Database,
  { customerIds, weekOn }: { customerIds: readonly number[]; weekOn: Day },
  rows: readonly Insertable<StoreWeek>[],
): Promise<void> {
  const storeIds = rows.map(({ storeId }) => storeId)
  await sql`delete from store_week where week_on = ${weekOn} and customer_id = any(${[...customerIds]}::int[])
    and store_id <> all(${storeIds}::int[])`.execute(db)
  const set = PART_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  for await (const some of chunksOf(rows, ROWS_PER_STATEMENT)) {
    await sql`insert into store_week
      select * from jsonb_populate_recordset(null::store_week, ${rowsToSqlJson(some)}::jsonb)
      on conflict (store_id, week_on) do update set ${sql.join(set)}
      where (store_week.*) is distinct from (excluded.*)`.execute(db)
  }
}

const PART_COLUMNS = [
  'customerId',
  'companyCode',
  'volume',
  'expected',
  'reported',
  'volumeOf',
  'before',
  'quotaVolume',
  'quota',
  'targetBp',
  'replyPart',
  'replyBase',
  'replyPartBefore',
  'replyBaseBefore',
] as const

/** The stores' parts in these weeks of customers, each with whether the store is within reach. */
export async function findParts(
  db: Database,
  weeks: readonly { customerId: number; weekOn: Day }[],
  stores: Expression<SqlBool>,
) {
  const [ids, mondays] = [weeks.map((week) => week.customerId), weeks.map((week) => week.weekOn)]
  const { rows } = await sql<StorePart & { isWithin: boolean }>`
    select part.*, ${stores} as is_within
    from store_week part join store on store.id = part.store_id
    where (part.customer_id, part.week_on) in (select * from unnest(${ids}::int[], ${mondays}::date[]))
    order by part.store_id`.execute(db)
  return rows
}

/**
 * Lateral query with the sort columns of the weeks over the stores within reach: the order must not reveal more than
 * the displayed figures. Returns one row per row of `customer_week`.
 */
export function partFigures(stores: Expression<SqlBool>) {
  return sql<{ score: number; volume: number | null; changeBp: number | null; useBp: number | null }>`(
    select ${BY_LEVEL} as score, case when sums.reported > 0 then sums.volume end as volume,
      sums.compared::float / nullif((b1 + b2 + b3 + b4 - greatest(b1, b2, b3, b4) - least(b1, b2, b3, b4) + 1) / 2, 0)
        as change_bp,
      sums.used::float / nullif(sums.quota, 0) as use_bp
    from (
      select sum(part.volume) as volume, sum(reported) as reported, sum(quota) as quota, sum(quota_volume) as used,
        sum(part.volume) filter (where before is not null) as compared,
        sum(before[1]) as b1, sum(before[2]) as b2, sum(before[3]) as b3, sum(before[4]) as b4
      from store_week part join store on store.id = part.store_id
      where part.customer_id = customer_week.customer_id and part.week_on = customer_week.week_on
        and ${stores}) sums)`
}
