import { hideRoleUpdate } from '#access/can.ts'
import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { staff } from './contract.ts'

const adminFields = (): Field[] => [
  { key: 'parentId', kind: 'picker', options: staff.options, query: { purpose: 'parent' } },
  { key: 'baseSalaryCents', kind: 'money' },
  { key: 'seniorityPayCents', kind: 'money' },
  { key: 'commissionRateBp', kind: 'percent' },
  { key: 'payeeBank' },
]

/** Staff as a bulk edit offers them. */
export const staffBulk: BulkFields = {
  endpoint: staff.update,
  fields: (user) => {
    const hired: Field = { key: 'hiredOn', kind: 'day' }
    return hideRoleUpdate(user) ? [hired] : [hired, ...adminFields()]
  },
}
