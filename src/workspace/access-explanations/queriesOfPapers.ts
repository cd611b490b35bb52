import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findServing } from './queries.ts'
import type { RecordFacts } from './rules.ts'

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
