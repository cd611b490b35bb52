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
    let last = Math.floor(widthInside(element.current))
    setWidth(last)
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0)
      // React would render once more for an equal value.
      if (measured !== last) setWidth(measured)
      last = measured
    })
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
