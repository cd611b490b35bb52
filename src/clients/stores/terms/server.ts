import { storeScope } from '#clients/scopes.ts'
import { findProposals, getStore, lockStore } from '#clients/stores/queries.ts'
import { today } from '#kit/calendar.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { addTermsToStores } from './batch.ts'
import { batchConsequences } from './batchConsequences.ts'
import { type Billing, termsConsequences } from './consequences.ts'
import { storeTerms } from './contract.ts'
import { addTerms, correctTerms, timeline, withdrawTerms } from './edit.ts'
import { findTerms } from './queries.ts'

/** The stores whose terms the actor may read and write. */
const writableStores = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

const lockWritableStore = (context: Context, id: number) => lockStore(context.db, writableStores(context), id)

async function getTimeline({ db, clock }: Context, storeId: number) {
  const items = timeline(await findTerms(db, storeId), today(clock))
  return { items, proposals: await findProposals(db, storeId) }
}

export const storeTermsServer = (billing: Billing): Served =>
  serve(storeTerms, {
    list: async (context, { id }) => {
      await getStore(context.db, writableStores(context), id, today(context.clock))
      return getTimeline(context, id)
    },

    add: async (context, { id, ...terms }) => {
      await addTerms(context, await lockWritableStore(context, id), terms)
      await billing.follow(context, { storeId: id, fromOn: terms.fromOn })
      return getTimeline(context, id)
    },

    correct: async (context, { id, ...correction }) => {
      const { fromOn } = await correctTerms(
        context,
        await lockWritableStore(context, id),
        correction,
        billing.settleClosed,
      )
      await billing.follow(context, { storeId: id, fromOn })
      return getTimeline(context, id)
    },

    addConsequences: (context, query) => termsConsequences(context, query, lockWritableStore, billing),
    correctConsequences: (context, query) => termsConsequences(context, query, lockWritableStore, billing),

    addMany: async (context, terms) => {
      const outcomes = await addTermsToStores(context, terms, lockWritableStore, billing.follow)
      return {
        results: outcomes.map((one) => ({
          id: one.id,
          fromOn: one.problem ? null : one.fromOn,
          problem: one.problem,
        })),
      }
    },

    addManyConsequences: (context, query) =>
      batchConsequences(context, query, lockWritableStore, billing.follow),

    withdraw: async (context, { id, termsId, reason }) => {
      await withdrawTerms(context, await lockWritableStore(context, id), termsId, reason)
      return getTimeline(context, id)
    },
  })
