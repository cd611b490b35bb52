import { customerReach } from '#clients/scopes.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import { validate } from '#kit/validate.ts'
import { CustomerChanges } from './contract.ts'
import { removeCustomer, updateCustomer } from './edit.ts'
import { customerFields } from './fields.ts'
import { importExistingCustomer } from './opening.ts'
import { conflicts } from './rules.ts'

/** Writes customers for the tools that handle any kind of record. */
export const customerEditor: RecordEditor = {
  entity: 'customer',
  needs: 'canUpdateCustomer',
  conflicts,
  changes: CustomerChanges,
  bulk: keysWhere(customerFields, 'bulk'),
  find: async ({ db, actor, clock }, ids) => {
    const rows = await db
      .selectFrom('customer')
      .selectAll()
      .where('customer.id', 'in', [...ids])
      .where(customerReach(actor, 'canUpdateCustomer', clock).customers)
      .execute()
    return rows.map(({ id, version, name, companyCode, ...values }) => ({
      ...{ id, version, name, companyCode },
      values: { ...values, name },
    }))
  },
  create: importExistingCustomer,
  update: (context, changes, via) => updateCustomer(context, validate(CustomerChanges, changes), via),
  remove: removeCustomer,
}
