import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesWarning } from './queries.ts'

/** A weekly warning. */
export const warningKind: RecordKind = {
  needs: 'canWarningCustomer',
  assertReads: assertReachesWarning,
}
