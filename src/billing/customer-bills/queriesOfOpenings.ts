import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { BillRow } from './queries.ts'

/** Key of an opening balance. */
export interface OpeningKey {
  customerId: number
  storeId: number | null
  kind: string
  onDay: Day
  earlierNo: string | null
}

/** The opening balance with a key; undefined if there is none. The caller holds a lock on the customer. */
export async function findOpening(db: Database, key: OpeningKey): Promise<BillRow | undefined> {
  return db
    .selectFrom('customerBill')
    .selectAll()
    .where('customerId', '=', key.customerId)
    .where('origin', '=', 'opening')
    .where('status', '!=', 'void')
    .where('kind', '=', key.kind)
    .where('issuedOn', '=', key.onDay)
    .where(({ eb, and }) =>
      and([
        eb('storeId', 'is not distinct from', key.storeId),
        eb('earlierNo', 'is not distinct from', key.earlierNo),
      ]),
    )
    .executeTakeFirst()
}

/** A customer's stores with a name; at most two, because the name may exist on several platforms. */
export async function findStoresNamed(db: Database, customerId: number, nameKey: string) {
  return db
    .selectFrom('store')
    .select('id')
    .where('customerId', '=', customerId)
    .where('nameKey', '=', nameKey)
    .limit(2)
    .execute()
}
