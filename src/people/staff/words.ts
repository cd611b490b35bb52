import { ROLES } from '#access/permissions.ts'
import type { CellWords } from '#kit/cellWords.ts'
import type { Staff } from './contract.ts'

/** Cell formatters of the staff list. */
export const staffWords = {
  storeCount: {
    name: 'staff.storeCount',
    of: (row) => (row.role === ROLES.agent ? row.storeCount : null),
  } as CellWords<Staff>,
}
