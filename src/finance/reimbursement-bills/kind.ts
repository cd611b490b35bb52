import type { RecordKind } from '#kit/recordKind.ts'
import { getClaim } from './queries.ts'

export const claimKind: RecordKind = {
  needs: 'canReportReimbursementBill',
  assertReads: (db, actor, id) => getClaim(db, actor, id),
}
