/** The side of the window where a line ends: a drawer comes from there. */
export function endSide(): 'left' | 'right' {
  return document.documentElement.dir === 'rtl' ? 'left' : 'right'
}
