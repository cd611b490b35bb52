import { customerScope } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getNote } from './queries.ts'

/** Customer notes: users who may read the customer may read the logs of its notes. */
export const noteKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: (db, actor, id, on) => getNote(db, customerScope(actor, 'canReadCustomer', on), id),
}
