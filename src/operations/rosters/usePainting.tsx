import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Place } from '#kit/ui/grid/sheet.ts'
import { placeOf } from '#kit/ui/grid/useMouse.tsx'
import type { RosterEntry } from './contract.ts'

/** What the mouse paints: an entry, or `clear` to empty the day. */
export type Brush = RosterEntry | 'clear'

/**
 * While a brush is selected, pressing the mouse on a day paints it, dragging paints more days, and Esc deselects the
 * brush. Without a brush, the grid handles the mouse.
 */
export function usePainting(paint: (place: Place, brush: Brush) => void) {
  const [brush, setBrush] = useState<Brush | null>(null)
  const isDown = useRef(false)
  useEffect(() => {
    const release = () => {
      isDown.current = false
    }
    const deselect = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setBrush(null)
    }
    document.addEventListener('mouseup', release)
    document.addEventListener('keydown', deselect)
    return () => {
      document.removeEventListener('mouseup', release)
      document.removeEventListener('keydown', deselect)
    }
  }, [])
  const paintAt = (event: MouseEvent) => {
    const place = brush && placeOf(event.target)
    if (!brush || !place) return
    event.preventDefault()
    event.stopPropagation()
    if (isDown.current) paint(place, brush)
  }
  const handlers = {
    onMouseDownCapture: (event: MouseEvent) => {
      isDown.current = brush !== null && event.button === 0
      paintAt(event)
    },
    onMouseOverCapture: paintAt,
  }
  return { brush, setBrush, hand: handlers }
}
