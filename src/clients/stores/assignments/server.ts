import { reachOf } from '#access/can.ts'
import { readableStores } from '#clients/scopes.ts'
import { addDays, today } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { definedOnly } from '#kit/version.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, assignmentProblem } from '#people/books/rules.ts'
import { type BoardStore, storeAssignments } from './contract.ts'
import { addAssignment, assignable, getWrittenAssignment, lockAssignment, toAssignment } from './edit.ts'
import * as queries from './queries.ts'
import { findBoardAgents, findBoardStores, findLoads } from './queries.ts'
import * as rules from './rules.ts'

const NO_LOAD = { stores: 0, dailyVolume: null }

/** The loads of agents; undefined for an agent, who may not see those of team mates. */
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

const toBoardStore = (row: { platform: string; status: string; shifts: string[] }) =>
  row as Pick<BoardStore, 'platform' | 'status' | 'shifts'>

export const storeAssignmentsServer = serve(storeAssignments, {
  list: async ({ db, actor, clock }, query) => {
    const { items, total } = await queries.findAssignments(db, readableStores(actor, today(clock)), query)
    return { items: items.map(toAssignment), total }
  },

  create: async (context, input) => toAssignment(await addAssignment(context, input)),

  change: async (context, { id, version, ...sent }) => {
    const { db, actor, clock, record } = context
    const before = await lockAssignment(context, { id, version })
    const changes = { ...definedOnly(sent), fromOn: sent.fromOn }
    rules.assertChange(toAssignment(before), changes)
    const books = await findBooks(db, clock, before.companyCode)
    assertNoProblem('fromOn', assignmentProblem(books, changes.fromOn, false))
    if (changes.staffId) {
      rules.assertAgent(actor, await queries.findAgent(db, changes.staffId), before.companyCode)
    }
    const writing = { by: actor.id, at: clock() }
    const { id: next, lines } = await queries.changeAssignment(db, before, changes, writing)
    lines.forEach(record)
    return toAssignment(await getWrittenAssignment(db, next))
  },

  board: async ({ db, actor, clock }, { from, headId, keyword }) => {
    const week = { fromOn: from, toOn: addDays(from, 6) }
    const boardFilter = { ...week, headId, keyword }
    const { stores, total } = await findBoardStores(db, assignable(actor, clock), boardFilter)
    const assignments = await queries.findAssignmentsOfStores(
      db,
      stores.map(({ id }) => id),
      week,
    )
    const agents = await findBoardAgents(db, actor, headId)
    const loads = await loadsFor({ db, actor, clock }, agents)
    return {
      stores: stores.map((row) => ({ ...row, ...toBoardStore(row) })),
      storeTotal: total,
      agents: agents.map((agent) => ({ ...agent, load: loads?.get(agent.id) ?? (loads && NO_LOAD) })),
      assignments: assignments.map(toAssignment),
    }
  },

  loads: async ({ db, actor, clock }, { headId }) => {
    const agents = await findBoardAgents(db, actor, headId)
    const loads = await loadsFor({ db, actor, clock }, agents)
    return [...(loads ?? [])].map(([staffId, load]) => ({ staffId, ...load }))
  },

  end: async (context, { id, version, toOn }) => {
    const { db, record } = context
    const before = await lockAssignment(context, { id, version })
    rules.assertEnd(before, toOn)
    await queries.endAssignment(db, id, { toOn, ...updatedNow(context) })
    record(rules.endLine(before, toOn))
    return toAssignment(await getWrittenAssignment(db, id))
  },
})
