import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesWarning } from './queries.ts'

/** The record kind of weekly warnings. */
export const warningKind: RecordKind = {
  needs: 'canWarningCustomer',
  assertReads: assertReachesWarning,
}
