import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { RecordFacts } from './rules.ts'

/** The ids of the people who serve these stores on a day: the assigned agents, their heads and the stores' leaders. */
export async function findServing(db: Database, stores: Expression<SqlBool>, on: Day) {
  const { rows } = await sql<{ headIds: number[] | null; staffIds: number[] | null }>`
    with served as (select store.id, store.leader_id from store where ${stores}),
      agents as (
        select staff.id, staff.parent_id from served
          join store_assignment a on a.store_id = served.id
          join staff on staff.id = a.staff_id
          where a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))
    select
      (select array_agg(distinct head) from (
        select leader_id as head from served where leader_id is not null
        union select coalesce(parent_id, id) from agents) heads) as "headIds",
      (select array_agg(distinct id) from agents) as "staffIds"`.execute(db)
  return { headIds: rows[0]?.headIds ?? [], staffIds: rows[0]?.staffIds ?? [] }
}

/**
 * The facts of a customer within reach: its owner, and the heads whose teams serve its live stores; throws NOT_FOUND.
 */
export async function getCustomerFacts(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
  on: Day,
): Promise<RecordFacts> {
  const row = await db
    .selectFrom('customer')
    .select(['companyCode', 'ownerId'])
    .where('customer.id', '=', id)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  const live = sql<SqlBool>`store.customer_id = ${id} and store.status <> 'stopped'`
  const { headIds } = await findServing(db, live, on)
  return { ...row, headIds }
}

/** The facts of a store within reach; throws NOT_FOUND. */
export async function getStoreFacts(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
  on: Day,
): Promise<RecordFacts> {
  const row = await db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.companyCode', 'customer.ownerId', 'store.status'])
    .where('store.id', '=', id)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  const { companyCode, ownerId, status } = row
  const serving = await findServing(db, sql<SqlBool>`store.id = ${id}`, on)
  return { companyCode, ownerId, ...serving, isStopped: status === 'stopped' }
}

/** The facts of a staff member within reach: the person and the head; throws NOT_FOUND. */
export async function getStaffFacts(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
): Promise<RecordFacts> {
  const row = await getPerson(db, reach, id)
  const headIds = row.parentId === null ? [row.id] : [row.parentId, row.id]
  return { companyCode: row.companyCode, headIds, staffIds: [row.id] }
}

/** A person within reach, with the fields for access rules and whether they can sign in; throws NOT_FOUND. */
export async function getPerson(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('staff')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['staff.id', 'staff.role', 'staff.parentId', 'staff.companyCode', 'staff.status'])
    .select('company.status as companyStatus')
    .where('staff.id', '=', id)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** The names of people, sorted by pinyin. */
export async function findNames(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('staff')
    .select('name')
    .where('id', 'in', ids)
    .orderBy('namePinyin')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * The facts of a churn record: the customer's owner, and the heads who led or served the store on its last day of
 * service (for a customer's record, every store). The caller has checked the reach of the requesting user, as for all
 * functions here.
 */
export async function getChurnFacts(db: Database, id: number, today: Day): Promise<RecordFacts> {
  const row = await db
    .selectFrom('churnRecord')
    .innerJoin('customer', 'customer.id', 'churnRecord.customerId')
    .select(['churnRecord.companyCode', 'churnRecord.customerId', 'churnRecord.storeId'])
    .select(['churnRecord.stopOn', 'customer.ownerId'])
    .where('churnRecord.id', '=', id)
    .executeTakeFirstOrThrow()
  const { companyCode, ownerId, customerId, storeId, stopOn } = row
  const lastOn = stopOn !== null && stopOn < today ? stopOn : today
  const { headIds } = await findServing(db, storesOf(customerId, storeId), lastOn)
  return { companyCode, ownerId, headIds }
}

function storesOf(customerId: number, storeId: number | null): Expression<SqlBool> {
  return storeId === null
    ? sql<SqlBool>`store.customer_id = ${customerId}`
    : sql<SqlBool>`store.id = ${storeId}`
}

/** The id of the customer of a warning. */
export async function getWarnedCustomer(db: Database, id: number): Promise<number> {
  const row = db.selectFrom('warning').select('customerId').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).customerId
}

/** The facts of a bill: its company. */
export async function getBillFacts(db: Database, id: number): Promise<RecordFacts> {
  return db.selectFrom('customerBill').select('companyCode').where('id', '=', id).executeTakeFirstOrThrow()
}
