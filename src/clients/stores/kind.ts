import { readableStores } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getStore } from './queries.ts'

/** A store. */
export const storeKind: RecordKind = {
  needs: 'canReadStore',
  assertReads: (db, actor, id, on) => getStore(db, readableStores(actor, on), id, on),
}
