import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { validated } from '#kit/validated.ts'
import { StoreChanges, StoreInput } from './contract.ts'
import { TermsInput } from './contractTerms.ts'
import { createStore, updateStore } from './edit.ts'
import { partTerms } from './openingTerms.ts'
import { storeScope } from './queries.ts'
import { conflicts } from './rules.ts'
import { addTerms } from './terms.ts'

/** How the tools that write any kind of record write a store. */
export const storeEditor: RecordEditor = {
  entity: 'store',
  needs: 'canUpdateStore',
  conflicts,
  changes: StoreChanges,
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
  create: async (context, input, via) => {
    const { store: fields, terms } = partTerms({ ...input })
    const store = await createStore(context, validated(StoreInput, fields), via)
    if (terms) await addTerms(context, store, validated(TermsInput, terms))
    return store
  },
  update: (context, changes, via) => updateStore(context, validated(StoreChanges, changes), via),
  // Its states and prices are a history that the database keeps from the first day on.
  remove: async () => {
    throw new AppError('WRONG_STATE', '新增的店铺已有状态和计费的历史，不能删除；不用的请在店铺页停止服务。')
  },
}
