import { serve } from '#kit/serve.ts'
import { askingOf, claimNick, confirm, presentClaim, reject, undo, withdraw } from './claims.ts'
import { ofClaim, ofConfirm, ofUndo } from './consequencesOfClaims.ts'
import { nickClaims } from './contract.ts'
import { findClaims } from './queriesOfClaims.ts'

/** Claims of nicks and the decisions on them. */
export const nickClaimsServer = serve(nickClaims, {
  list: async (context, query) => {
    const { items, total } = await findClaims(context.db, askingOf(context), query)
    return { items: items.map(presentClaim), total }
  },

  claim: async (context, input) => presentClaim(await claimNick(context, input)),
  claimConsequences: ofClaim,
  confirm: async (context, input) => presentClaim(await confirm(context, input)),
  confirmConsequences: ofConfirm,
  reject: async (context, input) => presentClaim(await reject(context, input)),
  withdraw: async (context, input) => presentClaim(await withdraw(context, input)),
  undo: async (context, input) => presentClaim(await undo(context, input)),
  undoConsequences: ofUndo,
})
