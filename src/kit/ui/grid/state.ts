import type { Mode } from './keys.ts'
import { type Block, blockOf, firstOpen, type Place, type Shape, stepFrom } from './sheet.ts'

/** The active cell of a grid, its selection, and the text being written. */
export interface GridState {
  active: Place
  /** The corner of the selection opposite the active cell. */
  head: Place
  mode: Mode
  /** The text being written, if any. */
  draft: string
  /** The column in which a series of tabs began: Enter returns to it. */
  tabFrom: number | null
}

/** The initial state: only the first editable cell is selected. */
export function startState(shape: Shape): GridState {
  const active = firstOpen(shape)
  return { active, head: active, mode: 'moving', draft: '', tabFrom: null }
}

/** The state after moving to a cell, or after extending the selection to it. */
export function withActiveCell(state: GridState, place: Place, extend = false): GridState {
  return {
    ...state,
    active: extend ? state.active : place,
    head: place,
    mode: 'moving',
    draft: '',
    tabFrom: null,
  }
}

/** The state after typing; in `moving` mode typing starts a new text. */
export function withDraft(state: GridState, draft: string): GridState {
  return { ...state, head: state.active, mode: state.mode === 'editing' ? 'editing' : 'typing', draft }
}

/** The state limited to the grid's present size, in case rows or columns were removed. */
export function clampState(state: GridState, shape: Shape): GridState {
  const [active, head] = [stepFrom(state.active, 0, 0, shape), stepFrom(state.head, 0, 0, shape)]
  const same = isSame(active, state.active) && isSame(head, state.head)
  return same ? state : { ...state, active, head }
}

/** Whether two places are equal. */
export function isSame(one: Place, other: Place): boolean {
  return one.row === other.row && one.column === other.column
}

/** The selection; at least the active cell. */
export function selectionOf({ active, head }: GridState): Block {
  return blockOf(active, head)
}
