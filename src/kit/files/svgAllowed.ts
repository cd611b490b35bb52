/** The elements that are written; all others are left out with everything in them. None loads, runs or animates. */
export const ELEMENTS = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan style ' +
    'linearGradient radialGradient stop clipPath mask filter feBlend feColorMatrix feComponentTransfer feComposite ' +
    'feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset'
  ).split(' '),
)

/** Elements around graphics that are written as a plain group: links, and the alternatives of drawing programs. */
export const GROUPS = new Set(['a', 'switch'])

/** The elements that draw something. */
export const DRAWN = new Set('path rect circle ellipse line polyline polygon text use'.split(' '))

/** Properties that are attributes or parts of a style. */
const PROPERTIES = new Set(
  (
    'clip-path clip-rule color color-interpolation-filters display dominant-baseline enable-background fill ' +
    'fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-style font-variant ' +
    'font-weight isolation letter-spacing mask mask-type mix-blend-mode opacity overflow paint-order ' +
    'shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap ' +
    'stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-rendering transform ' +
    'transform-origin vector-effect visibility word-spacing'
  ).split(' '),
)

/** Attributes besides the properties, `id`, `class`, `style` and `href`, which have rules of their own. */
const ATTRIBUTES = new Set(
  (
    'amplitude clipPathUnits cx cy d dx dy exponent filterUnits fx fy gradientTransform gradientUnits height in in2 ' +
    'intercept k1 k2 k3 k4 lengthAdjust maskContentUnits maskUnits mode offset operator pathLength points ' +
    'preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry slope spreadMethod stdDeviation ' +
    'tableValues textLength type values viewBox width x x1 x2 y y1 y2'
  ).split(' '),
)

/** Functions in values; a reference must be to a part of the same file. */
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy'.split(
    ' ',
  ),
)

/** A name for parts of the file; drawing programs also use the names of layers in other languages. */
const NAME = String.raw`[^\s"'()<>\\;{}#]+`

const REFERENCE = new RegExp(String.raw`url\(\s*(["']?)#(${NAME})\1\s*\)`, 'gi')

/** The names of the parts to which a value refers. */
export function referencesIn(value: string): string[] {
  return Array.from(value.matchAll(REFERENCE), ([, , name = '']) => name)
}

/** Whether a value contains only literals, allowed functions and references to parts of the same file. */
function isPlain(value: string): boolean {
  const rest = value.replace(REFERENCE, '')
  if (/[\\<>{}@;]|\/\*/.test(rest)) return false
  return Array.from(rest.matchAll(/([^\s,(]*)\(/g)).every(([, name = '']) =>
    FUNCTIONS.has(name.toLowerCase()),
  )
}

/** The value of an attribute as it is written; null if the attribute is left out. */
export function attributeValue(name: string, value: string): string | null {
  if (name === 'style') return declarations(value) || null
  if (name === 'id') return new RegExp(`^${NAME}$`).test(value) ? value : null
  if (name === 'class') return /^[^"'()<>\\;{}@]+$/.test(value) ? value : null
  if (name === 'href') return new RegExp(`^#${NAME}$`).test(value) ? value : null
  return (PROPERTIES.has(name) || ATTRIBUTES.has(name)) && isPlain(value) ? value : null
}

/** The allowed declarations of a style: `fill:#fff;stroke:none`. */
function declarations(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.split(':', 2).map((part) => part.trim()))
    .filter(([name = '', value = '']) => PROPERTIES.has(name) && value !== '' && isPlain(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

/** A rule of a style sheet: `.a,.b` and its declarations. */
export interface StyleRule {
  selector: string
  style: string
}

/** `@import …;`, or `@media …` with the rules in it. */
const AT_RULE = /@[^{};]*(;|\{([^{}]|\{[^{}]*\})*\})/g

/**
 * The allowed rules of a style sheet: those that select by element, class or name, with their allowed declarations. All
 * other rules are left out, for example `@import`, `@font-face` and `@media`.
 */
export function styleRules(sheet: string): StyleRule[] {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(AT_RULE, ' ')
  return Array.from(text.matchAll(/([^{};]*)\{([^{}]*)\}/g), ([, selector = '', style = '']) => ({
    selector: selector.trim(),
    style: declarations(style),
  })).filter(({ selector, style }) => style !== '' && /^[\p{L}\p{N}\s.#_,*>-]+$/u.test(selector))
}
