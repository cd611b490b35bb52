import { ROLES } from '#access/permissions.ts'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { Staff } from './contract.ts'

/** Cell formatters of the staff list. */
export const staffFormatters = {
  storeCount: {
    name: 'staff.storeCount',
    of: (row) => (row.role === ROLES.agent ? row.storeCount : null),
  } as CellFormatter<Staff>,
}
