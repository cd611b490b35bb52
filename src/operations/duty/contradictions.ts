import { type Day, daysFrom } from '#kit/calendar.ts'
import { beatsShift, type DutyFacts, dutyOf, type PersonDay } from './rules.ts'

/**
 * What contradicts itself: `otherShift` assigned in one shift and rostered in another · `leaveLog` a log of a leave ·
 * `otherLog` a log of another shift than the one on duty · `assignedAway` an assignment of a person who is disabled or
 * has left · `noStore` a roster shift without a store. It is listed, never refused.
 */
export type ContradictionKind = 'otherShift' | 'leaveLog' | 'otherLog' | 'assignedAway' | 'noStore'

export interface Contradiction {
  kind: ContradictionKind
  staffId: number
  on: Day
  /** The store; null if it is about a person's day. */
  storeId: number | null
  /** The shift of the roster, the log or the assignment. */
  shift: string
  /** The other shift: of the assignment, or that of duty; null if there is none. */
  other: string | null
}

/** A log that is not a draft. */
export interface WrittenLog {
  staffId: number
  on: Day
  shift: string
}

/** Returns the contradictions of a span of days, by day and person. */
export function contradictionsOf(
  facts: DutyFacts,
  logs: readonly WrittenLog[],
  { from, to }: { from: Day; to: Day },
): Contradiction[] {
  const duty = dutyOf(facts, { from, to })
  const starts = new Map(facts.shifts.map((shift) => [shift.code, shift.starts]))
  const byDay = new Map(duty.map((day) => [`${day.staffId} ${day.on}`, day]))
  const found = [
    ...duty.flatMap(ofPlan),
    ...logs.flatMap((log) => ofLog(log, byDay.get(`${log.staffId} ${log.on}`), starts)),
    ...ofAssignments(facts, byDay, { from, to }),
  ]
  return found.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : a.staffId - b.staffId))
}

function ofPlan({ staffId, on, planned, shifts, posts }: PersonDay): Contradiction[] {
  if (!planned) return []
  const moved = posts.filter(({ assigned, shift }) => assigned !== shift)
  const idle = shifts.filter((shift) => !posts.some((post) => post.shift === shift))
  return [
    ...moved.map(({ storeId, shift, assigned }) => ({
      kind: 'otherShift' as const,
      staffId,
      on,
      storeId,
      shift,
      other: assigned,
    })),
    ...idle.map((shift) => ({ kind: 'noStore' as const, staffId, on, storeId: null, shift, other: null })),
  ]
}

function ofLog(log: WrittenLog, day: PersonDay | undefined, starts: Map<string, number>): Contradiction[] {
  if (!day) return []
  const about = { ...log, storeId: null }
  if (beatsShift(day.leave, starts.get(log.shift) ?? 0)) return [{ ...about, kind: 'leaveLog', other: null }]
  const [first] = day.shifts
  return first === undefined || day.shifts.includes(log.shift)
    ? []
    : [{ ...about, kind: 'otherLog', other: first }]
}

/** One line per assignment, for the first day on which the person is not there. */
function ofAssignments(
  { assignments, running, people }: DutyFacts,
  byDay: ReadonlyMap<string, PersonDay>,
  { from, to }: { from: Day; to: Day },
): Contradiction[] {
  const firstDays = new Map(people.map(({ id, firstOn }) => [id, firstOn]))
  const days = daysFrom(from, to)
  return assignments.flatMap(({ staffId, storeId, shift, fromOn, toOn }) => {
    const runs = (on: Day) =>
      running.some((span) => span.storeId === storeId && span.fromOn <= on && on <= span.toOn)
    const on = days.find(
      (day) =>
        day >= fromOn &&
        day >= (firstDays.get(staffId) ?? day) &&
        (toOn === null || day <= toOn) &&
        !byDay.has(`${staffId} ${day}`) &&
        runs(day),
    )
    return on ? [{ kind: 'assignedAway', staffId, on, storeId, shift, other: null }] : []
  })
}
