import { today } from '#kit/calendar.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { validated } from '#kit/validated.ts'
import { StoreChanges, StoreInput } from './contract.ts'
import { createStore, updateStore } from './edit.ts'
import { storeScope } from './queries.ts'
import { conflicts } from './rules.ts'

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
  create: (context, input, via) => createStore(context, validated(StoreInput, input), via),
  update: (context, changes, via) => updateStore(context, validated(StoreChanges, changes), via),
}
