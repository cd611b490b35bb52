import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesRecord } from './queries.ts'

/** Churn records: users who may read one may read its log. */
export const churnKind: RecordKind = {
  needs: 'canReadCustomer',
  assertReads: assertReachesRecord,
}
