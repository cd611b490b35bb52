import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import type { Carried, Place } from './dragging.tsx'
import type { By } from './week.ts'

/** What the dialog over the board asks about. */
export type Ask =
  | { kind: 'assign'; storeId?: number; staffId?: number; shift?: Assignment['shift']; on: Day }
  | { kind: 'change' | 'substitute'; assignment: Assignment; staffId?: number; on: Day }
  | { kind: 'end'; assignment: Assignment }

/**
 * What putting something down on a day of a row asks for. A member (`handsOver`) only has an own shift to give away, to
 * a team mate and for named days.
 */
export function askOf(carried: Carried, place: Place, by: By, handsOver: boolean): Ask | null {
  const { rowId, day: on } = place
  if (carried.kind === 'bar') return askOfBar(carried.assignment, place, by, handsOver)
  if (handsOver) return null
  if (by === 'store') return { kind: 'assign', storeId: rowId, staffId: carried.id, on }
  return { kind: 'assign', storeId: carried.id, staffId: rowId, on }
}

function askOfBar(assignment: Assignment, { rowId, day: on }: Place, by: By, handsOver: boolean): Ask | null {
  const { storeId, staffId, shift } = assignment
  if (handsOver) {
    const other = by === 'agent' && rowId !== staffId ? { staffId: rowId } : {}
    return { kind: 'substitute', assignment, on, ...other }
  }
  if (by === 'agent') return { kind: 'change', assignment, on, ...(rowId !== staffId && { staffId: rowId }) }
  if (rowId === storeId) return { kind: 'change', assignment, on }
  return { kind: 'assign', storeId: rowId, staffId, shift, on }
}
