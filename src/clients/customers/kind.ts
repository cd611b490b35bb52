import { customerScope, readableStores } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getCustomer } from './queries.ts'

/** Customers: users who may read one may read its log. */
export const customerKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: (db, actor, id, on) => {
    const customers = customerScope(actor, 'canReadCustomer', on)
    return getCustomer(db, { customers, stores: readableStores(actor, on) }, id)
  },
}
