import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesBill } from './queries.ts'

/** A bill. */
export const billKind: RecordKind = {
  needs: 'canChargeCustomer',
  assertReads: assertReachesBill,
}
