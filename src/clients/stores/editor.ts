import { storeScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { keysWhere } from '#kit/recordFields.ts'
import { validate } from '#kit/validate.ts'
import { StoreChanges } from './contract.ts'
import { updateStore } from './edit.ts'
import { storeFields } from './fields.ts'
import { importExistingStore } from './opening.ts'
import { conflicts } from './rules.ts'

/** Writes stores for the tools that handle any kind of record. */
export const storeEditor: RecordEditor = {
  entity: 'store',
  needs: 'canUpdateStore',
  conflicts,
  changes: StoreChanges,
  bulk: keysWhere(storeFields, 'bulk'),
  find: async ({ db, actor, clock }, ids) => {
    const rows = await db
      .selectFrom('store')
      .selectAll()
      .where('store.id', 'in', [...ids])
      .where(storeScope(actor, 'canUpdateStore', today(clock)))
      .execute()
    return rows.map(({ id, version, name, companyCode, ...values }) => ({
      ...{ id, version, name, companyCode },
      values: { ...values, name },
    }))
  },
  create: importExistingStore,
  update: (context, changes, via) => updateStore(context, validate(StoreChanges, changes), via),
  // The database never deletes the history of states and prices, which every store has from its first day.
  remove: async () => {
    throw new AppError('WRONG_STATE', '新增的店铺已有状态和计费的历史，不能删除；不用的请在店铺页停止服务。')
  },
}
