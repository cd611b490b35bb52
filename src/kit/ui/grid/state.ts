import type { Mode } from './keys.ts'
import type { Block, Place, Shape } from './sheet.ts'
import { blockOf, firstOpen, stepFrom } from './sheet.ts'

/** Where the keyboard stands in a grid, what is selected, and what is being written. */
export interface GridState {
  active: Place
  /** The corner of the selection across from the active cell. */
  head: Place
  mode: Mode
  /** The text that is being written, while one is. */
  draft: string
  /** The column in which a row of tabs began: Enter returns there. */
  tabFrom: number | null
}

/** Nothing selected but the first cell to fill. */
export function startState(shape: Shape): GridState {
  const active = firstOpen(shape)
  return { active, head: active, mode: 'moving', draft: '', tabFrom: null }
}

/** The keyboard goes to a cell, or the selection grows to it. */
export function goneTo(state: GridState, place: Place, extend = false): GridState {
  return {
    ...state,
    active: extend ? state.active : place,
    head: place,
    mode: 'moving',
    draft: '',
    tabFrom: null,
  }
}

/** A text as far as it is typed; over a cell that was only stood on, it is a new one. */
export function typed(state: GridState, draft: string): GridState {
  return { ...state, head: state.active, mode: state.mode === 'editing' ? 'editing' : 'typing', draft }
}

/** The same where rows or columns have gone since: within the grid as it is now. */
export function heldWithin(state: GridState, shape: Shape): GridState {
  const [active, head] = [stepFrom(state.active, 0, 0, shape), stepFrom(state.head, 0, 0, shape)]
  const same = isSame(active, state.active) && isSame(head, state.head)
  return same ? state : { ...state, active, head }
}

/** Whether two places are one. */
export function isSame(one: Place, other: Place): boolean {
  return one.row === other.row && one.column === other.column
}

/** What is selected; at least the active cell. */
export function selectionOf({ active, head }: GridState): Block {
  return blockOf(active, head)
}
