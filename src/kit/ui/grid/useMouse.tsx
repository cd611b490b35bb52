import { type MouseEvent, useEffect, useRef } from 'react'
import type { Place } from './sheet.ts'
import { isSame } from './state.ts'
import type { GridController } from './useGrid.tsx'

/**
 * The mouse in a grid: a click moves to a cell, Shift or a drag selects up to a cell, a double click edits its text.
 */
export function useMouse(grid: GridController, takeFocus: () => void) {
  const dragging = useRef(false)
  useEffect(() => {
    const stop = () => {
      dragging.current = false
    }
    document.addEventListener('mouseup', stop)
    return () => document.removeEventListener('mouseup', stop)
  }, [])
  const { active, head } = grid.state
  return {
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const place = placeOf(event.target)
      if (!place || event.button !== 0) return
      // Inside the text being written the browser handles the mouse.
      if (grid.isWriting && isSame(place, active)) return
      // Keeps the focus until the clicked cell takes it; a link still receives its click.
      event.preventDefault()
      dragging.current = true
      takeFocus()
      grid.go(place, event.shiftKey)
    },
    onMouseOver: (event: MouseEvent<HTMLElement>) => {
      const place = dragging.current ? placeOf(event.target) : null
      if (place && !isSame(place, head)) grid.go(place, true)
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const place = placeOf(event.target)
      if (place && isSame(place, active) && grid.shape.isOpen(place)) grid.edit()
    },
  }
}

/** The cell of the grid's body under the mouse. */
export function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest('[data-grid-body] > * > *') : null
  const row = cell?.parentElement
  return cell && row ? { row: placeAmong(row), column: placeAmong(cell) } : null
}

function placeAmong(element: Element): number {
  return [...(element.parentElement?.children ?? [])].indexOf(element)
}
