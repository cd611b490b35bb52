import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import { type CustomerReach, servedByTeam } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Customer } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import {
  containsPattern,
  escapeLike,
  hasGrams,
  idsUnlessCommon,
  keywordIn,
  keywordInNames,
  type PageInput,
  pageItems,
  pageQuery,
  sizesOf,
} from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import type { CustomerStatus } from './contract.ts'
import { sortsByBalance } from './rules.ts'

/** Customers with the owner's name and the number of live stores that match `storeReach`. */
function selectCustomers(db: Database, storeReach: Expression<SqlBool>) {
  return db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin('staffName as editor', 'editor.id', 'customer.updatedBy')
    .selectAll('customer')
    .select(['owner.name as ownerName', 'editor.name as updatedByName'])
    .select((eb) =>
      eb
        .selectFrom('store')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('store.customerId', '=', 'customer.id')
        .where('store.status', '!=', 'stopped')
        .where(storeReach)
        .$asScalar()
        .$notNull()
        .as('storeCount'),
    )
}

/** A page of the customers within reach, and their number by status under the same other filters. */
export async function findCustomers(db: Database, reach: CustomerReach, filter: CustomerFilter & PageInput) {
  const listed = await customersListed(db, reach.customers, filter)
  // Without the joins for names: every customer has an owner.
  const counts = await db
    .selectFrom('customer')
    .where(listed)
    .select(['customer.status', sql<number>`count(*)`.as('count')])
    .groupBy('customer.status')
    .execute()
  let ids = db.selectFrom('customer').select('customer.id').where(listed)
  if (filter.status) ids = ids.where('customer.status', 'in', filter.status)
  // Sorting by balance reads all open bills; other orders do not.
  const byOwed = sortsByBalance(filter.sort)
  const page = pageQuery(
    ids.$if(byOwed, (all) => all.innerJoin(BALANCE, 'balance.id', 'customer.id')),
    filter,
    CUSTOMER_ORDER,
  )
  const query = selectCustomers(db, reach.stores)
    .where('customer.id', 'in', page)
    .$if(byOwed, (some) => some.innerJoin(BALANCE, 'balance.id', 'customer.id'))
  const items = await pageItems(query, { ...filter, current: 1 }, CUSTOMER_ORDER)
  return { items, ...sizesOf(counts, filter.status) }
}

/** Returns one customer within reach in page format; throws NOT_FOUND. */
export async function getCustomer(db: Database, reach: CustomerReach, id: number) {
  const row = await selectCustomers(db, reach.stores)
    .select(HAD_TRIAL.as('hadTrial'))
    .where('customer.id', '=', id)
    .where(reach.customers)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** Read from the audit log: a customer entered as 合作中 was never 试用. */
const HAD_TRIAL = sql<boolean>`(customer.status = 'trial' or exists (
  select from audit where entity = 'customer' and record_id = customer.id::text
    and changes -> 'status' @> '"trial"'))`

/** Locks a customer within reach until the transaction ends; throws NOT_FOUND. */
export async function lockCustomer(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('customer')
    .selectAll()
    .where('customer.id', '=', id)
    .where(reach)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** Locks a customer that is merged or restored by an undo. The caller has checked the reach. */
export async function lockCustomerOfMerge(db: Database, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The fields of a person that ownership is checked by; share lock. */
export async function findOwner(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Inserts a customer and its first period of ownership; returns the row. */
export async function insertCustomer(db: Database, row: Insertable<Customer>) {
  const made = await db.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow()
  const { id, companyCode, ownerId, createdAt, createdBy } = made
  const first = { companyCode, customerId: id, ownerId, fromAt: createdAt, createdBy }
  await db.insertInto('customerOwner').values(first).execute()
  return made
}

/** Updates a customer that the caller has locked and whose version was checked; returns the row. */
export async function updateCustomer(db: Database, id: number, changes: Updateable<Customer>) {
  return db
    .updateTable('customer')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface Transfer {
  /** Locked customers that the new owner may own (`transferProblem`). */
  ids: readonly number[]
  ownerId: number
  reason: string
  actorId: number
  at: Date
}

/** Transfers customers to another owner as of `at`; the former owners remain in the history. */
export async function transferCustomers(db: Database, transfer: Transfer): Promise<void> {
  const { ids, ownerId, reason, actorId, at } = transfer
  if (ids.length === 0) return
  await db
    .updateTable('customerOwner')
    .set({ toAt: at })
    .where('customerId', 'in', ids)
    .where('toAt', 'is', null)
    .execute()
  await sql`insert into customer_owner (company_code, customer_id, owner_id, from_at, reason, created_by)
    select company_code, id, ${ownerId}, ${at}, ${reason}, ${actorId} from customer where id = any(${ids})`.execute(
    db,
  )
  await db
    .updateTable('customer')
    .set({ ownerId, updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', 'in', ids)
    .execute()
}

/**
 * The active staff of the company who may read a customer: its admins and finance, the owner, and the heads whose team
 * serves it that day (domain.md). Undefined if the customer is out of the caller's reach.
 */
export async function findColleagues(
  db: Database,
  reach: Expression<SqlBool>,
  customerId: number,
  on: Day,
  keyword?: string,
) {
  const customer = await db
    .selectFrom('customer')
    .select(['customer.companyCode', 'customer.ownerId'])
    .where('customer.id', '=', customerId)
    .where(reach)
    .executeTakeFirst()
  if (!customer) return undefined
  const heads = sql<SqlBool>`(staff.role = ${ROLES.agent} and staff.parent_id is null
    and ${servedByTeam(sql.ref('staff.id'), on)})`
  const people = await db
    .selectFrom('staff')
    .innerJoin('customer', 'customer.companyCode', 'staff.companyCode')
    .select(['staff.id', 'staff.name'])
    .where('customer.id', '=', customerId)
    .where('staff.status', '=', 'active')
    .where(keywordIn(keyword, ['staff.name', 'staff.namePinyin']))
    .where((eb) =>
      eb.or([
        eb('staff.role', 'in', [ROLES.admin, ROLES.finance]),
        eb('staff.id', '=', customer.ownerId),
        heads,
      ]),
    )
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
    .execute()
  return { companyCode: customer.companyCode, people }
}

/** Locks these customers, as far as they are within reach, in id order so that concurrent transfers cannot deadlock. */
export async function lockCustomers(db: Database, reach: Expression<SqlBool>, ids: readonly number[]) {
  return db
    .selectFrom('customer')
    .selectAll()
    .where('customer.id', 'in', ids)
    .where(reach)
    .orderBy('customer.id')
    .forUpdate()
    .execute()
}

/** Amount owed and deposit held, in 分. */
export interface Balance {
  receivableCents: number
  depositCents: number
}

/** The balances by customer id. The caller has checked that the user may see them. */
export async function findBalances(db: Database, ids: readonly number[]): Promise<Map<number, Balance>> {
  const { rows } = await sql<Balance & { id: number }>`
    select id, deposit_held(id) as deposit_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from receivable_movement where customer_id = id)
        as receivable_cents
    from unnest(${ids}::int[]) as id`.execute(db)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}

/** The sort columns of customer lists. */
export const CUSTOMER_ORDER = {
  columns: {
    id: 'customer.id',
    code: 'customer.code',
    name: 'customer.namePinyin',
    contractEndOn: 'customer.contractEndOn',
    receivableCents: 'balance.receivableCents',
    createdAt: 'customer.createdAt',
  },
  fallback: '-id',
  tieBreaker: 'customer.id',
  neverEmpty: ['code', 'name', 'receivableCents', 'createdAt'],
}

/** Amount that each customer owes, as in `receivables`; reads all open bills once. */
export const BALANCE = sql<{ id: number; receivableCents: number }>`(
  select customer.id, coalesce(open.cents, 0)::bigint as receivable_cents from customer left join (
    select customer_id, sum(total_cents - received_cents) as cents from customer_bill
    where status in ('open', 'partial') group by customer_id) open on open.customer_id = customer.id)`.as(
  'balance',
)

/** The columns that a keyword search covers. */
export const NAME_COLUMNS = {
  name: 'customer.name',
  nameKey: 'customer.nameKey',
  pinyin: 'customer.namePinyin',
  code: 'customer.code',
}

/**
 * SQL condition: the name, pinyin or code contains the keyword. If the keyword is rare, the index finds the ids first.
 */
export async function customersWith(db: Database, keyword: string | undefined): Promise<Expression<SqlBool>> {
  const [matches, indexed] = [keywordInNames(keyword, NAME_COLUMNS), hasGrams(keyword, NAME_COLUMNS)]
  if (!indexed) return matches
  const within = db.selectFrom('customer').select('customer.id')
  const ids = await idsUnlessCommon(within.where(indexed).where(matches))
  return ids ? sql<SqlBool>`customer.id = any(${ids})` : matches
}

export interface CustomerFilter {
  keyword?: string | undefined
  status?: CustomerStatus[] | undefined
  ownerId?: number[] | undefined
  contractEndFrom?: Day | undefined
  contractEndTo?: Day | undefined
  contractDue?: { from: Day | null; to: Day } | undefined
  /** Has an unpaid bill due before this day; null: an unpaid bill with any due day. */
  owesBefore?: Day | null | undefined
  companyCode?: string[] | undefined
}

/** SQL condition: not 已流失, and the contract ends within these days. */
function isDue({ from, to }: { from: Day | null; to: Day }): Expression<SqlBool> {
  return sql<SqlBool>`(customer.status <> 'churned' and customer.contract_end_on <= ${to}
    and (${from}::date is null or customer.contract_end_on >= ${from}))`
}

/** SQL condition: the customer has an unpaid bill. */
const owes = (before: Day | null) => sql<SqlBool>`exists (select from customer_bill bill
  where bill.customer_id = customer.id and bill.status in ('open', 'partial')
    and bill.total_cents > bill.received_cents and (${before}::date is null or bill.due_on < ${before}))`

/** SQL condition: within reach, and matching every filter except the status. */
export async function customersListed(
  db: Database,
  reach: Expression<SqlBool>,
  filter: CustomerFilter,
): Promise<Expression<SqlBool>> {
  const tests: Expression<SqlBool>[] = [reach, await customersWith(db, filter.keyword)]
  const { ownerId, contractEndFrom, contractEndTo, companyCode, contractDue, owesBefore } = filter
  if (ownerId) tests.push(sql`customer.owner_id = any(${ownerId})`)
  if (contractEndFrom) tests.push(sql`customer.contract_end_on >= ${contractEndFrom}`)
  if (contractEndTo) tests.push(sql`customer.contract_end_on <= ${contractEndTo}`)
  if (companyCode) tests.push(sql`customer.company_code = any(${companyCode})`)
  if (contractDue) tests.push(isDue(contractDue))
  if (owesBefore !== undefined) tests.push(owes(owesBefore))
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

export interface SimilarityQuery {
  companyCode: string
  exceptId?: number | undefined
  /** Normalized by `nameKey`. */
  nameKey?: string | null | undefined
  mobile?: string | null | undefined
  uscc?: string | null | undefined
  wechat?: string | null | undefined
}

/** The minimum length of a name core for matches of one name within another. */
const MIN_CORE_LENGTH = 2

/**
 * The number of similar customers shown. The query returns four times as many because the caller drops those out of
 * reach.
 */
const MAX_SIMILAR = 5

/** Patterns for names of the same length that differ in one character: 晨曦家居 → _曦家居, 晨_家居, … */
function oneCharacterPatterns(core: string): string[] {
  const letters = [...core]
  if (letters.length < 4) return []
  return letters.map((_, at) => letters.map((letter, n) => (n === at ? '_' : escapeLike(letter))).join(''))
}

/**
 * The customers of a company that look like the wanted one, best matches first. Names are compared without place and
 * legal form (`customer_name_core`): equal, one within the other, or one character apart. `isReached` is true for
 * customers within `reach`; the caller discloses less about the others.
 */
export async function findSimilar(db: Database, query: SimilarityQuery, reach: Expression<SqlBool>) {
  const core = await coreOf(db, query.nameKey)
  const named = core === null ? sql<SqlBool>`false` : likeName(core)
  const same = (column: string, value: string | null | undefined) =>
    value ? sql<SqlBool>`lower(${sql.ref(column)}) = ${value.toLowerCase()}` : sql<SqlBool>`false`
  const rows = db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .select(['customer.id', 'customer.code', 'customer.name', 'customer.status', 'customer.version'])
    .select(['customer.companyCode', 'customer.ownerId', 'owner.name as ownerName'])
    .select([
      named.$castTo<boolean>().as('likeName'),
      sql<boolean>`${core}::text is not null and customer.name_core = ${core}`.as('sameName'),
      sql<boolean>`${same('customer.mobile', query.mobile)}`.as('sameMobile'),
      sql<boolean>`${same('customer.uscc', query.uscc)}`.as('sameUscc'),
      sql<boolean>`${same('customer.wechat', query.wechat)}`.as('sameWechat'),
      sql<boolean>`${reach}`.as('isReached'),
    ])
    .where('customer.companyCode', '=', query.companyCode)
    .where('customer.mergedIntoId', 'is', null)
    .where('customer.id', '!=', query.exceptId ?? 0)
    .where((eb) =>
      eb.or([
        named,
        same('customer.mobile', query.mobile),
        same('customer.uscc', query.uscc),
        same('customer.wechat', query.wechat),
      ]),
    )
    .as('near')
  return db
    .selectFrom(rows)
    .selectAll()
    .orderBy(sql`(near.same_mobile or near.same_uscc or near.same_wechat)`, 'desc')
    .orderBy('near.sameName', 'desc')
    .orderBy('near.id', 'desc')
    .limit(MAX_SIMILAR * 4)
    .execute()
}

async function coreOf(db: Database, nameKey: string | null | undefined): Promise<string | null> {
  if (!nameKey) return null
  const { rows } = await sql<{ core: string }>`select customer_name_core(${nameKey}) as core`.execute(db)
  return rows[0]?.core ?? null
}

function likeName(core: string) {
  if ([...core].length < MIN_CORE_LENGTH) return sql<SqlBool>`customer.name_core = ${core}`
  return sql<SqlBool>`(customer.name_core like ${containsPattern(core)}
    or (length(customer.name_core) >= ${MIN_CORE_LENGTH} and strpos(${core}, customer.name_core) > 0)
    or customer.name_core like any(${oneCharacterPatterns(core)}::text[]))`
}
