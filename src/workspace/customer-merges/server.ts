import { can } from '#access/can.ts'
import { getCustomer } from '#clients/customers/queries.ts'
import { conflicts, toCustomerPage } from '#clients/customers/rules.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { undoConsequences } from './consequences.ts'
import { customerMerges } from './contract.ts'
import { editableCustomers, merge, undo } from './merge.ts'
import * as queries from './queries.ts'
import { differing, mergeRefusal, undoableUntil } from './rules.ts'

export const customerMergesServer = serve(
  customerMerges,
  {
    preview: async (context, { id, otherId }) => {
      const { db } = context
      const reach = editableCustomers(context)
      const [kept, other] = [await getCustomer(db, reach, id), await getCustomer(db, reach, otherId)]
      const facts = { ...other, hasOpenChurn: await queries.hasOpenChurn(db, otherId) }
      return {
        ...{ kept: toCustomerPage(kept), other: toCustomerPage(other) },
        fields: differing(kept, other),
        moved: await queries.countMovable(db, otherId, id),
        refusal: mergeRefusal(kept, facts),
      }
    },

    merge,

    list: async ({ db, actor, clock }, { id }) => {
      const on = today(clock)
      const customers = customerScope(actor, 'canReadCustomer', on)
      const kept = await getCustomer(db, { customers, stores: readableStores(actor, on) }, id)
      const mayUndo = can(actor, 'canUpdateCustomer', kept)
      const rows = await queries.findMerges(db, id)
      const items = rows.map(({ moved, mergedAt, undoneAt, ...row }) => ({
        ...row,
        mergedAt: mergedAt.toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
        moved: Object.fromEntries(
          Object.entries(moved as unknown as Record<string, unknown[]>).map(([kind, all]) => [
            kind,
            all.length,
          ]),
        ),
        undoableUntil: undoableUntil(mergedAt).toISOString(),
        undoable: mayUndo && !undoneAt && clock() <= undoableUntil(mergedAt),
      }))
      return { items }
    },

    undoConsequences: (context, { id }) => undoConsequences(context, id),
    undo: (context, { id }) => undo(context, id),
  },
  conflicts,
)
