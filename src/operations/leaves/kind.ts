import type { RecordKind } from '#kit/recordKind.ts'
import { getLeave } from './queries.ts'

export const leaveKind: RecordKind = {
  needs: 'canReportWorklog',
  assertReads: (db, actor, id) => getLeave(db, actor, 'canReportWorklog', id),
}
