import { readableStores } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getStore } from './queries.ts'

/** Stores: users who may read one may read its log. */
export const storeKind: RecordKind = {
  needs: 'canReadStore',
  assertReads: (db, actor, id, on) => getStore(db, readableStores(actor, on), id, on),
}
