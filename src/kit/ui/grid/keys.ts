/**
 * Keyboard modes of a grid. `moving`: keys move between cells, and a character starts a new text. `typing`: a new text
 * is being typed, arrows still move to the next cell. `editing`: arrows move within the text (F2).
 */
export type Mode = 'moving' | 'typing' | 'editing'

export type Command =
  /** By a number of rows and columns; with `extend` the selection grows instead. */
  | { kind: 'move'; rows: number; columns: number; extend: boolean }
  /** To the next editable cell, or out of the grid. */
  | { kind: 'tab'; direction: 1 | -1 }
  /** Down; after tabs, to the column in which they began, one row lower. */
  | { kind: 'enter'; direction: 1 | -1 }
  | { kind: 'edit' | 'cancel' | 'commit' | 'clear' | 'fillDown' | 'undo' | 'redo' | 'all' }

export interface Pressed {
  key: string
  /** Ctrl, or ⌘. */
  ctrl: boolean
  shift: boolean
  alt: boolean
}

/** Number of rows of a page. */
const PAGE = 20

const ARROWS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
}

const WITH_CTRL: Record<string, 'all' | 'fillDown' | 'redo'> = {
  a: 'all',
  d: 'fillDown',
  y: 'redo',
}

/**
 * The command of a key; null if the grid does not handle it and the browser's default applies. On a right-to-left page
 * (`mirrored`) the left arrow moves to the next column.
 */
export function commandOf(pressed: Pressed, mode: Mode, mirrored = false): Command | null {
  if (pressed.alt) return null
  return everywhere(pressed) ?? (mode === 'editing' ? null : moving(pressed, mode, mirrored))
}

/** Commands of every mode. */
function everywhere({ key, ctrl, shift }: Pressed): Command | null {
  const direction = shift ? -1 : 1
  if (key === 'Enter') return ctrl ? { kind: 'commit' } : { kind: 'enter', direction }
  if (ctrl) return null
  if (key === 'Tab') return { kind: 'tab', direction }
  if (key === 'F2') return { kind: 'edit' }
  return key === 'Escape' ? { kind: 'cancel' } : null
}

function moving({ key, ctrl, shift }: Pressed, mode: Mode, mirrored: boolean): Command | null {
  const arrow = ARROWS[key]
  if (arrow) return moveBy(arrow, ctrl, shift, mirrored)
  if (mode === 'typing') return null
  if (key === 'Home' || key === 'End') {
    const far = key === 'Home' ? -Infinity : Infinity
    return { kind: 'move', rows: ctrl ? far : 0, columns: far, extend: shift }
  }
  if (ctrl) return withCtrl(key.toLowerCase(), shift)
  return key === 'Delete' || key === 'Backspace' ? { kind: 'clear' } : null
}

function moveBy(
  [rows, columns]: [number, number],
  ctrl: boolean,
  extend: boolean,
  mirrored: boolean,
): Command {
  const far = (step: number) => (ctrl && step !== 0 ? step * Infinity : step)
  return { kind: 'move', rows: far(rows), columns: far(mirrored ? -columns : columns), extend }
}

function withCtrl(key: string, shift: boolean): Command | null {
  if (key === 'z') return { kind: shift ? 'redo' : 'undo' }
  const kind = WITH_CTRL[key]
  return kind ? { kind } : null
}
