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
