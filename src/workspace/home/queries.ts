import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { Visit } from './visits.ts'

/** By store id: the agents assigned on a day, and the last day before it with figures. */
export async function findSilence(db: Database, storeIds: readonly number[], on: Day) {
  const { rows } = await sql<{ storeId: number; agents: string[]; lastReportedOn: Day | null }>`
    select store.id as store_id,
      array(select agent.name from store_assignment a join staff agent on agent.id = a.staff_id
        where a.store_id = store.id and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
        group by agent.id order by agent.name_pinyin, agent.id) as agents,
      (select d.on_day from store_daily d
        where d.store_id = store.id and d.on_day < ${on}
          and coalesce(d.consult_users, d.consult_sessions, d.handled_users) is not null
        order by d.on_day desc limit 1) as last_reported_on
    from store where store.id = any(${storeIds})`.execute(db)
  return new Map(rows.map((row) => [row.storeId, row]))
}

/** The number of days covered by the series of stores in service. */
const SERVING_DAYS = 30

/**
 * The number of stores within reach in service on each of the last days, ending today: counted back from today's number
 * by the later state changes.
 */
export async function findServingSeries(
  db: Database,
  reach: Expression<SqlBool>,
  on: Day,
): Promise<number[]> {
  const { rows } = await sql<{ serving: number }>`
    with change as (
      select s.from_on, (s.status = 'serving')::int - (before.status is not distinct from 'serving')::int as step
      from store_state s join store on store.id = s.store_id
        left join lateral (select status from store_state b where b.store_id = s.store_id
          and (b.from_on, b.id) < (s.from_on, s.id) order by b.from_on desc, b.id desc limit 1) before on true
      where s.from_on > ${on}::date - ${SERVING_DAYS}::int and ${reach}),
    today as (
      select count(*) as n from store where store.status = 'serving' and ${reach})
    select (today.n - coalesce(sum(step) filter (where from_on > day and from_on <= ${on}), 0))::int as serving
    from generate_series(0, ${SERVING_DAYS - 1}::int) back
      cross join lateral (select ${on}::date - back as day) that
      cross join today left join change on true
    group by day, today.n order by day`.execute(db)
  return rows.map(({ serving }) => serving)
}

/** The last saved visit of a person. */
export async function findVisit(db: Database, staffId: number): Promise<Visit | undefined> {
  return db
    .selectFrom('visit')
    .select(['beganAt', 'seenAt', 'beforeAt'])
    .where('staffId', '=', staffId)
    .executeTakeFirst()
}

/** Saves the visit of a person. */
export async function setVisit(db: Database, staffId: number, visit: Visit): Promise<void> {
  await db
    .insertInto('visit')
    .values({ staffId, ...visit })
    .onConflict((conflict) => conflict.column('staffId').doUpdateSet(visit))
    .execute()
}
