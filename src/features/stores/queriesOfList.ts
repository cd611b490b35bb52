import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { keywordIn } from '#kit/list.ts'

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

/** What serving the store pays on a day, in 分 a month. */
function salaryOn(on: Day) {
  return sql<number | null>`(
    select terms.store_salary_cents from store_terms terms
      where terms.store_id = store.id and terms.replaced_at is null and terms.from_on <= ${on}
      order by terms.from_on desc limit 1)`
}

/**
 * A store with what a list shows beside the row: names, today's agents, yesterday's volume; the salary only for whom it
 * is not hidden from, so that nobody else's query even reads it.
 */
export function selectStores(db: Database, on: Day, seesPay: boolean) {
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
    .$if(seesPay, (query) => query.select(salaryOn(on).as('storeSalaryCents')))
}

/** How a list of stores may be ordered. */
export const STORE_ORDER = {
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
export function filteredStores(
  db: Database,
  reach: Expression<SqlBool>,
  filter: StoreFilter,
  on: Day,
  seesPay: boolean,
) {
  let query = selectStores(db, on, seesPay).where(reach).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
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
