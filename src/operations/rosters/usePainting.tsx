import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Place } from '#kit/ui/grid/sheet.ts'
import { placeOf } from '#kit/ui/grid/useMouse.tsx'
import type { RosterEntry } from './contract.ts'

/** What the mouse lays down: an entry, or nothing over whatever is there. */
export type Brush = RosterEntry | 'clear'

/**
 * With a brush in the hand a press on the week lays it down, and a drag goes on with it; Esc puts it away. Without one
 * the mouse is the grid's.
 */
export function usePainting(paint: (place: Place, brush: Brush) => void) {
  const [brush, setBrush] = useState<Brush | null>(null)
  const isDown = useRef(false)
  useEffect(() => {
    const lift = () => {
      isDown.current = false
    }
    const away = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setBrush(null)
    }
    document.addEventListener('mouseup', lift)
    document.addEventListener('keydown', away)
    return () => {
      document.removeEventListener('mouseup', lift)
      document.removeEventListener('keydown', away)
    }
  }, [])
  const at = (event: MouseEvent) => {
    const place = brush && placeOf(event.target)
    if (!brush || !place) return
    event.preventDefault()
    event.stopPropagation()
    if (isDown.current) paint(place, brush)
  }
  const hand = {
    onMouseDownCapture: (event: MouseEvent) => {
      isDown.current = brush !== null && event.button === 0
      at(event)
    },
    onMouseOverCapture: at,
  }
  return { brush, setBrush, hand }
}
