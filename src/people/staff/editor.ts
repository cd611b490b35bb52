import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import { validated } from '#kit/validated.ts'
import { StaffChanges, StaffInput } from './contract.ts'
import { createStaff, removeStaff, updateStaff } from './edit.ts'
import { staffFields } from './fields.ts'
import { staffScope } from './queries.ts'
import { conflicts } from './rules.ts'

/** How the tools that write any kind of record write a member of staff. */
export const staffEditor: RecordEditor = {
  entity: 'staff',
  needs: 'canManageUser',
  conflicts,
  changes: StaffChanges,
  bulk: keysWhere(staffFields, 'bulk'),
  find: async ({ db, actor }, ids) => {
    const rows = await db
      .selectFrom('staff')
      .selectAll()
      .where('staff.id', 'in', [...ids])
      .where(staffScope(actor, 'canManageUser'))
      .execute()
    return rows.map(({ id, version, name, companyCode, passwordHash: _, ...values }) => ({
      ...{ id, version, name, companyCode },
      values: { ...values, name },
    }))
  },
  create: (context, input, via, passwordHash) => {
    if (!passwordHash) throw new Error('a new person without a password')
    return createStaff(context, validated(StaffInput, input), passwordHash, via)
  },
  update: (context, changes, via) => updateStaff(context, validated(StaffChanges, changes), via),
  remove: removeStaff,
}
