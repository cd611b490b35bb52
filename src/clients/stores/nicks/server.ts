import { readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { findClaims } from './claimQueries.ts'
import {
  bindFromList,
  claimNick,
  claimReaderOf,
  confirm,
  reject,
  toNickClaim,
  undo,
  withdraw,
} from './claims.ts'
import { claimConsequences, confirmConsequences, undoConsequences } from './consequencesOfClaims.ts'
import { agentAccounts, nickClaims } from './contract.ts'
import { bindable, endNick, removeNick, toAgentAccount } from './edit.ts'
import * as queries from './queries.ts'

export const agentAccountsServer = serve(agentAccounts, {
  list: async ({ db, actor, clock }, query) => {
    const found = await queries.findAgentAccounts(db, readableStores(actor, today(clock)), query)
    return { items: found.items.map(toAgentAccount), total: found.total }
  },

  unmatched: async ({ db, actor, clock }, query) => {
    return queries.findUnmatched(db, bindable(actor, clock), query)
  },

  bind: async (context, input) => toAgentAccount(await bindFromList(context, input)),

  unbind: async (context, { id, version, toOn }) => {
    if (toOn !== null) return toAgentAccount(await endNick(context, { id, version, toOn }))
    await removeNick(context, { id, version })
    return null
  },
})

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
