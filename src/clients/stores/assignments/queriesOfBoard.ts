import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Day, Span } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { keywordIn } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

/** Maximum number of rows on the board; a team has fewer. */
const MAX_STORES = 200
const MAX_AGENTS = 200

interface BoardFilter extends Span {
  headId?: number | undefined
  keyword?: string | undefined
}

/** The stores of a board within reach, and their total number. */
export async function findBoardStores(db: Database, reach: Expression<SqlBool>, filter: BoardFilter) {
  const { headId, keyword, fromOn, toOn } = filter
  let query = db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .where(reach)
    .where('store.status', '!=', 'stopped')
    .where(keywordIn(keyword, ['store.name', 'store.namePinyin', 'store.code', 'customer.name']))
  if (headId) {
    query = query.where(sql<SqlBool>`(store.leader_id = ${headId} or exists (
      select 1 from store_assignment a join staff on staff.id = a.staff_id
        where a.store_id = store.id and (staff.parent_id = ${headId} or staff.id = ${headId})
          and a.from_on <= ${toOn}::date and (a.to_on is null or a.to_on >= ${fromOn})))`)
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const stores = await query
    .select(['store.id', 'store.name', 'store.platform', 'store.status', 'store.companyCode', 'store.shifts'])
    .orderBy('store.namePinyin')
    .orderBy('store.id')
    .limit(MAX_STORES)
    .execute()
  return { stores, total }
}

/** The agents whom the actor may assign: those of the company, of a head's own team, or an agent's team mates. */
export async function findBoardAgents(db: Database, actor: Actor, headId: number | undefined) {
  const reach = scope(actor, 'canAssignStore', {
    company: 'staff.companyCode',
    team: (id) => sql<SqlBool>`(staff.parent_id = ${id} or staff.id = ${id})`,
    own: () => sql<SqlBool>`(staff.parent_id = ${actor.parentId} or staff.id = ${actor.parentId})`,
  })
  let query = db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'staff.companyCode', 'head.name as headName'])
    .where(reach)
    .where('staff.role', '=', ROLES.agent)
    .where('staff.status', '=', 'active')
  if (headId)
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  return query
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy(sql`staff.parent_id is not null`)
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
    .limit(MAX_AGENTS)
    .execute()
}

export interface Load {
  stores: number
  dailyVolume: number | null
}

const DAYS = 7

/**
 * The loads of agents on a day: the number of their stores on trial or in service, and Σ mean daily volume × share. The
 * mean is over the days with figures among the 7 days before.
 */
export async function findLoads(
  db: Database,
  staffIds: readonly number[],
  on: Day,
): Promise<Map<number, Load>> {
  const { rows } = await sql<Load & { staffId: number }>`
    select a.staff_id, count(distinct a.store_id)::int as stores,
        round(sum(daily.mean * a.share_percent / 100))::int as daily_volume
      from store_assignment a join store on store.id = a.store_id and store.status in ('trial', 'serving')
        left join lateral (
          select avg(coalesce(d.consult_users, d.consult_sessions, d.handled_users)) as mean from store_daily d
            where d.store_id = a.store_id and d.on_day >= ${addDays(on, -DAYS)} and d.on_day < ${on}) daily on true
      where a.staff_id = any(${[...staffIds]}) and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
      group by a.staff_id`.execute(db)
  return new Map(rows.map(({ staffId, ...load }) => [staffId, load]))
}
