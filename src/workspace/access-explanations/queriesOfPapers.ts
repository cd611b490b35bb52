import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findServing } from './queries.ts'
import type { RecordFacts } from './rules.ts'

/**
 * The facts of a churn record: whose customer it is of, and who led or served the store (of a customer's record every
 * store) on its last day of service. Whether the person who asks reaches it is asked before, as for all of these.
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

/** The customer whose week a warning is about. */
export async function getWarnedCustomer(db: Database, id: number): Promise<number> {
  const row = db.selectFrom('warning').select('customerId').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).customerId
}

/** The facts of a bill: the company that issues it. */
export async function getBillFacts(db: Database, id: number): Promise<RecordFacts> {
  return db.selectFrom('customerBill').select('companyCode').where('id', '=', id).executeTakeFirstOrThrow()
}
