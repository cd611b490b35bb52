import { storeScope } from '#clients/scopes.ts'
import { getStore, lockStore } from '#clients/stores/queries.ts'
import { findProposals } from '#clients/stores/queriesOfProposals.ts'
import { today } from '#kit/calendar.ts'
import type { Context, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { Billing } from './consequences.ts'
import { ofTerms } from './consequences.ts'
import { storeTerms } from './contract.ts'
import { addTerms, correctTerms, timeline, withdrawTerms } from './edit.ts'
import { findTerms } from './queries.ts'

/** The stores whose terms the actor may read and write. */
const reachOf = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

const lock = (context: Context, id: number) => lockStore(context.db, reachOf(context), id)

async function answer({ db, clock }: Context, storeId: number) {
  const items = timeline(await findTerms(db, storeId), today(clock))
  return { items, proposals: await findProposals(db, storeId) }
}

export const storeTermsServer = (billing: Billing): Served =>
  serve(storeTerms, {
    list: async (context, { id }) => {
      await getStore(context.db, reachOf(context), id, today(context.clock))
      return answer(context, id)
    },

    add: async (context, { id, ...terms }) => {
      await addTerms(context, await lock(context, id), terms)
      await billing.follow(context, { storeId: id, fromOn: terms.fromOn })
      return answer(context, id)
    },

    correct: async (context, { id, ...correction }) => {
      const { fromOn } = await correctTerms(
        context,
        await lock(context, id),
        correction,
        billing.settleClosed,
      )
      await billing.follow(context, { storeId: id, fromOn })
      return answer(context, id)
    },

    addConsequences: (context, asked) => ofTerms(context, asked, lock, billing),
    correctConsequences: (context, asked) => ofTerms(context, asked, lock, billing),

    withdraw: async (context, { id, termsId, reason }) => {
      await withdrawTerms(context, await lock(context, id), termsId, reason)
      return answer(context, id)
    },
  })
