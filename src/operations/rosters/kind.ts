import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesRoster } from './queries.ts'

/** A roster in the audit log: one line per person and week, stored under the person's id. */
export const rosterKind: RecordKind = {
  needs: 'canReportWorklog',
  assertReads: assertReachesRoster,
}
