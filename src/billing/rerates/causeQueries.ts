import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import type { RerateCause } from './contract.ts'

/** Kinds of change per store since the given instants: imports, corrections, undone imports, service states, terms. */
export async function findCauses(
  db: Database,
  stores: readonly { storeId: number; since: Date }[],
  month: string,
): Promise<Map<number, RerateCause[]>> {
  if (stores.length === 0) return new Map()
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const [ids, instants] = [
    stores.map(({ storeId }) => storeId),
    stores.map(({ since }) => since.toISOString()),
  ]
  const { rows } = await sql<{ storeId: number; cause: RerateCause }>`
    with asked as (
      -- Of a price by tier the days of the month before count as well.
      select store_id, since, case when exists (select from store_terms terms where terms.store_id = given.store_id
          and terms.replaced_at is null and terms.pricing ->> 'model' = 'tier')
        then (${first}::date - interval '1 month')::date else ${first}::date end as first_on
      from unnest(${ids}::int[], ${instants}::timestamptz[]) given (store_id, since)),
    file as (
      select asked.store_id, asked.since, batch.committed_at, batch.undone_at from asked
        join import_group part on part.store_id = asked.store_id and part.committed
          and part.on_day between asked.first_on and ${last}::date
        join import_batch batch on batch.id = part.batch_id
      union all
      select asked.store_id, asked.since, past.committed_at,
          case past.status when 'undone' then past.updated_at end from asked
        join figure_file_row part on part.store_id = asked.store_id
          and part.on_day between asked.first_on and ${last}::date
        join figure_file past on past.id = part.file_id)
    select store_id, 'import' as cause from file where committed_at > since and undone_at is null
    union
    select asked.store_id, 'import' from asked join late_figure late on late.store_id = asked.store_id
      and late.on_day between ${first}::date and ${last}::date and late.created_at > asked.since
    union
    select store_id, 'undo' from file where undone_at > since and committed_at is not null
    union
    select asked.store_id, 'correction' from asked join figure_correction made on made.store_id = asked.store_id
      and made.on_day between asked.first_on and ${last}::date and greatest(made.created_at, made.ended_at) > asked.since
    union
    select asked.store_id, 'state' from asked join store_state state on state.store_id = asked.store_id
      and state.from_on <= ${last}::date and state.created_at > asked.since
    union
    select asked.store_id, 'terms' from asked join store_terms terms on terms.store_id = asked.store_id
      and terms.from_on <= ${last}::date and greatest(terms.created_at, terms.replaced_at) > asked.since
    order by 1, 2`.execute(db)
  const found = Map.groupBy(rows, ({ storeId }) => storeId)
  return new Map([...found].map(([storeId, causes]) => [storeId, causes.map(({ cause }) => cause)]))
}
