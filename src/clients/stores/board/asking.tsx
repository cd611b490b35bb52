import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import type { Carried, Place } from './dragging.tsx'
import type { By } from './week.ts'

/** The open dialog of the board, with its initial values. */
export type Ask =
  | { kind: 'assign'; storeId?: number; staffId?: number; shift?: Assignment['shift']; on: Day }
  | { kind: 'change' | 'substitute'; assignment: Assignment; staffId?: number; on: Day }
  | { kind: 'end'; assignment: Assignment }

/**
 * Returns the dialog for a drop on a day of a row. An agent (`handsOver`) can only hand over their own shift, to a team
 * mate and for given days.
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
