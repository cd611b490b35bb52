/** Whether the page is laid out from right to left. */
export function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** The side of the window at which a line ends; drawers open there. */
export function endSide(): 'left' | 'right' {
  return isMirrored() ? 'left' : 'right'
}

/** Placement of a menu or window whose button is at the end of a line. */
export function belowEnd(): 'bottomLeft' | 'bottomRight' {
  return isMirrored() ? 'bottomLeft' : 'bottomRight'
}

/** Scrolls horizontally until the start (or end) edges of an element and its scroller are `room` px apart. */
export function scrollSideways(scroller: Element, shown: Element, edge: 'start' | 'end', room = 0): void {
  const [outer, inner] = [scroller, shown].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
  const [startX, endX] = isMirrored() ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const side = edge === 'start' ? startX : endX
  scroller.scrollLeft += inner[side] - outer[side] + (side === 'left' ? -room : room)
}

/** Scrolls horizontally as far as is needed to see an element completely, with some of what is next to it. */
export function scrollIntoSight(scroller: Element, shown: Element): void {
  const room = 24
  const [outer, inner] = [scroller, shown].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
  if (inner.left < outer.left) scroller.scrollLeft += inner.left - outer.left - room
  else if (inner.right > outer.right) scroller.scrollLeft += inner.right - outer.right + room
}
