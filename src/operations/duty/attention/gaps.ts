import { addDays, type Day } from '#kit/calendar.ts'
import {
  type CandidateFacts,
  candidatesFor,
  isProposable,
  type OpenDays,
} from '#operations/duty/candidates/rules.ts'
import type { Absence, Candidate } from '#operations/duty/contract.ts'
import type { PersonDay } from '#operations/duty/rules.ts'
import type { CoverageGap } from './queries.ts'

/** An approved leave of a person. */
export interface LeaveSpan {
  id: number
  staffId: number
  fromOn: Day
  toOn: Day
}

type NamelessAbsence = Omit<Absence, 'name'>

/** The same gap of a store and shift on consecutive days. */
export interface GapRun extends Omit<CoverageGap, 'on' | 'absent'> {
  days: Day[]
  absent: NamelessAbsence[]
}

function absenceOf(
  staffId: number,
  on: Day,
  day: PersonDay | undefined,
  leaves: readonly LeaveSpan[],
): NamelessAbsence {
  if (!day) return { staffId, why: 'away', leaveId: null }
  if (day.leave.morning || day.leave.afternoon) {
    const leave = leaves.find((one) => one.staffId === staffId && one.fromOn <= on && on <= one.toOn)
    return { staffId, why: 'leave', leaveId: leave?.id ?? null }
  }
  return { staffId, why: day.shifts.length > 0 && !day.rests ? 'otherShift' : 'rest', leaveId: null }
}

/** Joins gaps of a store and shift on consecutive days if the same people are absent for the same reason. */
export function runsOf(
  gaps: readonly CoverageGap[],
  duty: readonly PersonDay[],
  leaves: readonly LeaveSpan[],
): GapRun[] {
  const days = new Map(duty.map((day) => [`${day.staffId} ${day.on}`, day]))
  const latest = new Map<string, GapRun>()
  const runs: GapRun[] = []
  for (const { on, absent: ids, ...gap } of gaps) {
    const absent = ids.map((id) => absenceOf(id, on, days.get(`${id} ${on}`), leaves))
    const key = [gap.storeId, gap.shift, gap.need, gap.people, JSON.stringify(absent)].join(' ')
    const run = latest.get(key)
    if (run && run.days.at(-1) === addDays(on, -1)) {
      run.days.push(on)
      continue
    }
    const next = { ...gap, days: [on], absent }
    latest.set(key, next)
    runs.push(next)
  }
  return runs
}

export interface ProposalFacts extends Omit<CandidateFacts, 'people'> {
  people: readonly { id: number; name: string; teamId: number }[]
  /** The teams whose people may stand in at a store. */
  teamsOf: (storeId: number) => ReadonlySet<number>
}

export interface ProposedRun extends GapRun {
  proposed: Candidate | null
  candidates: Candidate[]
}

/**
 * Adds the candidates of each run and proposes the best one who needs no second shift and loses no rest. A proposal
 * counts for the following runs, so that several open stores are spread over several people.
 */
export function withProposals(runs: readonly GapRun[], facts: ProposalFacts): ProposedRun[] {
  const duty = new Map(facts.duty.map((day) => [`${day.staffId} ${day.on}`, { ...day }]))
  const working = new Set(facts.duty.flatMap(({ staffId, shifts }) => (shifts.length > 0 ? [staffId] : [])))
  return runs.map((run) => {
    const { storeId, shift, days } = run
    const teams = facts.teamsOf(storeId)
    const absent = new Set(run.absent.map(({ staffId }) => staffId))
    // A head who works no shifts leads the team and does not serve stores.
    const people = facts.people
      .filter(({ id, teamId }) => id !== teamId || working.has(id))
      .filter(({ id, teamId }) => teams.has(teamId) && !absent.has(id))
    const open: OpenDays = { storeId, shift, days, replaces: run.absent.length > 0 }
    const ofRun = people.flatMap(({ id }) => days.flatMap((on) => duty.get(`${id} ${on}`) ?? []))
    const candidates = candidatesFor(open, { ...facts, people, duty: ofRun })
    const proposed = candidates.find(isProposable) ?? null
    for (const on of proposed ? days : []) {
      const day = duty.get(`${proposed?.staffId} ${on}`)
      if (day) addPost(day, run)
    }
    return { ...run, proposed, candidates }
  })
}

function addPost(day: PersonDay, { storeId, shift }: GapRun): void {
  const post: PersonDay['posts'][number] = {
    storeId,
    shift,
    duty: 'substitute',
    assigned: shift,
    insteadOf: null,
  }
  day.posts = [...day.posts, post]
  if (!day.shifts.includes(shift)) day.shifts = [...day.shifts, shift]
}
