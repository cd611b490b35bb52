import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import { bulkControls } from '#kit/ui/recordFields.tsx'
import { customers } from './contract.ts'
import { customerFields } from './fields.ts'

/** The customer fields that a bulk edit offers. */
export const customerBulk: BulkFields = {
  endpoint: customers.update,
  fields: () => bulkControls(customerFields),
}
