import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { type PageInput, pageOf } from '#kit/list.ts'

/** Counts that are compared; averages and rates would differ by rounding alone. */
const COMPARED = [
  'consult_users',
  'consult_sessions',
  'handled_users',
  'unreplied',
  'satisfied',
  'evaluated',
  'inquiry_users',
  'order_users',
]

/** How many days back differences are listed. */
export const DIFFERENCE_DAYS = 92

interface Difference {
  storeId: number
  onDay: Day
  nick: string
  sides: { measure: string; keyed: number; imported: number | null }[]
  worklogIds: number[]
}

/**
 * Differences between keyed and imported figures: a nick's against the platform's, and a template's store row against
 * the store's current row. Manually corrected figures count as decided and are excluded.
 */
function differencesSince(since: Day) {
  const sums = sql.raw(COMPARED.map((column) => `sum(k.${column}) as ${column}`).join(', '))
  return sql<Difference>`(
    select found.store_id, found.on_day, found.nick, found.worklog_ids, found.sides from (
      select k.store_id, k.on_day, k.nick, k.worklog_ids,
        (select jsonb_agg(jsonb_build_object('measure', e.key, 'keyed', e.value, 'imported', stands.figures -> e.key)
            order by e.key)
          from jsonb_each(to_jsonb(k)) e
          where e.key = any(${COMPARED}) and e.value <> 'null' and stands.figures -> e.key is distinct from e.value
            and e.key <> all(stands.corrected)) as sides
      from (
        select k.store_id, k.on_day, coalesce(k.nick, '') as nick, ${sums},
          coalesce(array_agg(k.worklog_id) filter (where k.worklog_id is not null), '{}') as worklog_ids
        from keyed_figure k where k.on_day >= ${since}
        group by k.store_id, k.on_day, coalesce(k.nick, '')) k
      join lateral (
        select to_jsonb(a) as figures, a.corrected from agent_daily a
          where a.store_id = k.store_id and a.on_day = k.on_day and a.nick = k.nick and a.source = 'imported'
        union all
        select to_jsonb(d), d.corrected from store_daily d
          where k.nick = '' and d.store_id = k.store_id and d.on_day = k.on_day) stands on true) found
    where found.sides is not null)`
}

interface Filter extends PageInput {
  storeId?: number[] | undefined
  checked: boolean
  since: Day
}

function selectDifferences(
  db: Database,
  reach: Expression<SqlBool>,
  { since, checked, storeId }: Omit<Filter, keyof PageInput>,
) {
  let query = db
    .selectFrom(differencesSince(since).as('difference'))
    .innerJoin('store', 'store.id', 'difference.storeId')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .leftJoin('figureCheck as seen', (join) =>
      join
        .onRef('seen.storeId', '=', 'difference.storeId')
        .onRef('seen.onDay', '=', 'difference.onDay')
        .onRef('seen.nick', '=', 'difference.nick')
        .on(sql<SqlBool>`seen.sides = difference.sides`),
    )
    .leftJoin('staffName as checker', 'checker.id', 'seen.checkedBy')
    .where(reach)
    .where('seen.storeId', checked ? 'is not' : 'is', null)
  if (storeId) query = query.where('store.id', 'in', storeId)
  return query
}

/** The number of keyed rows since a day that have an imported counterpart, at stores within reach. */
export async function countCompared(db: Database, reach: Expression<SqlBool>, since: Day): Promise<number> {
  const { rows } = await sql<{ compared: number }>`
    select count(distinct (k.store_id, k.on_day, coalesce(k.nick, '')))::int as compared
    from keyed_figure k join store on store.id = k.store_id join customer on customer.id = store.customer_id
    where k.on_day >= ${since} and ${reach} and (
      exists (select from agent_daily a where a.store_id = k.store_id and a.on_day = k.on_day and a.nick = k.nick
        and a.source = 'imported')
      or k.nick is null and exists (select from store_daily d where d.store_id = k.store_id and d.on_day = k.on_day))`.execute(
    db,
  )
  return rows[0]?.compared ?? 0
}

/** A page of differences of stores within reach, newest day first. */
export async function findDifferences(db: Database, reach: Expression<SqlBool>, filter: Filter) {
  const query = selectDifferences(db, reach, filter).select([
    'difference.storeId',
    'store.name as storeName',
    'store.companyCode',
    'difference.onDay as on',
    'difference.nick',
    'difference.sides',
    'difference.worklogIds',
    'seen.note',
    'checker.name as checkedByName',
  ])
  return pageOf(query, filter, {
    columns: { on: 'difference.onDay' },
    fallback: '-on',
    tieBreaker: 'difference.storeId',
  })
}

/** An unchecked difference within reach; undefined if there is none. */
export async function findDifference(
  db: Database,
  reach: Expression<SqlBool>,
  one: { storeId: number; on: Day; nick: string },
) {
  return selectDifferences(db, reach, { since: one.on, checked: false, storeId: [one.storeId] })
    .select(['difference.sides', 'store.companyCode'])
    .where('difference.onDay', '=', one.on)
    .where('difference.nick', '=', one.nick)
    .executeTakeFirst()
}
