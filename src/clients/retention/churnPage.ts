import { hideStoreSalary } from '#access/can.ts'
import { readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { ChurnPage, ChurnRecord, Snapshot } from './contract.ts'
import {
  countLiveStores,
  findRetentionActions,
  findSnapshot,
  findStoresOf,
  getRecord,
  type Reader,
} from './queries.ts'

type Row = Awaited<ReturnType<typeof getRecord>>

/** Converts a row to API format, without fees if they are hidden from the reader. */
export function toChurnRecord(row: Row, { actor }: Reader): ChurnRecord {
  const { monthlyFeeCents, unpaidCents, ...rest } = row
  return {
    ...rest,
    ...(hideStoreSalary(actor) ? {} : { monthlyFeeCents, unpaidCents }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns a record in page format; throws NOT_FOUND unless the actor may read it. */
export async function getChurnPage(db: Database, reader: Reader, id: number): Promise<ChurnPage> {
  const row = await getRecord(db, reader, 'canReadCustomer', id)
  const reach = readableStores(reader.actor, reader.on)
  const stores = await findStoresOf(db, row, reach)
  const actions = await findRetentionActions(db, id)
  return {
    ...toChurnRecord(row, reader),
    customerStatus: row.customerStatus,
    liveStoreCount: await countLiveStores(db, row.customerId),
    snapshot: await loadSnapshot(db, reader, id),
    measures: actions,
    stores,
  }
}

async function loadSnapshot(db: Database, { actor }: Reader, recordId: number): Promise<Snapshot | null> {
  const found = await findSnapshot(db, recordId)
  if (!found) return null
  const { monthlyFeeCents, revenueCents, unpaidCents, refundCents, ...rest } = found
  const amounts = { monthlyFeeCents, revenueCents, unpaidCents, refundCents }
  return {
    ...rest,
    ...(hideStoreSalary(actor) ? {} : amounts),
    takenAt: found.takenAt.toISOString(),
    agents: found.agents as unknown as Snapshot['agents'],
    stores: found.stores as unknown as Snapshot['stores'],
  }
}
