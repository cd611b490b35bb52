import type { RecordKind } from '#kit/recordKind.ts'
import { getLog } from './queries.ts'

export const worklogKind: RecordKind = {
  needs: 'canReportWorklog',
  assertReads: (db, actor, id) => getLog(db, actor, id, 'canReportWorklog'),
}
