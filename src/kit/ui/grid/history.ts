/** A cell by the keys of its row and column, which stay the same when rows are added, removed or reordered. */
export interface CellEdit {
  row: string | number
  column: string
  text: string
}

/** One action and its undo. */
interface Step {
  undo: CellEdit[]
  redo: CellEdit[]
}

/** The actions done, newest last, and those undone. */
export interface History {
  done: readonly Step[]
  undone: readonly Step[]
}

export const NO_HISTORY: History = { done: [], undone: [] }

/** Maximum number of actions that can be undone. */
const MAX_STEPS = 100

/** The history after an action, which can be undone; actions undone before it can no longer be redone. */
export function recordStep({ done }: History, redo: CellEdit[], undo: CellEdit[]): History {
  return { done: [...done, { redo, undo }].slice(-MAX_STEPS), undone: [] }
}

/** Undoes the newest action: returns the cells' texts and the history after it; null if there is none. */
export function undoStep({ done, undone }: History): { edits: CellEdit[]; history: History } | null {
  const step = done.at(-1)
  return step ? { edits: step.undo, history: { done: done.slice(0, -1), undone: [...undone, step] } } : null
}

/** Redoes the last undone action; null if there is none. */
export function redoStep({ done, undone }: History): { edits: CellEdit[]; history: History } | null {
  const step = undone.at(-1)
  return step ? { edits: step.redo, history: { done: [...done, step], undone: undone.slice(0, -1) } } : null
}
