import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { findAgent } from '#features/store-assignments/queries.ts'
import { assertEnd } from '#features/store-assignments/rules.ts'
import { lockStore, readableStores, stoppedScope, storeScope } from '#features/stores/queries.ts'
import type { Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { assertFresh } from '#kit/fresh.ts'
import { serve } from '#kit/serve.ts'
import type { AgentAccount } from './contract.ts'
import { agentAccounts } from './contract.ts'
import * as queries from './queries.ts'
import { assertBindable, assertMayUnbind } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getAgentAccount>>

function present(row: Row) {
  return {
    ...row,
    platform: row.platform as AgentAccount['platform'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stores whose nicks a person may bind. */
function bindable(actor: Actor, clock: Clock): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canReportWorklog', today(clock))} and ${stoppedScope(actor)})`
}

/** What stands in the store's log of a nick: whose it becomes or ceases to be, and the day that moved. */
const whose = ({ nick, staffId }: { nick: string; staffId: number }) => ({ nick, staffId })

export const agentAccountsServer = serve(agentAccounts, {
  list: async ({ db, actor, clock }, query) => {
    const found = await queries.findAgentAccounts(db, readableStores(actor, today(clock)), query)
    return { items: found.items.map(present), total: found.total }
  },

  unmatched: async ({ db, actor, clock }, query) => {
    const { items, total } = await queries.findUnmatched(db, bindable(actor, clock), query)
    return {
      items: items.map((row) => ({ ...row, platform: row.platform as AgentAccount['platform'] })),
      total,
    }
  },

  bind: async ({ db, actor, clock, record }, { storeId, nick, staffId, ...input }) => {
    const reach = bindable(actor, clock)
    const { companyCode } = await lockStore(db, reach, storeId)
    assertBindable(actor, await findAgent(db, staffId), companyCode)
    const fromOn = input.fromOn ?? (await queries.findFirstUnmatched(db, storeId, nick)) ?? today(clock)
    const by = { staffId: actor.id, now: clock() }
    const [bound] = await queries.bindNicks(db, by, [{ companyCode, storeId, nick, staffId, fromOn }])
    if (!bound) throw new AppError('CONFLICT', '这个昵称在那一天已经对应到此人，不需要再对应。')
    const changes: Changes = { ...changesBetween({}, whose(bound)), fromOn: [bound.movedFrom, bound.fromOn] }
    record({ action: 'bind', entity: 'store', recordId: storeId, changes, companyCode })
    return present(await queries.getAgentAccount(db, reach, bound.id))
  },

  unbind: async ({ db, actor, clock, record }, { id, version, toOn }) => {
    const reach = bindable(actor, clock)
    const { storeId } = await queries.getAgentAccount(db, reach, id)
    const { companyCode } = await lockStore(db, reach, storeId)
    // Read again: under the lock it is what it stays.
    const before = await queries.getAgentAccount(db, reach, id)
    assertMayUnbind(actor, await findAgent(db, before.staffId))
    assertFresh(before, version, present)
    if (toOn === null) await queries.deleteAccount(db, id)
    else {
      assertEnd(before, toOn)
      await queries.changeAccount(db, id, { toOn, updatedAt: clock(), updatedBy: actor.id })
    }
    const changes: Changes = { ...changesBetween(whose(before), {}), toOn: [before.toOn, toOn] }
    record({ action: 'unbind', entity: 'store', recordId: storeId, changes, companyCode })
    return toOn === null ? null : present(await queries.getAgentAccount(db, reach, id))
  },
})
