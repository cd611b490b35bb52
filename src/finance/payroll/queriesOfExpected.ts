import { sql } from 'kysely'
import { servedDays } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysFrom } from '#kit/calendar.ts'
import { daysOf } from './queriesOfFacts.ts'

/** Per store: days of the month with known sales of agents, and days in service. */
export async function findSalesDays(
  db: Database,
  month: string,
  storeIds: readonly number[],
): Promise<Map<number, { known: number; served: number }>> {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ id: number; known: number; states: { fromOn: Day; status: string }[] }>`
    select store.id,
      (select count(distinct on_day)::int from agent_daily d where d.store_id = store.id and d.source = 'imported'
        and d.sales_cents is not null and d.on_day between ${first}::date and ${last}::date) as known,
      (select coalesce(json_agg(json_build_object('fromOn', from_on, 'status', status) order by from_on, id), '[]')
        from store_state where store_id = store.id and from_on <= ${last}::date) as states
    from unnest(${[...storeIds]}::int[]) store(id)`.execute(db)
  const days = daysFrom(first, last)
  return new Map(
    rows.map(({ id, known, states }) => [id, { known, served: servedDays(days, states).length }]),
  )
}
