import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import type { DraggedItem, DropTarget } from './dragging.tsx'
import type { By } from './week.ts'

/** The open dialog of the board, with its initial values. */
export type BoardDialog =
  | { kind: 'assign'; storeId?: number; staffId?: number; shift?: Assignment['shift']; on: Day }
  | { kind: 'change' | 'substitute'; assignment: Assignment; staffId?: number; on: Day }
  | { kind: 'end'; assignment: Assignment }

/**
 * Returns the dialog for a drop on a day of a row. An agent (`handsOver`) can only hand over their own shift, to a team
 * mate and for given days.
 */
export function dialogForDrop(
  dragged: DraggedItem,
  target: DropTarget,
  by: By,
  handsOver: boolean,
): BoardDialog | null {
  const { rowId, day: on } = target
  if (dragged.kind === 'bar') return dialogForBar(dragged.assignment, target, by, handsOver)
  if (handsOver) return null
  if (by === 'store') return { kind: 'assign', storeId: rowId, staffId: dragged.id, on }
  return { kind: 'assign', storeId: dragged.id, staffId: rowId, on }
}

function dialogForBar(
  assignment: Assignment,
  { rowId, day: on }: DropTarget,
  by: By,
  handsOver: boolean,
): BoardDialog | null {
  const { storeId, staffId, shift } = assignment
  if (handsOver) {
    const other = by === 'agent' && rowId !== staffId ? { staffId: rowId } : {}
    return { kind: 'substitute', assignment, on, ...other }
  }
  if (by === 'agent') return { kind: 'change', assignment, on, ...(rowId !== staffId && { staffId: rowId }) }
  if (rowId === storeId) return { kind: 'change', assignment, on }
  return { kind: 'assign', storeId: rowId, staffId, shift, on }
}
