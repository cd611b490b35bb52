import { ROLES } from '#access/permissions.ts'
import type { CellWords } from '#kit/cellWords.ts'
import type { Staff } from './contract.ts'

/** What the list of people says of a row. */
export const staffWords = {
  storeCount: {
    name: 'staff.storeCount',
    of: (row) => (row.role === ROLES.agent ? row.storeCount : null),
  } as CellWords<Staff>,
}
