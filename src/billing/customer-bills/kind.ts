import type { RecordKind } from '#kit/recordKind.ts'
import { assertReachesBill } from './queries.ts'

export const billKind: RecordKind = {
  needs: 'canChargeCustomer',
  assertReads: assertReachesBill,
}
