import type { Locator } from 'playwright-core'

/** Styles of a dialog's elements by their classes; elements without own classes include their parent's. */
export type DialogStyles = Record<string, string[]>

/** Reads the styles of a dialog, independent of its data. */
export const stylesOf = (window: Locator): Promise<DialogStyles> => window.evaluate(readStyles)

/** The elements that occur in both dialogs with different styles, each with both styles. */
export function differences(one: DialogStyles, other: DialogStyles): string[] {
  return Object.entries(one).flatMap(([place, styles]) => {
    const others = other[place]
    if (!others || styles.some((style) => others.includes(style))) return []
    return [`${place}: ${styles.join(' or ')} here, ${others.join(' or ')} there`]
  })
}

/** Runs in the page. Omits widths and heights, which depend on the data. */
function readStyles(root: Element): DialogStyles {
  const PROPERTIES = [
    'display',
    'position',
    'flex-direction',
    'gap',
    'list-style-type',
    'text-align',
    'white-space',
    'font-size',
    'font-weight',
    'line-height',
    'color',
    'background-color',
    'padding-block',
    'padding-inline',
    'margin-block',
    'border-radius',
    'border-block-start-width',
  ]
  /** Classes of a state, or of the theme's hash, do not identify an element. */
  const STATE = /^css-|-(hover|focus|focused|active|open|disabled|loading|checked|selected|hidden|has-value)$/
  const found: Record<string, Set<string>> = {}
  const visit = (element: Element, above: string) => {
    if (!element.checkVisibility() || element instanceof SVGElement) return
    const classes = [...element.classList].filter((name) => !STATE.test(name)).sort()
    const name = [element.localName, ...classes].join('.')
    const place = classes.some((one) => !one.startsWith('ant-')) ? name : `${above} > ${name}`
    const style = getComputedStyle(element)
    found[place] ??= new Set()
    found[place].add(PROPERTIES.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; '))
    for (const child of element.children) visit(child, name)
  }
  for (const child of root.children) visit(child, '')
  return Object.fromEntries(Object.entries(found).map(([place, styles]) => [place, [...styles].sort()]))
}
