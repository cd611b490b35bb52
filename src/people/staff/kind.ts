import type { RecordKind } from '#kit/recordKind.ts'
import { getStaff, staffScope } from './queries.ts'

export const staffKind: RecordKind = {
  needs: 'canManageUser',
  assertReads: (db, actor, id, on) => getStaff(db, staffScope(actor, 'canManageUser'), id, on),
}
