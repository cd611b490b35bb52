import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Mode } from './keys.ts'
import type { GridController } from './useGrid.tsx'

/** Keeps the focus on the active cell: on its input if it is editable, otherwise on the cell. */
export function useFocus(place: RefObject<HTMLElement | null>, grid: GridController) {
  const { active, head, mode } = grid.state
  const text = grid.edits.textAt(active)
  const isIn = useRef(false)
  const [focusRequests, setFocusRequests] = useState(0)
  const latest = useRef(grid)
  latest.current = grid
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that came anew is selected anew, a click takes the focus back.
  useLayoutEffect(() => {
    if (!isIn.current) return
    const cell = cellAt(place.current, active.row, active.column)
    const field = cell?.querySelector('input')
    const target = field ?? cell
    if (target !== document.activeElement) target?.focus({ preventScroll: true })
    if (field) placeCaret(field, mode)
    cellAt(place.current, head.row, head.column)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place, active.row, active.column, head.row, head.column, mode, text, focusRequests])
  /** The previous cell's input is removed before the next one is focused, so the new focus is known a moment later. */
  const leave = () =>
    queueMicrotask(() => {
      if (place.current?.contains(document.activeElement)) return
      isIn.current = false
      latest.current.commit()
    })
  return {
    /** Lets the focus follow to the next active cell. */
    takeFocus: () => {
      isIn.current = true
      setFocusRequests((before) => before + 1)
    },
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        isIn.current = true
        if (mode === 'moving' && event.target instanceof HTMLInputElement) event.target.select()
      },
      onBlur: leave,
    },
  }
}

/** In `moving` mode typing replaces the text; in `editing` mode (F2) the caret is at its end. */
function placeCaret(field: HTMLInputElement, mode: Mode): void {
  if (mode === 'moving') field.select()
  else if (mode === 'editing') field.setSelectionRange(field.value.length, field.value.length)
}

function cellAt(grid: HTMLElement | null, row: number, column: number): HTMLElement | undefined {
  const cell = grid?.querySelector('[data-grid-body]')?.children[row]?.children[column]
  return cell instanceof HTMLElement ? cell : undefined
}
