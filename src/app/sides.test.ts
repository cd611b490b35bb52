import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../', import.meta.url))

// Pages in right-to-left languages are mirrored, so styles must name the start and the end of a line, never left or
// right (docs/decisions/084).

interface Declaration {
  selector: string
  property: string
  value: string
  line: number
}

/** The declarations of a stylesheet, without comments; `line` is 1-based. */
function declarationsIn(css: string): Declaration[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const found: Declaration[] = []
  for (const { 1: selector = '', 2: body = '', index } of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const begin = index + selector.length + 1
    for (const { 1: property = '', 2: value = '', index: at } of body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)) {
      const line = text.slice(0, begin + at).split('\n').length
      found.push({ selector: selector.trim(), property, value: value.replaceAll(/\s+/g, ' ').trim(), line })
    }
  }
  return found
}

const SIDE = /^(left|right)$|-(left|right)(-|$)/

/** Properties with one value per side: top, right, bottom, left. */
const FOUR_SIDES = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/

/** Other properties whose value may name a side. */
const SIDED_VALUE =
  /^(text-align|float|clear|justify-\w+|transform-origin|object-position|mask(-position)?|background(-position)?)$/

/** Splits a value into its parts: `0 calc(1px + 2px)` has two. */
const partsOf = (value: string) => value.match(/(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? []

/** For a box, whether the left and right values differ; for a radius, whether the corners of the two sides differ. */
function isUneven(property: string, value: string): boolean {
  const [a, b, c, d] = partsOf(value)
  if (property === 'border-radius') {
    const corners = [a, b ?? a, c ?? a, d ?? b ?? a]
    return corners[0] !== corners[1] || corners[2] !== corners[3]
  }
  return FOUR_SIDES.test(property) && d !== undefined && b !== d
}

const isZero = (length: string | undefined) => length === undefined || /^-?0(px|%)?$/.test(length)

/** Whether it moves an element horizontally, in the same direction in every language. */
function isMoved(property: string, value: string): boolean {
  if (property === 'translate') return !isZero(partsOf(value)[0])
  if (property !== 'transform') return false
  const [, x] = /translate(?:X|3d)?\(\s*([^,)]+)/.exec(value) ?? []
  return !isZero(x)
}

/**
 * A shadow that falls to one side. Hairlines between cells (`-1px -1px 0`) are allowed: the outermost ones are clipped.
 */
function isLopsided(property: string, value: string): boolean {
  if (property !== 'box-shadow' && property !== 'text-shadow') return false
  const shadows = value.split(/,(?![^(]*\))/).map((one) => one.replace('inset', '').trim())
  return shadows.some((one) => /^-?[\d.]/.test(one) && !/^(0 |0px |-1px -1px 0 )/.test(one))
}

/** The declarations that look the same on a mirrored page, as `line property: value`. */
function sidesInCss(css: string): string[] {
  return declarationsIn(css)
    .filter(({ selector, property, value }) => {
      // A rule that turns a picture on a mirrored page has to name a side.
      if (selector.includes('[dir="rtl"]')) return false
      return (
        SIDE.test(property) ||
        isUneven(property, value) ||
        (SIDED_VALUE.test(property) && /(^|[\s,])(left|right)\b/.test(value)) ||
        /gradient\(\s*(to (left|right)|\d)/.test(value) ||
        isMoved(property, value) ||
        isLopsided(property, value)
      )
    })
    .map(({ line, property, value }) => `${line} ${property}: ${value}`)
}

const SIDED_STYLE = [
  // marginLeft, borderRightColor, borderTopLeftRadius, paddingRight
  /\b(margin|padding|border|inset|scrollMargin|scrollPadding)(Top|Bottom)?(Left|Right)\w*\b/,
  /\b(textAlign|float|align|fixed|titlePlacement|iconPosition|iconPlacement|orientation)(=|: ?)\{?\s*['"](\w+(Left|Right)|left|right)['"]/,
  /\bplacement(=|: ?)[^,>]*['"](\w+(Left|Right)|left|right)['"]/,
  /\bscrollLeft\s*[-+]?=(?!=)/,
  /\btranslateX?\(/,
]

/** `style={{ … }}`, or `{ left: … }` passed to it, also over several lines. */
const POSITIONED = /\b(?:style|styles)(?:=\{|: )\{[^}]*?\b(?:left|right):/g

/** Files that may name sides, each with the reason. */
const MAY_NAME_SIDES: Record<string, string> = {
  'kit/ui/side.tsx': 'says which side is the end of a line',
  'kit/ui/chart/': 'time runs from left to right in every language',
  'kit/ui/picture/': 'draws each thing where it stands on the screen',
  'people/sign-in/SignInScreen.tsx': 'a drawing',
}

/** The places in a component that look the same on a mirrored page, as `line code`. */
function sidesInTsx(code: string): string[] {
  const text = code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  const lines = text.split('\n')
  const single = lines.flatMap((line, index) =>
    SIDED_STYLE.some((pattern) => pattern.test(line)) ? [index] : [],
  )
  const positioned = [...text.matchAll(POSITIONED)].map(
    ({ 0: match, index }) => text.slice(0, index + match.length).split('\n').length - 1,
  )
  const found = [...new Set([...single, ...positioned])].sort((a, b) => a - b)
  return found.map((index) => `${index + 1} ${lines[index]?.trim()}`)
}

test('names of sides are found in a stylesheet', () => {
  const wrong = [
    'margin-left: 4px',
    'left: 0',
    'border-right-color: red',
    'border-top-left-radius: 4px',
    'scroll-padding-right: 1px',
    'text-align: left',
    'float: right',
    'padding: 0 8px 0 12px',
    'margin: 0 auto 0 calc(1px + var(--a))',
    'inset: 0 0 0 auto',
    'border-width: 0 1px 1px 0',
    'border-radius: 8px 0 0 8px',
    'border-radius: 8px 0',
    'transform: rotate(4deg) translateX(-50%)',
    'transform: translate(4px, 0)',
    'translate: -50%',
    'background: url(a.svg) right 8px center no-repeat',
    'background: linear-gradient(to right, red, blue)',
    'background: linear-gradient(90deg, red, blue)',
    'transform-origin: top left',
    'box-shadow: 4px 0 8px red',
    'box-shadow: 0 1px 0 red, inset -1px 0 0 blue',
  ]
  for (const one of wrong) assert.deepEqual(sidesInCss(`/* left: 0 */\n.a {\n  ${one};\n}`), [`3 ${one}`])
  assert.deepEqual(sidesInCss('@media (max-width: 1px) {\n .a {\n  left:\n 0 } }'), ['3 left: 0'])
})

test('start, end and symmetric values are accepted in a stylesheet', () => {
  const right = [
    'margin-inline-start: 4px',
    'inset-inline: 0 auto',
    'text-align: start',
    'padding: 0 8px 4px',
    'padding: 8px 16px calc(8px + env(safe-area-inset-bottom))',
    'margin: 0 -24px 4px -24px',
    'border-radius: 8px 8px 0 0',
    'border-end-start-radius: 4px',
    'transform: translateY(-50%)',
    'transform: translate(0, 4px) rotate(1turn)',
    'translate: 0 -50%',
    'background: linear-gradient(var(--card), var(--card)) 0 0 / 100% 48px no-repeat',
    'box-shadow: 0 6px 16px rgba(31, 35, 41, 0.08), 0 2px 6px rgba(31, 35, 41, 0.06)',
    'box-shadow: inset 0 0 0 2px var(--primary)',
    'box-shadow: -1px -1px 0 var(--line-soft)',
    'box-shadow: var(--shadow)',
  ]
  for (const one of right) assert.deepEqual(sidesInCss(`.left .right { ${one}; }`), [])
  assert.deepEqual(sidesInCss('[dir="rtl"] .a { transform: translateX(4px); }'), [])
})

test('names of sides are found in a component', () => {
  const wrong = [
    'style={{ marginLeft: 4 }}',
    "style={{ textAlign: 'right' }}",
    '<i style={{ width: 4, left: x }} />',
    '<Dropdown placement="bottomRight" />',
    "placement={phone ? 'bottom' : 'right'}",
    "const popup = { placement: 'topLeft' }",
    "{ key: 'a', fixed: 'left' }",
    "align: 'right',",
    'strip.scrollLeft = 4',
    'style={{ transform: `translateX(4px)` }}',
  ]
  for (const one of wrong) assert.deepEqual(sidesInTsx(`// marginLeft\n${one}`), [`2 ${one}`], one)
  const right = [
    'style={{ marginInlineStart: 4, marginBottom: 16 }}',
    'placement={endSide()}',
    "fixed: 'start'",
    'const { left, right } = box',
    "icon={<Icon name='left' />}",
    '{ left: readonly string[] }',
  ]
  for (const one of right) assert.deepEqual(sidesInTsx(one), [], one)
})

test('every stylesheet uses start and end, so that right-to-left pages are mirrored', () => {
  const paths = globSync('**/*.css', { cwd: SRC })
  assert.ok(paths.length > 80)
  const found = paths.flatMap((path) =>
    sidesInCss(readFileSync(`${SRC}${path}`, 'utf8')).map((one) => `${path}:${one}`),
  )
  assert.deepEqual(found, [])
})

test('every component uses start and end', () => {
  const paths = globSync('**/*.tsx', { cwd: SRC })
  assert.ok(paths.length > 500)
  const found = paths
    .filter((path) => !Object.keys(MAY_NAME_SIDES).some((prefix) => path.startsWith(prefix)))
    .flatMap((path) => sidesInTsx(readFileSync(`${SRC}${path}`, 'utf8')).map((one) => `${path}:${one}`))
  assert.deepEqual(found, [])
})

test('every drawer sets its placement: the default is the right side in every language', () => {
  const drawers = globSync('**/*.tsx', { cwd: SRC }).flatMap((path) => {
    const code = readFileSync(`${SRC}${path}`, 'utf8')
    if (!/import \{[^}]*\bDrawer\b[^}]*\} from 'antd'/.test(code)) return []
    const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0
    const placed = count(/placement=(\{endSide\(\)\}|"bottom")/g)
    return [{ path, isPlaced: count(/<Drawer\b/g) === placed }]
  })
  assert.ok(drawers.length > 15)
  assert.deepEqual(
    drawers.filter(({ isPlaced }) => !isPlaced),
    [],
  )
})
