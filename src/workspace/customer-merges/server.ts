import { can } from '#access/can.ts'
import { customerScope, getCustomer } from '#clients/customers/queries.ts'
import { conflicts, presentedPage } from '#clients/customers/rules.ts'
import { readableStores } from '#clients/stores/queries.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { sentOnly } from '#kit/fresh.ts'
import { serve } from '#kit/serve.ts'
import { companyOfNew } from '#people/companies/rules.ts'
import { undoConsequences } from './consequences.ts'
import type { Likeness, Similar } from './contract.ts'
import { customerMerges } from './contract.ts'
import { changeable, merge, undo } from './merge.ts'
import * as queries from './queries.ts'
import { findSimilar } from './queriesOfLikeness.ts'
import { differing, mergeRefusal, undoableUntil } from './rules.ts'

/** As many near duplicates are shown. */
const SHOWN = 5

type Found = Awaited<ReturnType<typeof findSimilar>>[number]

function likenessOf(row: Found): Likeness[] {
  const tests: [Likeness, boolean][] = [
    ['mobile', row.sameMobile],
    ['uscc', row.sameUscc],
    ['wechat', row.sameWechat],
    ['name', row.likeName],
  ]
  return tests.filter(([, holds]) => holds).map(([likeness]) => likeness)
}

/** Of a customer out of reach only what is the very same is told: a like name would let anybody search for names. */
function surelySame(row: Found): Likeness[] {
  return likenessOf(row).filter((likeness) => likeness !== 'name' || row.sameName)
}

export const customerMergesServer = serve(
  customerMerges,
  {
    similar: async (context, { exceptId, companyCode, ...typed }) => {
      const { db, actor, clock } = context
      // What is not typed anew stands as it is saved: contacts of a form that edits stay masked.
      const saved = exceptId ? await getCustomer(db, changeable(context), exceptId) : undefined
      const { name, mobile, uscc, wechat } = { ...saved, ...sentOnly(typed) }
      const wanted = {
        companyCode: saved?.companyCode ?? companyOfNew(actor, companyCode),
        nameKey: name && nameKey(name),
        ...{ exceptId, mobile, uscc: uscc?.replace(/[\s-]/g, ''), wechat },
      }
      const reach = customerScope(actor, 'canReadCustomer', today(clock))
      const rows = await findSimilar(db, wanted, reach)
      const items = rows
        .filter((row) => row.isReached)
        .slice(0, SHOWN)
        .map((row): Similar => {
          const mergeable = can(actor, 'canUpdateCustomer', row) && row.status !== 'churned'
          return { ...row, status: row.status as Similar['status'], likeness: likenessOf(row), mergeable }
        })
      const hidden = rows.filter((row) => !row.isReached).flatMap(surelySame)
      return { items, hidden: [...new Set(hidden)] }
    },

    preview: async (context, { id, otherId }) => {
      const { db } = context
      const reach = changeable(context)
      const [kept, other] = [await getCustomer(db, reach, id), await getCustomer(db, reach, otherId)]
      const facts = { ...other, hasOpenChurn: await queries.hasOpenChurn(db, otherId) }
      return {
        ...{ kept: presentedPage(kept), other: presentedPage(other) },
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
