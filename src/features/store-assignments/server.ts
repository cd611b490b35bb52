import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { lockStore, readableStores, stoppedScope, storeScope } from '#features/stores/queries.ts'
import type { Clock } from '#kit/calendar.ts'
import { addDays, today } from '#kit/calendar.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { Assignment, BoardStore } from './contract.ts'
import { storeAssignments } from './contract.ts'
import * as queries from './queries.ts'
import { findBoardAgents, findBoardStores, findLoads } from './queriesOfBoard.ts'
import * as rules from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getAssignment>>

function present(row: Row) {
  return {
    ...row,
    platform: row.platform as Assignment['platform'],
    duty: row.duty as Assignment['duty'],
    shift: row.shift as Assignment['shift'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stores that a person may assign somebody to. */
function assignable(actor: Actor, clock: Clock): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canAssignStore', today(clock))} and ${stoppedScope(actor)})`
}

/** Whoever may write an assignment is told what was written, also where it took the store out of reach. */
const written = async (db: Database, id: number) => queries.getAssignment(db, sql<SqlBool>`true`, id)

const NO_LOAD = { stores: 0, dailyVolume: null }

/** What people carry; a member is not told what the team mates do. */
async function loadsFor(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  agents: { id: number }[],
) {
  if (reachOf(actor, 'canAssignStore') === 'own') return undefined
  return findLoads(
    db,
    agents.map(({ id }) => id),
    today(clock),
  )
}

const worded = (row: { platform: string; status: string; shifts: string[] }) =>
  row as Pick<BoardStore, 'platform' | 'status' | 'shifts'>

export const storeAssignmentsServer = serve(storeAssignments, {
  list: async ({ db, actor, clock }, query) => {
    const { items, total } = await queries.findAssignments(db, readableStores(actor, today(clock)), query)
    return { items: items.map(present), total }
  },

  create: async ({ db, actor, clock, record }, input) => {
    const wanted = rules.withDefaults(input)
    rules.assertSpan(wanted)
    const reach = assignable(actor, clock)
    const store = await lockStore(db, reach, input.storeId)
    rules.assertOpen(store)
    rules.assertAgent(actor, await queries.findAgent(db, input.staffId), store.companyCode)
    const standing = await queries.findStanding(db, store.id, wanted)
    if (reachOf(actor, 'canAssignStore') === 'own') {
      rules.assertHandover(
        wanted,
        standing.filter((row) => row.staffId === actor.id),
      )
    }
    rules.assertFree(wanted, standing)
    rules.assertShares(wanted, standing)
    const id = await queries.insertAssignment(db, {
      ...wanted,
      ...{ storeId: store.id, companyCode: store.companyCode },
      ...{ createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id },
    })
    const row = await written(db, id)
    record(rules.assignLine(row))
    return present(row)
  },

  change: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
    const reach = assignable(actor, clock)
    const { storeId } = await queries.getAssignment(db, reach, id)
    await lockStore(db, reach, storeId)
    const before = await queries.getAssignment(db, reach, id)
    rules.assertMayEnd(actor, before, await queries.findAgent(db, before.staffId))
    assertFresh(before, version, present)
    const changes = { ...sentOnly(sent), fromOn: sent.fromOn }
    rules.assertContinuation(present(before), changes)
    if (changes.staffId) {
      rules.assertAgent(actor, await queries.findAgent(db, changes.staffId), before.companyCode)
    }
    const writing = { by: actor.id, at: clock() }
    const { id: next, lines } = await queries.continueAssignment(db, before, changes, writing)
    lines.forEach(record)
    return present(await written(db, next))
  },

  board: async ({ db, actor, clock }, { from, headId, keyword }) => {
    const week = { fromOn: from, toOn: addDays(from, 6) }
    const asked = { ...week, headId, keyword }
    const { stores, total } = await findBoardStores(db, assignable(actor, clock), asked)
    const assignments = await queries.findOfStores(
      db,
      stores.map(({ id }) => id),
      week,
    )
    const agents = await findBoardAgents(db, actor, headId)
    const loads = await loadsFor({ db, actor, clock }, agents)
    return {
      stores: stores.map((row) => ({ ...row, ...worded(row) })),
      storeTotal: total,
      agents: agents.map((agent) => ({ ...agent, load: loads?.get(agent.id) ?? (loads && NO_LOAD) })),
      assignments: assignments.map(present),
    }
  },

  loads: async ({ db, actor, clock }, { headId }) => {
    const agents = await findBoardAgents(db, actor, headId)
    const loads = await loadsFor({ db, actor, clock }, agents)
    return [...(loads ?? [])].map(([staffId, load]) => ({ staffId, ...load }))
  },

  end: async ({ db, actor, clock, record }, { id, version, toOn }) => {
    const reach = assignable(actor, clock)
    const { storeId } = await queries.getAssignment(db, reach, id)
    await lockStore(db, reach, storeId)
    // Read again: under the lock it is what it stays.
    const before = await queries.getAssignment(db, reach, id)
    rules.assertMayEnd(actor, before, await queries.findAgent(db, before.staffId))
    assertFresh(before, version, present)
    rules.assertEnd(before, toOn)
    await queries.endAssignment(db, id, { toOn, updatedAt: clock(), updatedBy: actor.id })
    record(rules.endLine(before, toOn))
    return present(await written(db, id))
  },
})
