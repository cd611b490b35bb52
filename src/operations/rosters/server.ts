import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, type Day, daysFrom, mondayOf, today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { findSpecialDays } from '#operations/calendar-days/queries.ts'
import { findAssigned, type RosteredShift } from '#operations/duty/queries.ts'
import { assertShifts, findShiftRows } from '#people/shifts/queries.ts'
import { holdsOn, type ShiftUse, shiftOn } from '#people/shifts/rules.ts'
import { type RosterEntry, rosters } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type RosterHandlers = Handlers<typeof rosters>
type Agent = Awaited<ReturnType<typeof queries.lockRosterAgents>>[number]

/** A day to change, with its current entries. */
interface Change {
  agent: Agent
  on: Day
  before: readonly RosterEntry[]
  entries: readonly RosterEntry[]
}

const key = (staffId: number, on: Day) => `${staffId} ${on}`

/** Returns the current entries of people, by person and day. */
async function currentEntries(db: Database, staffIds: readonly number[], span: { from: Day; to: Day }) {
  const cells = await queries.findCells(db, staffIds, span)
  return new Map(cells.map(({ staffId, on, entries }) => [key(staffId, on), entries]))
}

/** Builds an audit line for each person and week: day → old and new entries. */
function auditLinesOf(action: AuditLine['action'], changes: readonly Change[]): AuditLine[] {
  const lines = new Map<string, AuditLine>()
  for (const { agent, on, before, entries } of changes) {
    const about = { action, entity: 'roster' as const, recordId: agent.id, companyCode: agent.companyCode }
    const line = lines.get(key(agent.id, mondayOf(on))) ?? { ...about, changes: {} }
    line.changes[on] = [before, entries]
    lines.set(key(agent.id, mondayOf(on)), line)
  }
  return [...lines.values()]
}

/** Writes the changed days and the audit lines (at least one); returns the number of days. */
async function writeChanges(context: Context, action: AuditLine['action'], changes: readonly Change[]) {
  const { db, actor, clock, record } = context
  const cells = changes.map(({ agent, on, entries }) => ({
    staffId: agent.id,
    companyCode: agent.companyCode,
    on,
    entries,
  }))
  await queries.writeCells(db, cells, { by: actor.id, at: clock() })
  const lines = auditLinesOf(action, changes)
  if (lines.length === 0) lines.push({ action, entity: 'roster', recordId: actor.id, changes: {} })
  lines.forEach(record)
  return changes.length
}

/** Returns the shifts that the store assignments expect of people; queries each company separately. */
async function findAssignedShifts(
  db: Database,
  agents: readonly Pick<Agent, 'id' | 'companyCode'>[],
  monday: Day,
) {
  const found: RosteredShift[] = []
  for (const companyCode of new Set(agents.map((agent) => agent.companyCode))) {
    const staffIds = agents.filter((agent) => agent.companyCode === companyCode).map(({ id }) => id)
    const span = { companyCode, from: monday, to: addDays(monday, 6), staffIds }
    found.push(...(await findAssigned(db, span)))
  }
  return found
}

const week: RosterHandlers['week'] = async ({ db, actor }, { from, headId, keyword }) => {
  const monday = mondayOf(from)
  const to = addDays(monday, 6)
  const { agents, total } = await queries.findRosterAgents(db, actor, { monday, headId, keyword })
  const ids = agents.map(({ id }) => id)
  const cells = await queries.findCells(db, ids, { from: addDays(monday, -1), to })
  const planned = new Set(
    cells
      .filter(({ on, entries }) => on >= monday && !entries.includes('leave'))
      .map(({ staffId }) => staffId),
  )
  const unplanned = agents.filter(({ id }) => !planned.has(id))
  const onLeave = new Set(cells.map(({ staffId, on }) => key(staffId, on)))
  const assigned = await findAssignedShifts(db, unplanned, monday)
  return {
    monday,
    agents,
    agentTotal: total,
    cells,
    assigned: assigned.filter(({ staffId, on }) => !onLeave.has(key(staffId, on))),
    specialDays: await findSpecialDays(db, actor.companyCode, monday, to),
  }
}

/** Throws INVALID unless each person's company has the shifts that the day did not have before. */
async function assertShiftsOf(db: Database, changes: readonly Change[]): Promise<void> {
  const uses = new Map<string, ShiftUse[]>()
  for (const { agent, on, before, entries } of changes) {
    const added = entries.filter((entry) => rules.isWork(entry) && !before.includes(entry))
    const ofCompany = uses.get(agent.companyCode) ?? []
    uses.set(agent.companyCode, [...ofCompany, ...added.map((shift) => shiftOn(shift, on))])
  }
  for (const [companyCode, ofCompany] of uses) await assertShifts(db, companyCode, ofCompany, 'cells')
}

const plan: RosterHandlers['plan'] = async (context, { cells }) => {
  const { db, actor, clock } = context
  rules.assertMayPlan(actor)
  const agents = await queries.lockRosterAgents(db, actor, [...new Set(cells.map(({ staffId }) => staffId))])
  const days = cells.map(({ on }) => on).sort()
  const current = await currentEntries(
    db,
    agents.map(({ id }) => id),
    { from: days[0] ?? '', to: days.at(-1) ?? '' },
  )
  const changes = new Map<string, Change>()
  for (const { staffId, on, entries, seen: expected } of cells) {
    const agent = agents.find(({ id }) => id === staffId)
    if (!agent) throw notFound('员工')
    const before = current.get(key(staffId, on)) ?? []
    rules.assertCombinable(entries)
    rules.assertPlannable(on, today(clock))
    rules.assertEmployed(agent, { staffId, on, entries })
    rules.assertUnchanged(agent.name, on, before, expected)
    changes.set(key(staffId, on), { agent, on, before, entries: rules.sortEntries(entries) })
  }
  await assertShiftsOf(db, [...changes.values()])
  return { changed: await writeChanges(context, 'plan', [...changes.values()]) }
}

/** Locks the people whose week is requested and reads its entries. Throws FORBIDDEN and WRONG_STATE. */
async function lockWeek(
  { db, actor, clock }: Context,
  { from, headId }: { from: Day; headId?: number | undefined },
) {
  rules.assertMayPlan(actor)
  const monday = mondayOf(from)
  rules.assertPlannable(monday, today(clock))
  const ids = await queries.findPlannable(db, actor, { monday, headId })
  const agents = ids.length > 0 ? await queries.lockRosterAgents(db, actor, ids) : []
  const days = daysFrom(monday, addDays(monday, 6))
  return {
    monday,
    days,
    agents,
    current: await currentEntries(db, ids, { from: monday, to: addDays(monday, 6) }),
  }
}

/** Returns the entries to copy, by person and target day. */
async function sourceOf(
  db: Database,
  source: 'lastWeek' | 'assignments',
  monday: Day,
  agents: readonly Agent[],
) {
  const cells = new Map<string, RosterEntry[]>()
  if (source === 'assignments') {
    for (const { staffId, on, shift } of await findAssignedShifts(db, agents, monday)) {
      cells.set(key(staffId, on), [...(cells.get(key(staffId, on)) ?? []), shift])
    }
    return cells
  }
  const span = { from: addDays(monday, -7), to: addDays(monday, -1) }
  const ids = agents.map(({ id }) => id)
  for (const { staffId, on, entries } of await queries.findCells(db, ids, span)) {
    cells.set(key(staffId, addDays(on, 7)), entries)
  }
  return cells
}

/** Returns whether a day's entries contain a shift that the person's company does not have on the day. */
async function endedShifts(db: Database, agents: readonly Agent[]) {
  const companies = new Map<string, Awaited<ReturnType<typeof findShiftRows>>>()
  for (const code of new Set(agents.map(({ companyCode }) => companyCode)))
    companies.set(code, await findShiftRows(db, code))
  return (agent: Agent, on: Day, entries: readonly RosterEntry[]) =>
    entries.some((entry) => {
      const rows = companies.get(agent.companyCode) ?? []
      return rules.isWork(entry) && !rows.some((row) => row.code === entry && holdsOn(row, on))
    })
}

/** Maximum number of unchanged days in the response. */
const MAX_UNCHANGED = 200

const copy: RosterHandlers['copy'] = async (context, input) => {
  const { monday, days, agents, current } = await lockWeek(context, input)
  const source = await sourceOf(context.db, input.source, monday, agents)
  const isEnded = await endedShifts(context.db, agents)
  const all = agents.map((agent) => ({
    agent,
    ...rules.copyWeek(
      agent,
      days.map((on) => ({
        on,
        source: source.get(key(agent.id, on)) ?? [],
        ended: isEnded(agent, on, source.get(key(agent.id, on)) ?? []),
        current: current.get(key(agent.id, on)) ?? [],
      })),
      input.replace,
    ),
  }))
  const changes = all.flatMap(({ agent, changes: days }) => days.map((day) => ({ agent, ...day })))
  const unchanged = all.flatMap(({ agent, unchanged: days }) =>
    days.map((day) => ({ name: agent.name, ...day })),
  )
  return { changed: await writeChanges(context, 'copy', changes), kept: unchanged.slice(0, MAX_UNCHANGED) }
}

const clear: RosterHandlers['clear'] = async (context, input) => {
  const { agents, days, current } = await lockWeek(context, input)
  const changes = agents.flatMap((agent) =>
    days.flatMap((on) => {
      const before = current.get(key(agent.id, on)) ?? []
      return before.length === 0 || before.includes('leave') ? [] : [{ agent, on, before, entries: [] }]
    }),
  )
  return { changed: await writeChanges(context, 'clear', changes) }
}

export const rostersServer = serve(rosters, { week, plan, copy, clear })
