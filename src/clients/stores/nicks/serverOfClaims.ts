import { serve } from '#kit/serve.ts'
import { findClaims } from './claimQueries.ts'
import { claimNick, claimReaderOf, confirm, reject, toNickClaim, undo, withdraw } from './claims.ts'
import { claimConsequences, confirmConsequences, undoConsequences } from './consequencesOfClaims.ts'
import { nickClaims } from './contract.ts'

/** Claims of nicks and the decisions on them. */
export const nickClaimsServer = serve(nickClaims, {
  list: async (context, query) => {
    const { items, total } = await findClaims(context.db, claimReaderOf(context), query)
    return { items: items.map(toNickClaim), total }
  },

  claim: async (context, input) => toNickClaim(await claimNick(context, input)),
  claimConsequences,
  confirm: async (context, input) => toNickClaim(await confirm(context, input)),
  confirmConsequences,
  reject: async (context, input) => toNickClaim(await reject(context, input)),
  withdraw: async (context, input) => toNickClaim(await withdraw(context, input)),
  undo: async (context, input) => toNickClaim(await undo(context, input)),
  undoConsequences,
})
