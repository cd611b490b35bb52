import type { Duty } from '#clients/stores/assignments/contract.ts'
import { addDays, type Day, daysFrom, mondayOf } from '#kit/calendar.ts'

/** A span of days, both ends included. */
interface Days {
  fromOn: Day
  toOn: Day
}

/** An assignment: who may work at a store, and on which shift. */
export interface AssignedPost {
  staffId: number
  storeId: number
  shift: string
  duty: Duty
  fromOn: Day
  toOn: Day | null
  /** The person whose place a stand-in takes at this store and shift; null for every other assignment. */
  insteadOf: number | null
}

/** An approved leave, from a half day to a half day. */
export interface Leave {
  staffId: number
  fromOn: Day
  fromNoon: boolean
  toOn: Day
  toNoon: boolean
}

/** A shift of the company, as far as duty depends on it. */
export interface DutyShift {
  code: string
  /** Minutes from 00:00 of the day at which it begins. */
  starts: number
}

/** The times of a shift by its latest row that began before the end of the days asked about. */
export interface ShiftFacts extends DutyShift {
  name: string
  ends: number
  minutes: number
  fromOn: Day
  toOn: Day | null
}

/** What duty follows from: facts about people and the stores that they are assigned to. */
export interface DutyFacts {
  /** `firstOn` and `leftOn` limit the days with the company. */
  people: readonly { id: number; firstOn: Day; leftOn: Day | null }[]
  assignments: readonly AssignedPost[]
  /** The stand-ins of other people for these, which take these out. */
  replacements: readonly Pick<AssignedPost, 'storeId' | 'shift' | 'fromOn' | 'toOn' | 'insteadOf'>[]
  /** When the stores were on trial or in service. */
  running: readonly ({ storeId: number } & Days)[]
  /** The entries of the roster, in whole weeks (Monday to Sunday). */
  entries: readonly { staffId: number; on: Day; entry: string }[]
  leaves: readonly Leave[]
  /** When people were disabled or had left. */
  away: readonly ({ staffId: number } & Days)[]
  /** In the order of the day. */
  shifts: readonly DutyShift[]
}

/** A person at a store on a shift. */
export interface Post {
  storeId: number
  shift: string
  duty: Duty
  /** The shift of the assignment, which differs if the roster has another one. */
  assigned: string
  /** The person whose place is taken; null if this is no stand-in. */
  insteadOf: number | null
}

/** What a person does on a day. Days on which the person is not with the company, or is disabled, have none. */
export interface PersonDay {
  staffId: number
  on: Day
  /** Whether the roster plans the person's week; if not, the assignments say when the person works. */
  planned: boolean
  /** Which half days are a leave. */
  leave: { morning: boolean; afternoon: boolean }
  /** Whether the roster has a rest. */
  rests: boolean
  /** The shifts that the person is on duty in, in the order of the day. */
  shifts: string[]
  /** The shifts for which the person owes a work log: one a day without a plan (047). */
  owed: string[]
  /** The stores that the person covers. A shift without a store is 机动. */
  posts: Post[]
}

const NOON = 12 * 60

/** Whether a leave of half days takes away a shift: it covers the half day in which the shift begins. */
export function beatsShift(leave: PersonDay['leave'], starts: number): boolean {
  return starts < NOON ? leave.morning : leave.afternoon
}

/** Which half days of a day the leaves cover. */
export function leaveOn(leaves: readonly Omit<Leave, 'staffId'>[], on: Day): PersonDay['leave'] {
  const ofDay = leaves.filter((leave) => leave.fromOn <= on && on <= leave.toOn)
  return {
    morning: ofDay.some(({ fromOn, fromNoon }) => !(fromNoon && fromOn === on)),
    afternoon: ofDay.some(({ toOn, toNoon }) => !(toNoon && toOn === on)),
  }
}

/** A store that a person serves on a day, and on which shifts; no shifts if only a file names the person there. */
export interface ServedStore {
  storeId: number
  shifts: readonly string[]
}

/**
 * Whether a person who works the shifts `worked` (in the order of the day) serves a store in a shift: it is assigned on
 * that shift, or the person works none of its shifts and this is the first one worked.
 */
export function belongsTo(store: ServedStore, shift: string, worked: readonly string[]): boolean {
  const shiftsOfDay = worked.length > 0 ? worked : [shift]
  if (store.shifts.includes(shift)) return true
  if (store.shifts.some((one) => shiftsOfDay.includes(one))) return false
  return shiftsOfDay[0] === shift
}

const isWithin = ({ fromOn, toOn }: { fromOn: Day; toOn: Day | null }, on: Day) =>
  fromOn <= on && (toOn === null || on <= toOn)

/** Position of a shift in the day; a code without a row comes last. */
export function orderIn(shifts: readonly DutyShift[]): (code: string) => number {
  const places = new Map(shifts.map(({ code }, at) => [code, at]))
  return (code) => places.get(code) ?? shifts.length
}

/** Returns the codes once each, in the order of the day. */
export const inOrder = (codes: Iterable<string>, order: (code: string) => number) =>
  [...new Set(codes)].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))

/** The facts of one person. */
interface PersonFacts {
  person: DutyFacts['people'][number]
  assignments: AssignedPost[]
  replacements: DutyFacts['replacements']
  entries: Map<Day, string[]>
  /** Mondays of the weeks that the roster plans: those with an entry other than a leave. */
  plannedWeeks: Set<Day>
  leaves: Leave[]
  away: Days[]
}

/** What all people of the facts share. */
interface Shared {
  isRunning: (storeId: number, on: Day) => boolean
  order: (code: string) => number
  startsOf: Map<string, number>
}

/**
 * Returns what each person does on each day: assignments say who may work, the roster says when, a leave beats both,
 * and a stand-in fills in (docs/decisions/117). Ordered by day and person. Every reader of duty asks this function.
 */
export function dutyOf(facts: DutyFacts, { from, to }: { from: Day; to: Day }): PersonDay[] {
  const running = Map.groupBy(facts.running, ({ storeId }) => storeId)
  const shared: Shared = {
    isRunning: (storeId, on) => running.get(storeId)?.some((span) => isWithin(span, on)) ?? false,
    order: orderIn(facts.shifts),
    startsOf: new Map(facts.shifts.map(({ code, starts }) => [code, starts])),
  }
  const people = factsByPerson(facts)
  const days: PersonDay[] = []
  for (const on of daysFrom(from, to)) {
    for (const person of people) {
      const day = dayOf(person, on, shared)
      if (day) days.push(day)
    }
  }
  return days
}

function factsByPerson(facts: DutyFacts): PersonFacts[] {
  const assignments = Map.groupBy(facts.assignments, ({ staffId }) => staffId)
  const replacements = Map.groupBy(facts.replacements, ({ insteadOf }) => insteadOf)
  const entries = Map.groupBy(facts.entries, ({ staffId }) => staffId)
  const leaves = Map.groupBy(facts.leaves, ({ staffId }) => staffId)
  const away = Map.groupBy(facts.away, ({ staffId }) => staffId)
  return [...facts.people]
    .sort((a, b) => a.id - b.id)
    .map((person) => {
      const rostered = entries.get(person.id) ?? []
      const planning = rostered.filter(({ entry }) => entry !== 'leave')
      return {
        person,
        assignments: assignments.get(person.id) ?? [],
        replacements: replacements.get(person.id) ?? [],
        entries: new Map(
          [...Map.groupBy(rostered, ({ on }) => on)].map(([on, ofDay]) => [
            on,
            ofDay.map(({ entry }) => entry),
          ]),
        ),
        plannedWeeks: new Set(planning.map(({ on }) => mondayOf(on))),
        leaves: leaves.get(person.id) ?? [],
        away: away.get(person.id) ?? [],
      }
    })
}

function dayOf(of: PersonFacts, on: Day, shared: Shared): PersonDay | null {
  const { person } = of
  if (on < person.firstOn || (person.leftOn !== null && on > person.leftOn)) return null
  if (of.away.some((span) => isWithin(span, on))) return null
  const entries = of.entries.get(on) ?? []
  const leave = entries.includes('leave') ? { morning: true, afternoon: true } : leaveOn(of.leaves, on)
  const planned = of.plannedWeeks.has(mondayOf(on))
  const active = of.assignments.filter((one) => isWithin(one, on) && shared.isRunning(one.storeId, on))
  const works = (shift: string) => !beatsShift(leave, shared.startsOf.get(shift) ?? 0)
  const usual = usualPosts(of, { on, planned, entries, active }, shared)
  const standIns = active.filter(isStandIn).map(postOf)
  const posts = uniquePosts([...usual.posts, ...standIns].filter(({ shift }) => works(shift)))
  const standInShifts = standIns.map(({ shift }) => shift)
  return {
    staffId: person.id,
    on,
    planned,
    leave,
    rests: entries.includes('rest'),
    shifts: inOrder([...usual.shifts, ...standInShifts].filter(works), shared.order),
    owed: inOrder([...usual.owed, ...standInShifts].filter(works), shared.order),
    posts: posts.sort((a, b) => shared.order(a.shift) - shared.order(b.shift) || a.storeId - b.storeId),
  }
}

const isStandIn = ({ insteadOf }: AssignedPost) => insteadOf !== null

const postOf = ({ storeId, shift, duty, insteadOf }: AssignedPost): Post => ({
  storeId,
  shift,
  duty,
  assigned: shift,
  insteadOf,
})

/** Of several rows for a store and shift one counts: the stand-in, else the first. */
function uniquePosts(posts: readonly Post[]): Post[] {
  const unique = new Map<string, Post>()
  for (const post of posts) {
    const key = `${post.storeId} ${post.shift}`
    if (!unique.has(key) || post.insteadOf !== null) unique.set(key, post)
  }
  return [...unique.values()]
}

interface UsualDay {
  on: Day
  planned: boolean
  entries: readonly string[]
  active: readonly AssignedPost[]
}

/**
 * The posts, shifts and owed logs by plan or assignments, before leave and without the person's own stand-ins. A shift
 * is not worked if a stand-in took the person's place in each of its stores.
 */
function usualPosts(of: PersonFacts, { on, planned, entries, active }: UsualDay, { order }: Shared) {
  const assigned = active.filter((one) => !isStandIn(one))
  const isTaken = ({ storeId, shift }: Post) =>
    of.replacements.some((one) => one.storeId === storeId && one.shift === shift && isWithin(one, on))
  const worked = planned
    ? inOrder(
        entries.filter((entry) => entry !== 'rest' && entry !== 'leave'),
        order,
      )
    : inOrder(
        assigned.map(({ shift }) => shift),
        order,
      )
  const all = postsIn(worked, assigned)
  const posts = all.filter((post) => !isTaken(post))
  const isLost = (shift: string) =>
    all.some((post) => post.shift === shift) && !posts.some((post) => post.shift === shift)
  const shifts = worked.filter((shift) => !isLost(shift))
  return { posts, shifts, owed: planned ? shifts : mainShift(posts, order) }
}

/** Places the assigned stores in the shifts that are worked. */
function postsIn(worked: readonly string[], assigned: readonly AssignedPost[]): Post[] {
  const stores = Map.groupBy(assigned, ({ storeId }) => storeId)
  return worked.flatMap((shift) =>
    [...stores].flatMap(([storeId, rows]) => {
      const [first] = rows
      const store = { storeId, shifts: rows.map((row) => row.shift) }
      if (!first || !belongsTo(store, shift, worked)) return []
      const { duty, shift: ofRow } = rows.find((row) => row.shift === shift) ?? first
      return [{ storeId, shift, duty, assigned: ofRow, insteadOf: null }]
    }),
  )
}

/** The shift with the most stores, or the earliest of several with equally many (047); none without a store. */
function mainShift(posts: readonly Post[], order: (code: string) => number): string[] {
  const counts = new Map<string, number>()
  for (const { shift } of posts) counts.set(shift, (counts.get(shift) ?? 0) + 1)
  const [main] = [...counts].sort(([a, n], [b, m]) => m - n || order(a) - order(b))
  return main ? [main[0]] : []
}

/** The whole weeks of a span: whether a week is planned follows from all of its days. */
export function wholeWeeks({ from, to }: { from: Day; to: Day }): { from: Day; to: Day } {
  return { from: mondayOf(from), to: addDays(mondayOf(to), 6) }
}
