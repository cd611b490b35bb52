import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Store } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { itemsOf, keywordIn, sizesOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

/**
 * The stores that a permission reaches on a day. A head's team has the stores that the head leads and those assigned
 * to the team; a member's own are the assigned ones; a sales person's own belong to the own customers. The day may be a
 * column.
 */
export function storeScope(
  actor: Actor,
  permission: Permission,
  on: Day | Expression<Day | null>,
): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'store.companyCode',
    team: (headId) => sql<SqlBool>`(store.leader_id = ${headId} or exists (
      select 1 from store_assignment a join staff on staff.id = a.staff_id
        where a.store_id = store.id and (staff.parent_id = ${headId} or staff.id = ${headId})
          and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})))`,
    own: (staffId, role) =>
      role === ROLES.agent
        ? sql<SqlBool>`exists (
            select 1 from store_assignment a
              where a.store_id = store.id and a.staff_id = ${staffId}
                and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))`
        : sql<SqlBool>`exists (
            select 1 from customer where customer.id = store.customer_id and customer.owner_id = ${staffId})`,
  })
}

/** Leaves out stopped stores for whom may not see them (`canReadStopStore`). */
export function stoppedScope(actor: Actor): Expression<SqlBool> {
  return can(actor, 'canReadStopStore') ? sql<SqlBool>`true` : sql<SqlBool>`store.status <> 'stopped'`
}

/** The stores whose record a person may read: within reach, and a stopped one only where that is allowed. */
export function readableStores(actor: Actor, on: Day): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canReadStore', on)} and ${stoppedScope(actor)})`
}

/** The names of those assigned to the store on a day. */
function agentsOn(on: Day) {
  return sql<string[]>`array(
    select agent.name from store_assignment a join staff agent on agent.id = a.staff_id
      where a.store_id = store.id and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
      group by agent.id order by agent.name_pinyin, agent.id)`
}

/** Each store's volume on a day: consult users; where the platform has none, sessions, then handled users (domain.md). */
function volumesOn(db: Database, day: Day) {
  return db
    .selectFrom('storeDaily')
    .select(['storeId', sql<number>`coalesce(consult_users, consult_sessions, handled_users)`.as('volume')])
    .where('onDay', '=', day)
    .as('yesterday')
}

/** A store with what a list shows beside the row: names, today's agents, yesterday's volume. */
function selectStores(db: Database, on: Day) {
  return db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin('staff as leader', 'leader.id', 'store.leaderId')
    .leftJoin('staff as editor', 'editor.id', 'store.updatedBy')
    .leftJoin(volumesOn(db, addDays(on, -1)), (join) => join.onRef('yesterday.storeId', '=', 'store.id'))
    .selectAll('store')
    .select([
      'customer.name as customerName',
      'owner.name as ownerName',
      'leader.name as leaderName',
      'editor.name as updatedByName',
      'yesterday.volume as yesterdayVolume',
      agentsOn(on).as('agents'),
    ])
}

const ORDER = {
  columns: {
    id: 'store.id',
    code: 'store.code',
    name: 'store.namePinyin',
    customerName: 'customer.namePinyin',
    platform: 'store.platform',
    onlineOn: 'store.onlineOn',
    contractEndOn: 'store.contractEndOn',
    yesterdayVolume: 'yesterday.volume',
    createdAt: 'store.createdAt',
  },
  fallback: '-id',
  tieBreaker: 'store.id',
}

const KEYWORD_COLUMNS = ['store.name', 'store.namePinyin', 'store.code', 'customer.name']

export interface StoreFilter {
  keyword?: string | undefined
  platform?: string[] | undefined
  status?: string[] | undefined
  leaderId?: number[] | undefined
  customerId?: number[] | undefined
  staffId?: number[] | undefined
  contractEndFrom?: Day | undefined
  contractEndTo?: Day | undefined
  companyCode?: string[] | undefined
}

/** The stores under every filter but the status, on a day. */
function filtered(db: Database, reach: Expression<SqlBool>, filter: StoreFilter, on: Day) {
  let query = selectStores(db, on).where(reach).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.platform) query = query.where('store.platform', 'in', filter.platform)
  if (filter.leaderId) query = query.where('store.leaderId', 'in', filter.leaderId)
  if (filter.customerId) query = query.where('store.customerId', 'in', filter.customerId)
  if (filter.contractEndFrom) query = query.where('store.contractEndOn', '>=', filter.contractEndFrom)
  if (filter.contractEndTo) query = query.where('store.contractEndOn', '<=', filter.contractEndTo)
  if (filter.companyCode) query = query.where('store.companyCode', 'in', filter.companyCode)
  if (filter.staffId) {
    query = query.where(sql<SqlBool>`exists (
      select 1 from store_assignment a where a.store_id = store.id and a.staff_id = any(${filter.staffId})
        and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))`)
  }
  return query
}

/** A page of the stores within reach, and how many there are by status under the same other filters. */
export async function findStores(
  db: Database,
  reach: Expression<SqlBool>,
  filter: StoreFilter & PageInput,
  on: Day,
) {
  let query = filtered(db, reach, filter, on)
  const counts = await query
    .clearSelect()
    .select(['store.status', sql<number>`count(*)`.as('count')])
    .groupBy('store.status')
    .execute()
  if (filter.status) query = query.where('store.status', 'in', filter.status)
  return { items: await itemsOf(query, filter, ORDER), ...sizesOf(counts, filter.status) }
}

/** One store within reach, with what a page shows; throws NOT_FOUND. */
export async function getStore(db: Database, reach: Expression<SqlBool>, id: number, on: Day) {
  const row = await selectStores(db, on).where('store.id', '=', id).where(reach).executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

/** The bare row within reach, locked until the transaction ends; throws NOT_FOUND. */
export async function lockStore(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('store')
    .selectAll()
    .where('store.id', '=', id)
    .where(reach)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

const MAX_OPTIONS = 200

/** Stores to choose from; stopped ones only where they are asked for by number. */
export async function findStoreOptions(
  db: Database,
  reach: Expression<SqlBool>,
  filter: { keyword?: string | undefined; id?: number[] | undefined; platform?: string[] | undefined },
) {
  let query = db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id', 'store.name', 'store.platform'])
    .where(reach)
    .where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.platform) query = query.where('store.platform', 'in', filter.platform)
  if (filter.id) query = query.where('store.id', 'in', filter.id)
  else query = query.where('store.status', '!=', 'stopped')
  return query.orderBy('store.namePinyin').orderBy('store.id').limit(MAX_OPTIONS).execute()
}

/** The customer of a store to be, within reach. */
export async function findStoreCustomer(db: Database, reach: Expression<SqlBool>, id: number) {
  return db
    .selectFrom('customer')
    .select(['customer.id', 'customer.companyCode', 'customer.status'])
    .where('customer.id', '=', id)
    .where(reach)
    .forShare()
    .executeTakeFirst()
}

/** What a store asks about its head to be. */
export async function findLeader(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['role', 'parentId', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Adds a store; answers the row. */
export async function insertStore(db: Database, row: Insertable<Store>) {
  return db.insertInto('store').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a store whose version was checked under the lock; answers the row. */
export async function updateStore(db: Database, id: number, changes: Updateable<Store>) {
  return db
    .updateTable('store')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
