import { today } from '#kit/calendar.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import { validate } from '#kit/validate.ts'
import { StaffChanges, StaffInput } from './contract.ts'
import { createStaff, removeStaff, updateStaff } from './edit.ts'
import { staffFields } from './fields.ts'
import { payFields } from './pay/fields.ts'
import { selectStaff, staffScope, withSeniority } from './queries.ts'
import { conflicts } from './rules.ts'

/** The staff editor used by the generic tools: bulk edits, imports and undo. */
export const staffEditor: RecordEditor = {
  entity: 'staff',
  needs: 'canManageUser',
  conflicts,
  changes: StaffChanges,
  bulk: keysWhere(staffFields, 'bulk'),
  together: payFields,
  find: async ({ db, actor, clock }, ids) => {
    const on = today(clock)
    const rows = await selectStaff(db, on)
      .where('staff.id', 'in', [...ids])
      .where(staffScope(actor, 'canManageUser'))
      .execute()
    return rows.map((row) => {
      const { id, version, name, companyCode, passwordHash: _, ...values } = withSeniority(row, on)
      return { id, version, name, companyCode, values: { ...values, name } }
    })
  },
  create: (context, input, via, passwordHash) => {
    if (!passwordHash) throw new Error('a new person without a password')
    return createStaff(context, validate(StaffInput, input), passwordHash, via)
  },
  update: (context, changes, via) => updateStaff(context, validate(StaffChanges, changes), via),
  remove: removeStaff,
}
