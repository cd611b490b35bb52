import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { CustomerReach } from '#clients/scopes.ts'
import { servedByTeam } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Customer } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { itemsOf, keywordIn, paged, sizesOf } from '#kit/list.ts'
import type { CustomerFilter } from './queriesOfList.ts'
import { BALANCE, CUSTOMER_ORDER, customersListed } from './queriesOfList.ts'
import { isByOwed } from './rules.ts'

/** A customer with the owner's name and the number of live stores among those that `storeReach` lets through. */
function selectCustomers(db: Database, storeReach: Expression<SqlBool>) {
  return db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin('staff as editor', 'editor.id', 'customer.updatedBy')
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

/** A page of the customers within reach, and how many there are by status under the same other filters. */
export async function findCustomers(db: Database, reach: CustomerReach, filter: CustomerFilter & PageInput) {
  const listed = await customersListed(db, reach.customers, filter)
  // Counted without the names beside them: these every customer has.
  const counts = await db
    .selectFrom('customer')
    .where(listed)
    .select(['customer.status', sql<number>`count(*)`.as('count')])
    .groupBy('customer.status')
    .execute()
  let ids = db.selectFrom('customer').select('customer.id').where(listed)
  if (filter.status) ids = ids.where('customer.status', 'in', filter.status)
  // Only then are all open bills read.
  const byOwed = isByOwed(filter.sort)
  const page = paged(
    ids.$if(byOwed, (all) => all.innerJoin(BALANCE, 'balance.id', 'customer.id')),
    filter,
    CUSTOMER_ORDER,
  )
  const query = selectCustomers(db, reach.stores)
    .where('customer.id', 'in', page)
    .$if(byOwed, (some) => some.innerJoin(BALANCE, 'balance.id', 'customer.id'))
  const items = await itemsOf(query, { ...filter, current: 1 }, CUSTOMER_ORDER)
  return { items, ...sizesOf(counts, filter.status) }
}

/** One customer within reach, with what a page shows; throws NOT_FOUND. */
export async function getCustomer(db: Database, reach: CustomerReach, id: number) {
  const row = await selectCustomers(db, reach.stores)
    .select(HAD_TRIAL.as('hadTrial'))
    .where('customer.id', '=', id)
    .where(reach.customers)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** The log tells: a customer that was with the company before it was entered here never was 试用. */
const HAD_TRIAL = sql<boolean>`(customer.status = 'trial' or exists (
  select from audit where entity = 'customer' and record_id = customer.id::text
    and changes -> 'status' @> '"trial"'))`

/** The bare row within reach, locked until the transaction ends; throws NOT_FOUND. */
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

/** The bare row of a customer that is merged or given back, locked; the caller has asked for its reach. */
export async function lockCustomerOfMerge(db: Database, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** What ownership asks about an owner to be. */
export async function findOwner(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Adds a customer, whose first owner begins now; answers the row. */
export async function insertCustomer(db: Database, row: Insertable<Customer>) {
  const made = await db.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow()
  const { id, companyCode, ownerId, createdAt, createdBy } = made
  const first = { companyCode, customerId: id, ownerId, fromAt: createdAt, createdBy }
  await db.insertInto('customerOwner').values(first).execute()
  return made
}

/** Changes a customer whose version was checked under the lock; answers the row. */
export async function updateCustomer(db: Database, id: number, changes: Updateable<Customer>) {
  return db
    .updateTable('customer')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface Transfer {
  /** Customers that are locked, and that the new owner may own (`transferProblem`). */
  ids: readonly number[]
  ownerId: number
  reason: string
  actorId: number
  at: Date
}

/** Gives customers to another owner from now on; who had them before stays in the history. */
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
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * The active people of the company who may read a customer: its admins and finance, the owner, and the heads whose team
 * serves it that day (domain.md); undefined where the customer is out of the reach of whoever asks.
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

/** The bare rows within reach among these, locked in one order so that two transfers wait for each other. */
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

/** What a customer owes now, and what is held of its deposit; 分. */
export interface Balance {
  receivableCents: number
  depositCents: number
}

/** The balances of customers, by their number; the caller has asked who may see them. */
export async function findBalances(db: Database, ids: readonly number[]): Promise<Map<number, Balance>> {
  const { rows } = await sql<Balance & { id: number }>`
    select id, deposit_held(id) as deposit_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from receivable_movement where customer_id = id)
        as receivable_cents
    from unnest(${ids}::int[]) as id`.execute(db)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}
