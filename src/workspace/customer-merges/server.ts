import { can } from '#access/can.ts'
import { findBalances, getCustomer, lockCustomerOfMerge } from '#clients/customers/queries.ts'
import { conflicts, toCustomerPage } from '#clients/customers/rules.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { notFound } from '#kit/errors.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, serve } from '#kit/serve.ts'
import { word } from '#kit/text.ts'
import { customerMerges, MovedKind } from './contract.ts'
import { editableCustomers, merge, undo } from './merge.ts'
import * as queries from './queries.ts'
import { lockMerge } from './queries.ts'
import { differing, mergeRefusal, movedNames, undoableUntil } from './rules.ts'

/** The changes that undoing a merge would make, from a dry run; throws the errors of the undo. */
async function undoConsequences(context: Context, id: number): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor } = inner
    const merge = await lockMerge(db, id)
    if (!merge) throw notFound('合并记录')
    const both = [merge.keptId, merge.mergedId]
    const before = await findBalances(db, both)
    await undo(inner, id)
    const after = await findBalances(db, both)
    // Read after the undo, when each customer has its own name again.
    const [kept, other] = [await nameOf(inner, merge.keptId), await nameOf(inner, merge.mergedId)]
    const owed = (of: number, name: string) =>
      changeRow('money', '{name}的应收', [centsOf(before, of), centsOf(after, of)], { values: { name } })
    const charges = can(actor, 'canChargeCustomer')
    return {
      items: [
        valueRow('text', '恢复为单独的客户', other),
        ...MovedKind.options.flatMap((kind) => movedBack(kind, merge.moved[kind].length)),
        ...countRow('资料改回合并前的项数', Object.keys(merge.changes).length),
        ...(charges ? [...owed(merge.keptId, kept), ...owed(merge.mergedId, other)] : []),
      ],
    }
  })
}

const movedBack = (kind: MovedKind, n: number): Consequence[] =>
  countRow('移回去的{what}', n, { values: { what: word(movedNames[kind]) } })

const centsOf = (balances: Awaited<ReturnType<typeof findBalances>>, id: number) =>
  balances.get(id)?.receivableCents ?? 0

async function nameOf({ db }: Context, id: number): Promise<string> {
  return (await lockCustomerOfMerge(db, id))?.name ?? ''
}

export const customerMergesServer = serve(
  customerMerges,
  {
    preview: async (context, { id, otherId }) => {
      const { db } = context
      const reach = editableCustomers(context)
      const [kept, other] = [await getCustomer(db, reach, id), await getCustomer(db, reach, otherId)]
      const facts = { ...other, hasOpenChurn: await queries.hasOpenChurn(db, otherId) }
      return {
        kept: toCustomerPage(kept),
        other: toCustomerPage(other),
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
