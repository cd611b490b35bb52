import { hideRoleUpdate } from '#access/can.ts'
import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import { bulkControls } from '#kit/ui/recordFields.tsx'
import { staff } from './contract.ts'
import { staffFields } from './fields.ts'
import { staffOptions } from './options/contract.ts'

/** The staff fields of a bulk edit; a head can set only the hire date. */
export const staffBulk: BulkFields = {
  endpoint: staff.update,
  fields: (user) => {
    const parentId = { kind: 'picker', options: staffOptions, query: { purpose: 'parent' } } as const
    const all = bulkControls(
      staffFields,
      [
        ...(['hiredOn', 'parentId', 'baseSalaryCents', 'seniorityPayCents', 'commissionRateBp'] as const),
        ...(['payFromOn', 'payeeBank'] as const),
      ],
      { parentId },
    )
    return hideRoleUpdate(user) ? all.filter(({ key }) => key === 'hiredOn') : all
  },
}
