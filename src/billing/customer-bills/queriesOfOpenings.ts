import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { BillRow } from './queries.ts'

/** By what an opening balance is known. */
export interface OpeningKey {
  customerId: number
  storeId: number | null
  kind: string
  onDay: Day
  earlierNo: string | null
}

/** The balance that stands under a key; the customer is locked, so that none is added meanwhile. */
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

/** The stores of a customer by their name; several where it has them on several platforms. */
export async function findStoresCalled(db: Database, customerId: number, nameKey: string) {
  return db
    .selectFrom('store')
    .select('id')
    .where('customerId', '=', customerId)
    .where('nameKey', '=', nameKey)
    .limit(2)
    .execute()
}
