import { AppError } from '#kit/errors.ts'
import { parseXml } from '#kit/sheets/xml.ts'
import type { Picture } from './picture.ts'
import {
  attributeValue,
  DRAWN,
  ELEMENTS,
  GROUPS,
  referencesIn,
  type StyleRule,
  styleRules,
} from './svgAllowed.ts'

interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

/** Limits of what a reader's browser must draw. */
const MAX_ELEMENTS = 5_000
const MAX_DEPTH = 60
/** With each reference counted as a copy of its target, so that nested references cannot multiply. */
const MAX_DRAWN = 20_000

/** The longer side of the written picture. */
const LONGER_SIDE = 1_000

/** CSS pixels per unit of length. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}

/**
 * Reads an SVG and writes it again from the elements and attributes of `svgAllowed.ts`: no scripts, no events, no links
 * and nothing from outside the file. Throws INVALID if it is not well-formed or draws nothing, TOO_LARGE if it is too
 * complex to draw.
 */
export async function readSvg(bytes: Buffer): Promise<Picture> {
  const root = await parse(textOf(bytes))
  const { viewBox, width, height } = sizeOf(root.attributes)
  const rules = sheetsIn(root).flatMap(styleRules)
  assertDrawable(root, rules)
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...kept(root),
    viewBox,
    width: String(width),
    height: String(height),
  }
  const content = Buffer.from(written(root, attributes, sheetOf(rules)))
  return { type: 'image/svg+xml', content, width, height }
}

const broken = () =>
  new AppError(
    'INVALID',
    '这个 SVG 文件不完整，或用了不支持的写法，没有上传。请在设计软件里另存为普通 SVG，或改用 PNG。',
  )

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw broken()
  }
}

/** Parses the allowed elements into a tree. */
async function parse(text: string): Promise<Element> {
  const tree = treeBuilder()
  const pieces = async function* () {
    yield text
  }
  try {
    await parseXml(pieces(), tree.listener)
  } catch (error) {
    throw error instanceof AppError ? error : broken()
  }
  const root = tree.root()
  if (!root) throw broken()
  return root
}

const hasText = ({ name }: Element) => name === 'text' || name === 'tspan' || name === 'style'

function treeBuilder() {
  const open: Element[] = []
  let root: Element | undefined
  // Inside an element that is left out, everything is: `left` counts the open ones.
  let [count, left] = [0, 0]
  const listener = {
    open(name: string, attributes: Record<string, string>) {
      count += 1
      if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) throw tooComplex()
      if (!root && name !== 'svg') throw broken()
      if (left > 0 || !(ELEMENTS.has(name) || GROUPS.has(name))) {
        left += 1
        return
      }
      const element: Element = { name: GROUPS.has(name) ? 'g' : name, attributes, children: [] }
      open.at(-1)?.children.push(element)
      root ??= element
      open.push(element)
    },
    close() {
      if (left > 0) left -= 1
      else open.pop()
    },
    text(piece: string) {
      const element = open.at(-1)
      if (left === 0 && element && hasText(element)) element.children.push(piece)
    },
  }
  return { listener, root: () => root }
}

/** The size and `viewBox` with which the picture is written, in the ratio of the original. */
function sizeOf(attributes: Record<string, string>): { viewBox: string; width: number; height: number } {
  const box = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] = box
  const hasBox = box.length === 4 && box.every(Number.isFinite) && boxWidth > 0 && boxHeight > 0
  const width = lengthOf(attributes.width) ?? (hasBox ? boxWidth : null)
  const height = lengthOf(attributes.height) ?? (hasBox ? boxHeight : null)
  if (!width || !height) throw broken()
  const scale = LONGER_SIDE / Math.max(width, height)
  return {
    viewBox: hasBox ? [left, top, boxWidth, boxHeight].join(' ') : [0, 0, width, height].join(' '),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** A length in CSS pixels; null if it is missing, relative (`100%`) or 0. */
function lengthOf(text: string | undefined): number | null {
  const [, number, unit = ''] = /^\s*([\d.]+)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const factor = UNITS[unit.toLowerCase()]
  const length = number && factor ? Number(number) * factor : 0
  return length > 0 && Number.isFinite(length) ? length : null
}

const childrenOf = ({ children }: Element) => children.filter((child) => typeof child !== 'string')

/** The texts of the style sheets in the file. */
function sheetsIn(element: Element): string[] {
  if (element.name === 'style') return [element.children.join('')]
  return childrenOf(element).flatMap(sheetsIn)
}

/** The allowed attributes of an element with their values. A link to a part of the file is always written as `href`. */
function kept({ attributes }: Element): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [given, value] of Object.entries(attributes)) {
    const name = given === 'xlink:href' ? 'href' : given
    const allowed = attributeValue(name, value.replace(/\s+/g, ' ').trim())
    if (allowed !== null) found[name] = allowed
  }
  return found
}

const tooComplex = () => new AppError('TOO_LARGE', '这个 SVG 太复杂，没有上传。请简化后再选，或改用 PNG。')

/** Throws INVALID if nothing is drawn, TOO_LARGE if too much is or if parts refer to each other in a circle. */
function assertDrawable(root: Element, rules: readonly StyleRule[]): void {
  const elements = allIn(root)
  if (!elements.some(({ name }) => DRAWN.has(name)))
    throw new AppError('INVALID', '这个 SVG 里没有可以显示的图形，没有上传。请检查后再选。')
  const byId = new Map(elements.map((element) => [element.attributes.id, element]))
  const ofRules = referencesByToken(rules)
  const costs = new Map<Element, number>()
  const costOf = (element: Element): number => {
    const known = costs.get(element)
    if (known !== undefined) return known
    // Until it is known: a circle leads back to an element that costs too much.
    costs.set(element, Number.POSITIVE_INFINITY)
    const targets = referencesOf(element, ofRules).flatMap((id) => byId.get(id) ?? [])
    const cost = [...childrenOf(element), ...targets].reduce((sum, one) => sum + costOf(one), 1)
    costs.set(element, cost)
    return cost
  }
  if (costOf(root) > MAX_DRAWN) throw tooComplex()
}

const allIn = (element: Element): Element[] => [element, ...childrenOf(element).flatMap(allIn)]

/** The references of style rules by the parts of their selectors (`.a`, `#b`, `path`), each of which may apply. */
function referencesByToken(rules: readonly StyleRule[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { selector, style } of rules) {
    const references = referencesIn(style)
    if (references.length === 0) continue
    for (const token of selector.split(/(?=[.#])|[\s,>]+/))
      found.set(token, [...(found.get(token) ?? []), ...references])
  }
  return found
}

/** The names of the parts to which an element refers, by its attributes or by rules that may apply to it. */
function referencesOf(element: Element, ofRules: ReadonlyMap<string, readonly string[]>): string[] {
  const { href, ...attributes } = kept(element)
  const classes = (attributes.class ?? '').split(' ').map((name) => `.${name}`)
  const tokens = ['*', element.name, `#${attributes.id}`, ...classes]
  return [
    ...Object.values(attributes).flatMap(referencesIn),
    ...tokens.flatMap((token) => ofRules.get(token) ?? []),
    ...(href ? [href.slice(1)] : []),
  ]
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** All style sheets as one. */
function sheetOf(rules: readonly StyleRule[]): string {
  if (rules.length === 0) return ''
  const sheet = rules.map(({ selector, style }) => `${selector}{${style}}`).join('')
  return `<style>${escaped(sheet)}</style>`
}

/** The text of an element; `sheet` comes first in it. */
function written(element: Element, attributes = kept(element), sheet = ''): string {
  const { name, children } = element
  const inside = children
    .filter((child) => typeof child === 'string' || child.name !== 'style')
    .map((child) => (typeof child === 'string' ? escaped(child) : written(child)))
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${pairs.join('')}>${sheet}${inside.join('')}</${name}>`
}
