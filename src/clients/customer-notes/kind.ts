import { customerScope } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getNote } from './queries.ts'

/** A note on a customer. */
export const noteKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: (db, actor, id, on) => getNote(db, customerScope(actor, 'canReadCustomer', on), id),
}
