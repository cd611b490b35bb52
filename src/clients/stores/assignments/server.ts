import { reachOf } from '#access/can.ts'
import { readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { definedOnly } from '#kit/version.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, assignmentProblem } from '#people/books/rules.ts'
import { storeAssignments } from './contract.ts'
import { addAssignment, getWrittenAssignment, lockAssignment, toAssignment } from './edit.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

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

  loads: async ({ db, actor, clock }, { headId }) => {
    // An agent may not see the loads of team mates.
    if (reachOf(actor, 'canAssignStore') === 'own') return []
    const staffIds = await queries.findAssignableAgents(db, actor, headId)
    const loads = await queries.findLoads(db, staffIds, today(clock))
    return [...loads].map(([staffId, load]) => ({ staffId, ...load }))
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
