import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/**
 * How wide an element is inside, and again whenever that changes; 0 before it is there. Known before the first picture:
 * an observer alone is heard after it, and what hangs on the width would move under somebody's hand.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    setWidth(Math.floor(widthInside(element.current)))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The width without the padding, as an observer tells it. */
function widthInside(element: HTMLElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
  return element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
}
