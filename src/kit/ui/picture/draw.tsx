/** Styles of a drawing that come from stylesheets and must be written into the picture. */
const SVG_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

const SVG = 'http://www.w3.org/2000/svg'

/** An SVG element with its attributes. */
export function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

interface Origin {
  left: number
  top: number
}

/**
 * A part of the page as SVG, built from the positions of its boxes, text and drawings: fonts, colours and places are
 * those of the screen. Content for screen readers only and buttons are left out.
 */
export function toSvg(element: Element, origin: Origin): SVGElement[] {
  if (element.matches('.unseen, [role="status"], .panel-actions, button.figure-info')) return []
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden') return []
  if (element instanceof SVGSVGElement) return [drawingAt(element, origin)]
  const inside = [...element.childNodes].flatMap((node) => {
    if (node instanceof Text) return wordsAt(node, style, origin)
    return node instanceof Element ? toSvg(node, origin) : []
  })
  return [...boxAt(element, style, origin), ...inside]
}

const isClear = (colour: string) => colour === 'transparent' || /, 0\)$|\/ 0\)$/.test(colour)

function boxAt(element: Element, style: CSSStyleDeclaration, { left, top }: Origin): SVGElement[] {
  const { x, y, width, height } = element.getBoundingClientRect()
  const framed = Number.parseFloat(style.borderTopWidth) > 0 && !isClear(style.borderTopColor)
  if ((isClear(style.backgroundColor) && !framed) || width === 0 || height === 0) return []
  const place = { x: x - left, y: y - top, width, height, rx: Number.parseFloat(style.borderRadius) || 0 }
  const fill = isClear(style.backgroundColor) ? 'none' : style.backgroundColor
  return [svgElement('rect', { ...place, fill, stroke: framed ? style.borderTopColor : 'none' })]
}

/** The words of a text node, with the line breaks of the screen. */
function wordsAt(node: Text, style: CSSStyleDeclaration, { left, top }: Origin): SVGElement[] {
  const range = document.createRange()
  const lines: { text: string; x: number; y: number; height: number }[] = []
  for (let at = 0; at < node.data.length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    const line = lines.at(-1)
    if (line && Math.abs(line.y - box.y) < 2) line.text += node.data[at]
    else lines.push({ text: node.data[at] ?? '', x: box.x, y: box.y, height: box.height })
  }
  const font = {
    'font-family': style.fontFamily,
    'font-size': style.fontSize,
    'font-weight': style.fontWeight,
    fill: style.color,
  }
  return lines.map(({ text, x, y, height }) => {
    const place = { x: x - left, y: y - top + height / 2, 'dominant-baseline': 'central' }
    const words = svgElement('text', { ...font, ...place })
    words.textContent = text
    return words
  })
}

/** A drawing of the page at its place, with its styles written into it. */
function drawingAt(drawing: SVGSVGElement, { left, top }: Origin): SVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original)
    for (const name of SVG_STYLES) copies[at]?.setAttribute(name, style.getPropertyValue(name))
    copies[at]?.removeAttribute('style')
    copies[at]?.removeAttribute('class')
  }
  const { x, y, width, height } = drawing.getBoundingClientRect()
  for (const [key, value] of Object.entries({ x: x - left, y: y - top, width, height })) {
    copy.setAttribute(key, String(value))
  }
  return copy
}
