import type { RecordKind } from '#kit/recordKind.ts'
import { getStaff, staffScope } from './queries.ts'

/** A member of staff. */
export const staffKind: RecordKind = {
  needs: 'canManageUser',
  assertReads: (db, actor, id, on) => getStaff(db, staffScope(actor, 'canManageUser'), id, on),
}
