import type { Assignment, BoardAgent, BoardStore } from '#clients/stores/assignments/contract.ts'
import { addDays, type Day, daysBetween, daysFrom } from '#kit/calendar.ts'

/** Rows of the board by store or by agent. */
export type By = 'store' | 'agent'

/** The seven days from a Monday on. */
export function weekFrom(monday: Day): Day[] {
  return daysFrom(monday, addDays(monday, 6))
}

/**
 * A bar of the board: the part of an assignment within the week. Columns count from 1; overlapping bars differ in
 * `lane`.
 */
export interface Bar {
  assignment: Assignment
  firstColumn: number
  lastColumn: number
  lane: number
  /** Whether the assignment begins before the week; `goesOn`: whether it continues after the week. */
  fromBefore: boolean
  goesOn: boolean
}

/** The bars of one row, each in the first lane that is free on its days. */
export function barsOf(assignments: readonly Assignment[], monday: Day): Bar[] {
  const sunday = addDays(monday, 6)
  const ends: number[] = []
  return assignments
    .filter(({ fromOn, toOn }) => fromOn <= sunday && (toOn === null || toOn >= monday))
    .map((assignment) => {
      const { fromOn, toOn } = assignment
      const firstColumn = fromOn < monday ? 1 : daysBetween(monday, fromOn) + 1
      const lastColumn = toOn === null || toOn > sunday ? 7 : daysBetween(monday, toOn) + 1
      const free = ends.findIndex((end) => end < firstColumn)
      const lane = free < 0 ? ends.length : free
      ends[lane] = lastColumn
      const goesOn = toOn === null || toOn > sunday
      return { assignment, firstColumn, lastColumn, lane: lane + 1, fromBefore: fromOn < monday, goesOn }
    })
}

/** A row of the board: a store or an agent, with assignments. */
export interface BoardRow {
  id: number
  name: string
  /** The company of the store or the agent. */
  companyCode: string
  assignments: Assignment[]
}

/** The rows by store or by agent. Rows by agent include people with assignments who cannot be chosen. */
export function boardRows(
  { stores, agents, assignments }: { stores: BoardStore[]; agents: BoardAgent[]; assignments: Assignment[] },
  by: By,
): BoardRow[] {
  const named = by === 'store' ? stores : withAssignedAgents(agents, assignments, stores)
  return named.map(({ id, name, companyCode }) => ({
    id,
    name,
    companyCode,
    assignments: assignments.filter((one) => (by === 'store' ? one.storeId : one.staffId) === id),
  }))
}

function withAssignedAgents(
  agents: BoardAgent[],
  assignments: readonly Assignment[],
  stores: readonly BoardStore[],
) {
  const others = assignments.filter(({ staffId }) => !agents.some(({ id }) => id === staffId))
  const companyOf = (storeId: number) => stores.find(({ id }) => id === storeId)?.companyCode ?? ''
  const added = new Map(
    others.map(({ staffId, staffName, storeId }) => [
      staffId,
      { id: staffId, name: staffName, companyCode: companyOf(storeId) },
    ]),
  )
  return [...agents, ...added.values()]
}
