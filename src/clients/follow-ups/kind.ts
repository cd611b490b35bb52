import { customerScope } from '#clients/scopes.ts'
import type { RecordKind } from '#kit/recordKind.ts'
import { getFollowUp } from './queries.ts'

/** Follow-ups: users who may read the customer may read the logs of its follow-ups. */
export const followUpKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: (db, actor, id, on) => getFollowUp(db, customerScope(actor, 'canReadCustomer', on), id),
}
