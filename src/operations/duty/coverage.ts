import { type Day, daysFrom, weekdayOf } from '#kit/calendar.ts'
import { type AssignedPost, type DutyFacts, orderIn, type PersonDay, type Post } from './rules.ts'

/** How many people are on duty at a store and shift, compared with the need: 无人, 缺 n, 足, 多 n. */
export type CoverageState = 'none' | 'short' | 'enough' | 'over'

/** A stored need: of a day, of a weekday (1 Monday to 7 Sunday), or of every day. */
export interface NeedRow {
  storeId: number
  shift: string
  weekday: number | null
  on: Day | null
  heads: number
}

/** A person on duty in a cell. */
export interface CoveringPerson extends Omit<Post, 'storeId' | 'shift'> {
  staffId: number
}

/** A store's shift on a day on which the store owes figures. */
export interface CoverageCell {
  storeId: number
  on: Day
  shift: string
  need: number
  state: CoverageState
  people: CoveringPerson[]
}

export interface CoverageFacts {
  stores: readonly { id: number; shifts: readonly string[] }[]
  /** When these stores were on trial or in service. */
  running: readonly { storeId: number; fromOn: Day; toOn: Day }[]
  needs: readonly NeedRow[]
  assignments: readonly AssignedPost[]
  duty: readonly PersonDay[]
  shifts: DutyFacts['shifts']
}

/** The state of a cell; null if nobody is needed and nobody is there. */
export function stateOf(need: number, people: number): CoverageState | null {
  if (people === need) return need === 0 ? null : 'enough'
  if (people > need) return 'over'
  return people === 0 ? 'none' : 'short'
}

/**
 * The need of a shift on a day: that of the day, else of the weekday, else of every day; without a row one person on
 * each of the store's `usual` shifts.
 */
export function needOn(rows: readonly NeedRow[], shift: string, on: Day, usual: readonly string[]): number {
  const ofShift = rows.filter((row) => row.shift === shift)
  const row =
    ofShift.find((one) => one.on === on) ??
    ofShift.find((one) => one.weekday === weekdayOf(on)) ??
    ofShift.find((one) => one.on === null && one.weekday === null)
  return row?.heads ?? (usual.includes(shift) ? 1 : 0)
}

/**
 * The shifts on which a store needs somebody if nothing else is said: its own, else those that it is assigned on that
 * day, else the first of the company, so that a store without any assignment is not overlooked.
 */
function usualShifts(
  store: { shifts: readonly string[] },
  assigned: readonly AssignedPost[],
  first: string[],
) {
  if (store.shifts.length > 0) return store.shifts
  return assigned.length > 0 ? assigned.map(({ shift }) => shift) : first
}

/** The people at stores on a day, by store and shift. */
function peopleByPost(duty: readonly PersonDay[]): Map<string, CoveringPerson[]> {
  const people = new Map<string, CoveringPerson[]>()
  for (const { staffId, on, posts } of duty) {
    for (const { storeId, shift, ...post } of posts) {
      const key = `${on} ${storeId} ${shift}`
      people.set(key, [...(people.get(key) ?? []), { staffId, ...post }])
    }
  }
  return people
}

const isWithin = ({ fromOn, toOn }: { fromOn: Day; toOn: Day | null }, on: Day) =>
  fromOn <= on && (toOn === null || on <= toOn)

/** Compares duty with need for each store, day and shift, in this order. */
export function coverageOf(facts: CoverageFacts, { from, to }: { from: Day; to: Day }): CoverageCell[] {
  const people = peopleByPost(facts.duty)
  const running = Map.groupBy(facts.running, ({ storeId }) => storeId)
  const needs = Map.groupBy(facts.needs, ({ storeId }) => storeId)
  const assignments = Map.groupBy(facts.assignments, ({ storeId }) => storeId)
  const order = orderIn(facts.shifts)
  const codes = facts.shifts.map(({ code }) => code)
  return facts.stores.flatMap((store) => {
    const rows = needs.get(store.id) ?? []
    const days = daysFrom(from, to).filter((on) => running.get(store.id)?.some((span) => isWithin(span, on)))
    return days.flatMap((on) => {
      const assigned = (assignments.get(store.id) ?? []).filter(
        (one) => isWithin(one, on) && one.insteadOf === null,
      )
      const usual = usualShifts(store, assigned, codes.slice(0, 1))
      const shifts = new Set([...codes, ...usual, ...rows.map(({ shift }) => shift)])
      return [...shifts]
        .sort((a, b) => order(a) - order(b))
        .flatMap((shift) => {
          const covering = people.get(`${on} ${store.id} ${shift}`) ?? []
          const need = needOn(rows, shift, on, usual)
          const state = stateOf(need, covering.length)
          return state ? [{ storeId: store.id, on, shift, need, state, people: covering }] : []
        })
    })
  })
}
