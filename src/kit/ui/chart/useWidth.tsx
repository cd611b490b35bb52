import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The inner width of an element in px, updated when it changes; 0 before the element exists. Measured before the first
 * paint: an observer alone reports after it, and elements that depend on the width would move while the user points at
 * them.
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

/** The width without padding, as a ResizeObserver reports it. */
function widthInside(element: HTMLElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
  return element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
}
