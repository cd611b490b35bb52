/** A cell by the keys of its row and column, which stay when rows come, go or change places. */
export interface CellEdit {
  row: string | number
  column: string
  text: string
}

/** One act and how it is taken back. */
interface Step {
  undo: CellEdit[]
  redo: CellEdit[]
}

/** What was done to a grid, the newest last, and what was taken back. */
export interface History {
  done: readonly Step[]
  undone: readonly Step[]
}

export const NO_HISTORY: History = { done: [], undone: [] }

/** So many acts can be taken back. */
const KEPT = 100

/** After an act: it can be taken back, and what was taken back before it cannot be done again. */
export function afterAct({ done }: History, redo: CellEdit[], undo: CellEdit[]): History {
  return { done: [...done, { redo, undo }].slice(-KEPT), undone: [] }
}

/** Takes the newest act back: what the cells are to hold, and the history after it; null where there is none. */
export function takeBack({ done, undone }: History): { edits: CellEdit[]; history: History } | null {
  const step = done.at(-1)
  return step ? { edits: step.undo, history: { done: done.slice(0, -1), undone: [...undone, step] } } : null
}

/** Does again what was taken back last; null where nothing was. */
export function doAgain({ done, undone }: History): { edits: CellEdit[]; history: History } | null {
  const step = undone.at(-1)
  return step ? { edits: step.redo, history: { done: [...done, step], undone: undone.slice(0, -1) } } : null
}
