import type * as z from 'zod'
import { can } from '#access/can.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import type { Context } from '#kit/serve.ts'
import { timeOf } from '#people/shifts/rules.ts'
import { type ComparedDay, minutesIn } from './compare.ts'
import { type Comparison, compareRecords } from './comparison/queries.ts'
import type { ClockDay, clock as endpoints } from './contract.ts'
import { proposalOf } from './proposals.ts'
import { type DecisionRow, findDecisions, findPeople, hasRecords } from './queries.ts'
import { spanOf } from './rules.ts'

type DayRow = z.input<typeof ClockDay>
type Input = z.output<typeof endpoints.days.input>
type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

interface Person {
  id: number
  name: string
  headName: string | null
}

/** Compares the days of people with their duty, and adds proposals and decisions as the actor sees them. */
export async function readDays(
  { db, actor, clock }: Reader,
  people: readonly Person[],
  { from, to }: { from: Day; to: Day },
): Promise<DayRow[]> {
  const { companyCode } = actor
  const staffIds = people.map(({ id }) => id)
  const compared = await compareRecords(db, {
    companyCode,
    from,
    to,
    staffIds,
    now: minutesIn(clock()),
  })
  const decisions = await findDecisions(db, { companyCode, from, to, staffIds })
  const byDay = Map.groupBy(decisions, ({ staffId, on }) => `${staffId} ${on}`)
  const names = new Map(people.map((person) => [person.id, person]))
  const reviews = can(actor, 'canReviewWorklog')
  return compared.days.map((day) => {
    const person = names.get(day.staffId) ?? { id: day.staffId, name: '', headName: null }
    const ofDay = byDay.get(`${day.staffId} ${day.on}`) ?? []
    return toDay(day, { person, decisions: ofDay, compared, reviews, mayDecide: day.staffId !== actor.id })
  })
}

interface DayFacts {
  person: Person
  decisions: readonly DecisionRow[]
  compared: Comparison
  /** Whether the actor decides on proposals of others, and on those of this person. */
  reviews: boolean
  mayDecide: boolean
}

function toDay(day: ComparedDay, { person, decisions, compared, reviews, mayDecide }: DayFacts): DayRow {
  const { staffId, on, punches, states } = day
  const log = compared.logOn(staffId, on)
  const takenHalves = decisions.reduce((sum, { taken, halfDays }) => sum + (taken ? halfDays : 0), 0)
  const proposal = proposalOf(day, { basis: compared.ruleOn(on).basis, log, takenHalves })
  const last = decisions.at(-1)
  // A refused proposal is not made again, unless it changes.
  const isRefused = last?.taken === false && last.halfDays === proposal?.halfDays
  return {
    id: `${staffId} ${on}`,
    staffId,
    staffName: person.name,
    headName: person.headName,
    on,
    punches,
    states,
    log,
    note: compared.noteOn(staffId, on),
    shifts: day.shifts.map((code) => {
      const row = compared.shiftOn(code, on)
      return { code, name: row?.name ?? code, from: timeOf(row?.starts ?? 0), to: timeOf(row?.ends ?? 0) }
    }),
    proposal: proposal && reviews && !isRefused ? { ...proposal, mayDecide } : null,
    decision: last
      ? {
          id: last.id,
          halfDays: last.halfDays,
          taken: last.taken,
          byName: last.byName,
          at: last.createdAt.toISOString(),
          mayReverse: reviews && mayDecide,
        }
      : null,
  }
}

/** A page of the compared days within reach, with counts by state. */
export async function listDays(context: Reader, { status, only, ...input }: Input) {
  const { db, actor, clock } = context
  const days = spanOf(input, today(clock))
  const people = await findPeople(db, actor, { ...days, ...input })
  const all = await readDays(context, people, days)
  const kept = only === undefined ? all : all.filter(only === 'open' ? isOpen : ({ decision }) => decision)
  const listed = status
    ? kept.filter(({ states }) => states.some(({ state }) => status.includes(state)))
    : kept
  return {
    ...days,
    items: pageOf(sorted(listed, input.sort), input),
    total: listed.length,
    statusCounts: countStates(kept),
    proposals: all.filter(isOpen).length,
    started: await hasRecords(db, actor.companyCode),
  }
}

const isOpen = ({ proposal }: DayRow) => proposal?.mayDecide === true

const pageOf = (rows: readonly DayRow[], { current, pageSize }: PageInput) =>
  rows.slice((current - 1) * pageSize, current * pageSize)

function countStates(rows: readonly DayRow[]): Record<string, number> {
  const counts: Record<string, number> = { all: rows.length }
  for (const { states } of rows) {
    for (const { state } of states) counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

/** The newest day first by default; the people of a day by name. */
function sorted(rows: readonly DayRow[], sort = '-on'): DayRow[] {
  const direction = sort.startsWith('-') ? -1 : 1
  const byName = (a: DayRow, b: DayRow) =>
    a.staffName.localeCompare(b.staffName, 'zh-CN') || a.staffId - b.staffId
  const byDay = (a: DayRow, b: DayRow) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)
  return rows.toSorted(
    sort.endsWith('staffName')
      ? (a, b) => direction * byName(a, b) || -byDay(a, b)
      : (a, b) => direction * byDay(a, b) || byName(a, b),
  )
}
