import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { servedIn } from './monthQueries.ts'
import { billScope } from './queries.ts'

interface TrialFilter {
  month: string
  customerId?: number | undefined
  storeId?: number | undefined
}

/** Stores within `reach` that were in service in the month, optionally of one customer or a single store. */
function selectTrialStores(
  db: Database,
  reach: Expression<SqlBool>,
  { month, customerId, storeId }: TrialFilter,
) {
  let query = db.selectFrom('store').where(reach).where(servedIn(month))
  if (customerId !== undefined) query = query.where('store.customerId', '=', customerId)
  if (storeId !== undefined) query = query.where('store.id', '=', storeId)
  return query
}

/** At most `limit` stores by id, with display names. */
export async function findTrialStores(
  db: Database,
  reach: Expression<SqlBool>,
  filter: TrialFilter,
  limit: number,
) {
  return selectTrialStores(db, reach, filter)
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id', 'store.name', 'store.platform', 'store.customerId', 'customer.name as customerName'])
    .orderBy('store.id')
    .limit(limit)
    .execute()
}

export type TrialStoreRow = Awaited<ReturnType<typeof findTrialStores>>[number]

/** Bill kinds whose amount follows from the price. */
const BY_PRICE = ['service', 'overage', 'commission'] as const

/** Total of the stores' issued bills of a month in scope, including settlements of prepayments, by store. */
export async function findBilled(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  month: string,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('customerBill')
    .select(['storeId', sql<number>`sum(total_cents)::bigint`.as('cents')])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('monthOn', '=', `${month}-01`)
    .where('status', 'not in', ['draft', 'void'])
    .where((eb) =>
      eb.or([
        eb('kind', 'in', BY_PRICE),
        eb.and([eb('kind', '=', 'adjustment'), eb('relatesToId', 'is not', null)]),
      ]),
    )
    .where(billScope(actor))
    .groupBy('storeId')
    .execute()
  return new Map(rows.flatMap(({ storeId, cents }) => (storeId === null ? [] : [[storeId, cents]])))
}
