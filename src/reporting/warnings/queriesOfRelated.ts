import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'

/**
 * Related data of a warning's customer: names of its stores within reach, number of open follow-ups, open churn record.
 */
export async function findRelated(db: Database, customerId: number, stores: Expression<SqlBool>) {
  const named = await db
    .selectFrom('store')
    .select(['store.id', 'store.name'])
    .where('store.customerId', '=', customerId)
    .where(stores)
    .execute()
  const followUps = await db
    .selectFrom('followUp')
    .select(sql<number>`count(*)`.as('count'))
    .where('customerId', '=', customerId)
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  const churn = await db
    .selectFrom('churnRecord')
    .select('id')
    .where('customerId', '=', customerId)
    .where('subject', '=', 'customer')
    .where('status', 'in', ['retaining', 'churned'])
    .executeTakeFirst()
  return {
    names: new Map(named.map(({ id, name }) => [id, name])),
    openFollowUps: followUps.count,
    churnRecordId: churn?.id ?? null,
  }
}

/** The company of a customer within reach; throws NOT_FOUND. */
export async function getCustomerCompany(
  db: Database,
  customers: Expression<SqlBool>,
  id: number,
): Promise<string> {
  const row = await db
    .selectFrom('customer')
    .select('customer.companyCode')
    .where('customer.id', '=', id)
    .where(customers)
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row.companyCode
}
