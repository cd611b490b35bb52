/** Whether the page runs from right to left. */
export function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** The side of the window where a line ends: a drawer comes from there. */
export function endSide(): 'left' | 'right' {
  return isMirrored() ? 'left' : 'right'
}

/** Where a menu or window opens whose button is at the end of a line. */
export function belowEnd(): 'bottomLeft' | 'bottomRight' {
  return isMirrored() ? 'bottomLeft' : 'bottomRight'
}

/** Scrolls sideways until an element begins where its scroller begins, or ends where it ends, `room` px away. */
export function scrollSideways(scroller: Element, shown: Element, edge: 'start' | 'end', room = 0): void {
  const [outer, inner] = [scroller, shown].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
  const [startX, endX] = isMirrored() ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const side = edge === 'start' ? startX : endX
  scroller.scrollLeft += inner[side] - outer[side] + (side === 'left' ? -room : room)
}
