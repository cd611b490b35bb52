import { type Expression, type SqlBool, sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import { isBilledFor, isUnpriced, lacksPriceIn, wasServedIn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { contains, hasGrams, idsUnlessCommon, keywordInNames } from '#kit/list.ts'
import type { Platform, StoreStatus } from './contract.ts'

/** The names of the staff assigned to the store on a day. */
function agentsOn(on: Day) {
  return sql<string[]>`array(
    select agent.name from store_assignment a join staff agent on agent.id = a.staff_id
      where a.store_id = store.id and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
      group by agent.id order by agent.name_pinyin, agent.id)`
}

/** Each store's volume on a day: consult users; if the platform has none, sessions, then handled users (domain.md). */
function volumesOn(db: Database, day: Day) {
  return db
    .selectFrom('storeDaily')
    .select(['storeId', sql<number>`coalesce(consult_users, consult_sessions, handled_users)`.as('volume')])
    .where('onDay', '=', day)
    .as('yesterday')
}

/** The store salary in effect on a day, in 分 per month. */
function salaryOn(on: Day) {
  return sql<number | null>`(
    select terms.store_salary_cents from store_terms terms
      where terms.store_id = store.id and terms.replaced_at is null and terms.from_on <= ${on}
      order by terms.from_on desc limit 1)`
}

/** The pricing model in effect on a day. */
function modelOn(on: Day) {
  return sql<Pricing['model'] | null>`(
    select terms.pricing ->> 'model' from store_terms terms
      where terms.store_id = store.id and terms.replaced_at is null and terms.from_on <= ${on}
      order by terms.from_on desc limit 1)`
}

/**
 * Stores with names, current agents and yesterday's volume. Salary and pricing model are selected only with `seesPay`,
 * so that queries for other users never read them. `dayBefore` is passed where `on` is a placeholder (`compileOnce`),
 * from which no day can be computed.
 */
export function selectStores(db: Database, on: Day, seesPay: boolean, dayBefore = addDays(on, -1)) {
  return db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin('staff as leader', 'leader.id', 'store.leaderId')
    .leftJoin('staffName as editor', 'editor.id', 'store.updatedBy')
    .leftJoin(volumesOn(db, dayBefore), (join) => join.onRef('yesterday.storeId', '=', 'store.id'))
    .selectAll('store')
    .select([
      'customer.name as customerName',
      'owner.name as ownerName',
      'leader.name as leaderName',
      'editor.name as updatedByName',
      'yesterday.volume as yesterdayVolume',
      agentsOn(on).as('agents'),
    ])
    .$if(seesPay, (query) =>
      query.select([salaryOn(on).as('storeSalaryCents'), modelOn(on).as('pricingModel')]),
    )
}

/** The sort columns of store lists. */
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
  neverEmpty: ['code', 'name', 'customerName', 'platform', 'createdAt'],
}

/** The ids of the listed stores, with only the joins that the sort needs. */
export function storeIds(
  db: Database,
  listed: Expression<SqlBool>,
  on: Day,
  { status, sort }: Pick<StoreFilter, 'status'> & { sort?: string | undefined },
) {
  const by = sort?.replace(/^-/, '')
  const ids = db.selectFrom('store').select('store.id').where(listed)
  return (status ? ids.where('store.status', 'in', status) : ids)
    .$if(by === 'customerName', (query) => query.innerJoin('customer', 'customer.id', 'store.customerId'))
    .$if(by === 'yesterdayVolume', (query) =>
      query.leftJoin(volumesOn(db, addDays(on, -1)), (join) =>
        join.onRef('yesterday.storeId', '=', 'store.id'),
      ),
    )
}

export interface StoreFilter {
  keyword?: string | undefined
  platform?: Platform[] | undefined
  status?: StoreStatus[] | undefined
  leaderId?: number[] | undefined
  customerId?: number[] | undefined
  staffId?: number[] | undefined
  contractEndFrom?: Day | undefined
  contractEndTo?: Day | undefined
  /** In service in that month without a bill for it. */
  unbilled?: string | undefined
  /** `none`: without a price today; a month: lacks one for a day in service. */
  price?: string | undefined
  companyCode?: string[] | undefined
}

const CUSTOMER_NAMES = {
  name: 'customer.name',
  nameKey: 'customer.nameKey',
  pinyin: 'customer.namePinyin',
  code: 'customer.code',
}

const NAME_COLUMNS = {
  name: 'store.name',
  nameKey: 'store.nameKey',
  pinyin: 'store.namePinyin',
  code: 'store.code',
}

/**
 * SQL condition: the store's name, pinyin or code, or the customer's name, contains the keyword; true without one. If
 * the keyword is rare, indexes find the ids first. The caller adds the reach.
 */
export async function storesWith(db: Database, keyword: string | undefined): Promise<Expression<SqlBool>> {
  if (!keyword) return sql<SqlBool>`true`
  const matches = keywordInNames(keyword, NAME_COLUMNS)
  const ofCustomer = contains(sql.ref('customer.name'), keyword)
  const named = await findIdsByKeyword(db, { keyword, matches, ofCustomer })
  if (named) return sql<SqlBool>`store.id = any(${named})`
  return sql<SqlBool>`(${matches} or exists (
    select 1 from customer where customer.id = store.customer_id and ${ofCustomer}))`
}

interface KeywordConditions {
  keyword: string
  matches: Expression<SqlBool>
  ofCustomer: Expression<SqlBool>
}

/**
 * The ids of the stores whose own name or whose customer's name contains a rare keyword; null if it is common or has no
 * index terms.
 */
async function findIdsByKeyword(db: Database, { keyword, matches, ofCustomer }: KeywordConditions) {
  const [inStoreNames, inCustomerNames] = [hasGrams(keyword, NAME_COLUMNS), hasGrams(keyword, CUSTOMER_NAMES)]
  if (!inStoreNames || !inCustomerNames) return null
  const within = db.selectFrom('store').select('store.id')
  const named = await idsUnlessCommon(within.where(inStoreNames).where(matches))
  if (!named) return null
  const joined = within.innerJoin('customer', 'customer.id', 'store.customerId')
  const through = await idsUnlessCommon(joined.where(inCustomerNames).where(ofCustomer))
  return through && [...named, ...through]
}

/** How many stores meet a condition, by status. Without the joins for names: every store has a customer. */
export async function countStores(db: Database, listed: Expression<SqlBool>) {
  const counts = await db
    .selectFrom('store')
    .where(listed)
    .select(['store.status', sql<number>`count(*)`.as('count')])
    .groupBy('store.status')
    .execute()
  return counts.map((row) => ({ ...row, unpriced: 0 }))
}

/**
 * The same, with how many of them have no price on a day. Each store is tested below the aggregate, which `offset 0` keeps
 * PostgreSQL from undoing: of a test within `filter (where …)` it expects one call per status, and searches the terms of
 * each store instead of hashing all terms once.
 */
export async function countWithUnpriced(db: Database, listed: Expression<SqlBool>, on: Day) {
  const tested = db
    .selectFrom('store')
    .where(listed)
    .select(['store.status', isUnpriced(on).as('unpriced')])
    .offset(sql<number>`0`)
  return db
    .selectFrom(tested.as('store'))
    .select(['store.status', sql<number>`count(*)`.as('count')])
    .select(sql<number>`count(*) filter (where store.unpriced)`.as('unpriced'))
    .groupBy('store.status')
    .execute()
}

/**
 * SQL condition: within reach, matching the keyword (`storesWith`) and every filter except the status, on a day. It
 * refers to columns of `store` only.
 */
export function storesListed(
  [reach, has]: readonly [reach: Expression<SqlBool>, has: Expression<SqlBool>],
  filter: StoreFilter,
  on: Day,
): Expression<SqlBool> {
  const {
    platform,
    leaderId,
    customerId,
    staffId,
    contractEndFrom,
    contractEndTo,
    companyCode,
    unbilled,
    price,
  } = filter
  const tests: Expression<SqlBool>[] = [reach, has]
  if (platform) tests.push(sql`store.platform = any(${platform})`)
  if (leaderId) tests.push(sql`store.leader_id = any(${leaderId})`)
  if (customerId) tests.push(sql`store.customer_id = any(${customerId})`)
  if (contractEndFrom) tests.push(sql`store.contract_end_on >= ${contractEndFrom}`)
  if (contractEndTo) tests.push(sql`store.contract_end_on <= ${contractEndTo}`)
  if (companyCode) tests.push(sql`store.company_code = any(${companyCode})`)
  if (unbilled) tests.push(sql`(${wasServedIn(unbilled)} and not ${isBilledFor(unbilled)})`)
  if (price) tests.push(price === 'none' ? isUnpriced(on) : lacksPriceIn(price))
  if (staffId) {
    tests.push(sql`exists (
      select 1 from store_assignment a where a.store_id = store.id and a.staff_id = any(${staffId})
        and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))`)
  }
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

const MAX_OPTIONS = 200

/** Stores to choose from. Stopped ones are included only if requested by id or customer. */
export async function findStoreOptions(
  db: Database,
  reach: Expression<SqlBool>,
  filter: {
    keyword?: string | undefined
    id?: number[] | undefined
    platform?: Platform[] | undefined
    customerId?: number[] | undefined
  },
) {
  let query = db
    .selectFrom('store')
    .select(['store.id', 'store.name', 'store.platform'])
    .where(reach)
    .where(await storesWith(db, filter.keyword))
  if (filter.platform) query = query.where('store.platform', 'in', filter.platform)
  if (filter.customerId) query = query.where('store.customerId', 'in', filter.customerId)
  if (filter.id) query = query.where('store.id', 'in', filter.id)
  else if (!filter.customerId) query = query.where('store.status', '!=', 'stopped')
  return query.orderBy('store.namePinyin').orderBy('store.id').limit(MAX_OPTIONS).execute()
}
