import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesRecord } from './queries.ts'

/** A churn record. */
export const churnKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: assertReachesRecord,
}
