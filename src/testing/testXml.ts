import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An XML element; `text` contains its own text without that of its children. */
export interface XmlElement {
  name: string
  uri: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/**
 * Parses an XML document into a tree; throws if it is not well-formed. Elements that `take` returns true for are given
 * to it when they end and are not part of the tree, so that large documents need little memory.
 */
export function parseTree(xml: string, take: (element: XmlElement) => boolean = () => false): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlElement = { name: '', uri: '', attributes: {}, children: [], text: '' }
  const open: XmlElement[] = [root]
  parser.on('opentag', (tag: SaxesTagNS) => {
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ name, value }) => [name, value]),
    )
    open.push({ name: tag.local, uri: tag.uri, attributes, children: [], text: '' })
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element && !take(element)) open.at(-1)?.children.push(element)
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.write(xml).close()
  const [element] = root.children
  if (!element || root.children.length > 1) throw new Error('not one root element')
  return element
}

/** The first child with the name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** The children of the list with the name: the `sheet`s in `sheets`. */
export const itemsOf = (element: XmlElement | undefined, list: string): XmlElement[] =>
  childOf(element, list)?.children ?? []

/** Reports children that are unknown, twice or in another order than the standard's. */
export function inOrder(
  element: XmlElement,
  order: readonly string[],
  report: (fault: string) => void,
): void {
  const places = element.children.map(({ name }) => order.indexOf(name))
  element.children.forEach(({ name }, at) => {
    if (places[at] === -1) report(`${element.name} has ${name}`)
    else if (at > 0 && (places[at] ?? 0) <= (places[at - 1] ?? 0))
      report(`${element.name}: ${name} in the wrong place`)
  })
}
