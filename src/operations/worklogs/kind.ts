import type { RecordKind } from '#kit/recordKind.ts'
import { getLog } from './queries.ts'

/** A work log. */
export const worklogKind: RecordKind = {
  needs: 'canReportWorklog',
  assertReads: (db, actor, id) => getLog(db, actor, id, 'canReportWorklog'),
}
