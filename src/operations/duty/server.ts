import type { AssignmentInput } from '#clients/stores/assignments/contract.ts'
import { addDays, type Day, mondayOf, today } from '#kit/calendar.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { assertShifts, findShiftsOf } from '#people/shifts/queries.ts'
import { shiftOn } from '#people/shifts/rules.ts'
import { findApprovedLeaves } from './attention/facts.ts'
import { readGaps } from './attention/openGaps.ts'
import { readToday } from './attention/peopleToday.ts'
import { findContradictions } from './attention/queries.ts'
import { duty, type Need, type PersonWeek, type StoreWeek } from './contract.ts'
import { coverageOf } from './coverage.ts'
import * as queries from './coverageQueries.ts'
import { assertNeeds, assertNeedsUnchanged } from './needs.ts'
import { findDuty } from './queries.ts'
import type { PersonDay } from './rules.ts'

/** Adds a stand-in, which is an assignment, on the path of all assignments; `leaveId`: of the leave it is for. */
type AddStandIn = (context: Context, input: AssignmentInput, leaveId: number | null) => Promise<unknown>

type DutyHandlers = Handlers<typeof duty>

/** Maximum number of stores, people, gaps and contradictions in a response; a team has fewer. */
const MAX_ROWS = 200

const weekOf = (from: Day) => ({ from: mondayOf(from), to: addDays(mondayOf(from), 6) })

const stores: DutyHandlers['stores'] = async ({ db, actor }, { from, headId, keyword, storeId }) => {
  const week = weekOf(from)
  const filter = { ...week, headId, keyword, id: storeId }
  const permission = 'canReportWorklog'
  const { stores: found, total } = await queries.findCoveredStores(db, actor, filter, {
    permission,
    limit: MAX_ROWS,
  })
  const facts = await queries.findCoverageFacts(db, {
    companyCode: actor.companyCode,
    stores: found,
    ...week,
  })
  const cells = Map.groupBy(coverageOf(facts, week), ({ storeId }) => storeId)
  const rows = found.map(({ id, name, platform }): StoreWeek => {
    const ofStore = cells.get(id) ?? []
    return {
      id,
      name,
      platform,
      runs: [...new Set(ofStore.map(({ on }) => on))],
      cells: ofStore,
    }
  })
  const ids = rows.flatMap((store) =>
    store.cells.flatMap(({ people }) =>
      people.flatMap(({ staffId, insteadOf }) => (insteadOf === null ? [staffId] : [staffId, insteadOf])),
    ),
  )
  return {
    monday: week.from,
    stores: rows,
    storeTotal: total,
    people: await queries.findNames(db, 'staff', ids),
  }
}

/** Minutes and shifts of a person's week, by the rows of the shifts that hold in it. */
function tallyOf(days: readonly PersonDay[], rows: Awaited<ReturnType<typeof findShiftsOf>>) {
  const ofShift = new Map(rows.map((row) => [row.code, row]))
  const worked = days.flatMap(({ shifts }) => shifts.map((shift) => ofShift.get(shift)))
  return {
    hours: worked.reduce((sum, row) => sum + (row?.minutes ?? 0), 0) / 60,
    shiftCount: worked.reduce((sum, row) => sum + (row?.halfShifts ?? 2), 0) / 2,
  }
}

const people: DutyHandlers['people'] = async ({ db, actor }, { from, headId, keyword, staffId }) => {
  const week = weekOf(from)
  const { companyCode } = actor
  const filter = { ...week, headId, keyword, id: staffId }
  const { people: found, total } = await queries.findDutyPeople(db, actor, filter, {
    permission: 'canReportWorklog',
    limit: MAX_ROWS,
  })
  const days = await findDuty(db, { companyCode, ...week, staffIds: found.map(({ id }) => id) })
  const rows = await findShiftsOf(db, companyCode, week)
  const ofPerson = Map.groupBy(days, ({ staffId }) => staffId)
  return {
    monday: week.from,
    people: found.map((person): PersonWeek => {
      const own = ofPerson.get(person.id) ?? []
      return { ...person, days: own, ...tallyOf(own, rows) }
    }),
    personTotal: total,
    stores: await queries.findNames(
      db,
      'store',
      days.flatMap(({ posts }) => posts.map(({ storeId }) => storeId)),
    ),
  }
}

/** How many days ahead gaps are listed, today included, and how many days back contradictions. */
const [DAYS_AHEAD, DAYS_BACK] = [14, 7]

const attention: DutyHandlers['attention'] = async ({ db, actor, clock }, { headId }) => {
  const now = today(clock)
  const to = addDays(now, DAYS_AHEAD - 1)
  const gaps = await readGaps({ db, actor, clock }, { to, headId })
  const contradictions = await findContradictions(db, actor, { from: addDays(now, -DAYS_BACK), to, headId })
  return {
    today: now,
    to,
    ...gaps,
    contradictions: contradictions.slice(0, MAX_ROWS),
    contradictionTotal: contradictions.length,
    leaveRequests: await queries.countLeaveRequests(db, actor, headId),
  }
}

/** Writes each stand-in under a savepoint; the leave that it replaces owns it and takes it back when withdrawn. */
const acceptWith =
  (add: AddStandIn): DutyHandlers['accept'] =>
  async (context, { standIns }) => {
    const results = []
    for (const { storeId, shift, fromOn, toOn, staffId, insteadOf } of standIns) {
      const leaves = await findApprovedLeaves(context.db, insteadOf === null ? [] : [insteadOf], {
        from: fromOn,
        to: toOn,
      })
      const leave = leaves.find((one) => one.fromOn <= fromOn && toOn <= one.toOn)
      const duty = 'substitute' as const
      const input = { storeId, staffId, duty, shift, fromOn, toOn, sharePercent: 0, insteadOf }
      const tried = await withSavepoint(context, {}, (inner) => add(inner, input, leave?.id ?? null))
      const problem = 'refusal' in tried ? refusalReason(tried.refusal) : null
      results.push({ storeId, shift, fromOn, problem })
    }
    return { results }
  }

/** The needs of a store as the contract has them. */
async function readNeeds({ db }: Pick<Context, 'db'>, storeId: number): Promise<Need[]> {
  const rows = await queries.findNeeds(db, [storeId])
  return rows.map(({ shift, weekday, on, heads }) => ({ shift, weekday, on, heads }))
}

const needs: DutyHandlers['needs'] = async (context, { storeId }) => {
  const { db, actor, clock } = context
  const { id, shifts } = await queries.getCoveredStore(db, actor, { storeId, on: today(clock) })
  return { storeId: id, shifts, needs: await readNeeds(context, id) }
}

/** Formats needs for the audit log: `morning 2`, `evening 2026-11-11 4`, `night 6 0`. */
const needTexts = (rows: readonly Need[]) =>
  rows.map(({ shift, weekday, on, heads }) =>
    [shift, weekday ?? on, heads].filter((part) => part !== null).join(' '),
  )

/** The shifts of needs that were not there before, on the day of the need, else today. */
const newUses = (wanted: readonly Need[], before: readonly Need[], now: Day) =>
  wanted
    .filter((need) => !before.some((one) => one.shift === need.shift && one.on === need.on))
    .map(({ shift, on }) => shiftOn(shift, on ?? now))

const setNeeds: DutyHandlers['setNeeds'] = async (context, { storeId, needs: wanted, seen }) => {
  const { db, actor, clock, record } = context
  const store = await queries.getCoveredStore(db, actor, { storeId, on: today(clock), lock: true })
  assertNeeds(wanted)
  const before = await readNeeds(context, storeId)
  assertNeedsUnchanged(before, seen)
  await assertShifts(db, store.companyCode, newUses(wanted, before, today(clock)), 'needs')
  await queries.replaceNeeds(db, store, wanted, createdNow(context))
  const after = await readNeeds(context, storeId)
  record({
    action: 'set-needs',
    entity: 'store-need',
    recordId: storeId,
    companyCode: store.companyCode,
    changes: { needs: [needTexts(before), needTexts(after)] },
  })
  return { storeId, shifts: store.shifts, needs: after }
}

/** The server of duty; `add` writes stand-ins. */
export const dutyServer = (add: AddStandIn) =>
  serve(duty, {
    stores,
    people,
    attention,
    today: (context, { headId }) => readToday(context, headId),
    accept: acceptWith(add),
    needs,
    setNeeds,
  })
