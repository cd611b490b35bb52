import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesRoster } from './queries.ts'

/** A week of the roster: a line each, kept under the person whose week it is. */
export const rosterKind: RecordKind = {
  needs: 'canReportWorklog',
  assertReads: assertReachesRoster,
}
