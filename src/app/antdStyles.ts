import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'
import { screenTokens } from '#kit/ui/breakpoints.ts'

/**
 * The antd modules that declare styles: each export with the class that its styles are for, without `ant-`; null if the
 * program never renders it. A module or an export that is missing here fails the build.
 */
const STYLED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  '_util/wave/style': { default: 'wave' },
  'alert/style/index': { default: 'alert' },
  'app/style/index': { default: 'app' },
  'breadcrumb/style/index': { default: 'breadcrumb' },
  'button/style/compact': { default: 'btn' },
  'button/style/index': { default: 'btn' },
  'checkbox/style/index': { default: 'checkbox' },
  'date-picker/style/index': { default: 'picker' },
  'drawer/style/index': { default: 'drawer' },
  'dropdown/style/index': { default: 'dropdown' },
  'empty/style/index': { default: 'empty' },
  'form/style/fallbackCmp': { default: 'form' },
  'form/style/index': { default: 'form' },
  'grid/style/index': { useRowStyle: 'row', useColStyle: 'col' },
  'input-number/style/index': { default: 'input-number' },
  'input/style/index': { useSharedStyle: 'input', default: 'input' },
  'input/style/otp': { default: 'otp' },
  'input/style/search': { default: 'input-search' },
  'input/style/textarea': { default: 'input' },
  'layout/style/index': { default: 'layout' },
  'layout/style/sider': { default: 'layout-sider' },
  'mentions/style/index': { default: 'mentions' },
  'menu/style/index': { default: 'menu' },
  'message/style/index': { PurePanelStyle: null, default: 'message' },
  'modal/style/confirm': { default: 'modal' },
  'modal/style/index': { default: 'modal' },
  'notification/style/index': { PurePanelStyle: null, default: 'notification' },
  'pagination/style/bordered': { default: null },
  'pagination/style/index': { default: 'pagination' },
  'popconfirm/style/index': { default: 'popconfirm' },
  'popover/style/index': { default: 'popover' },
  'progress/style/index': { default: 'progress' },
  'qr-code/style/index': { default: 'qrcode' },
  'radio/style/index': { default: 'radio' },
  'segmented/style/index': { default: 'segmented' },
  'select/style/index': { default: 'select' },
  'skeleton/style/index': { default: 'skeleton' },
  'space/style/addon': { default: 'space-addon' },
  'space/style/compact': { default: 'space-compact' },
  'space/style/index': { default: 'space' },
  'spin/style/index': { default: 'spin' },
  'switch/style/index': { default: 'switch' },
  'table/style/index': { default: 'table' },
  'tabs/style/index': { default: 'tabs' },
  'tooltip/style/index': { default: 'tooltip' },
  'upload/style/index': { default: 'upload' },
}

/**
 * The antd functions that declare styles; true if the result is a part of a component and is rendered as its own
 * component.
 */
const DECLARING: Readonly<Record<string, boolean>> = {
  genStyleHooks: false,
  genComponentStyleHook: false,
  genSubStyleComponent: true,
}

/** The file in which antd registers styles at run time, and the condition under which it returns before that. */
const CALLING = {
  file: '@ant-design/cssinjs-utils/es/util/genStyleUtils.js',
  test: 'if (memoizedZeroRuntime)',
}

/** Adds the styles of icons at run time; the shared styles contain them already. */
const ICONS = 'antd/es/theme/util/useResetIconStyle.js'

const MODULE = /node_modules\/antd\/es\/(.+)\.js$/
const SHARED = '\0antd-styles'
const ADD_STYLES = fileURLToPath(new URL('../kit/ui/addStyles.tsx', import.meta.url))

/**
 * Extracts the styles of antd's components at build time. At run time antd generates them with functions, which takes a
 * tenth of the work of a first page, and adds a style element for each during rendering. CSS variables are still set at
 * run time.
 */
export function antdStyles(): Plugin {
  let isBuild = false
  const unnamed = new Set<string>()
  return {
    name: 'houtai:antd-styles',
    enforce: 'pre',
    config(_config, { command }) {
      isBuild = command === 'build'
      return { define: { __STATIC_STYLES__: JSON.stringify(isBuild) } }
    },
    resolveId: (source) => (source === SHARED ? SHARED : null),
    load(id) {
      if (id !== SHARED) return null
      const code = `import { addStyles } from ${JSON.stringify(ADD_STYLES)}
        addStyles(${JSON.stringify(sharedStyles())}, 'whole')
        export { addStyles }`
      return { code, moduleSideEffects: true }
    },
    transform(code, id) {
      if (!isBuild) return null
      if (id.endsWith(ICONS)) return { code: 'export default () => undefined', map: null }
      if (id.endsWith(CALLING.file)) return { code: neverCalling(code), map: null }
      const path = MODULE.exec(id)?.[1]
      if (!path || path.startsWith('theme/')) return null
      const calls = callsIn(this.parse(code))
      if (calls.length === 0) return null
      // antd's index imports all components; those that the program does not render are dropped later.
      if (STYLED[path]) return { code: withStyles(code, path, calls), map: null }
      unnamed.add(id)
      return null
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const left = chunk.moduleIds.find((id) => unnamed.has(id))
        if (left) throw missingStylesError(left)
      }
    },
  }
}

/** Makes the condition of `CALLING` always true, so that the build drops the code that generates style sheets. */
function neverCalling(code: string): string {
  const [before, after, ...more] = code.split(CALLING.test)
  if (after === undefined || more.length > 0)
    throw new Error(`${CALLING.file} has changed: see app/antdStyles.ts`)
  return `${before}if (true)${after}`
}

/** A call that declares styles; `start` and `end` delimit the argument that generates them. */
interface Call {
  isPart: boolean
  start: number
  end: number
}

/** A call expression in a syntax tree. */
interface CallNode {
  type: string
  callee: { type: string; name?: string }
  arguments: { start: number; end: number }[]
}

function callsIn(node: unknown): Call[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: args } = node as Partial<CallNode>
  const inside = Object.values(node).flatMap(callsIn)
  const isPart = type === 'CallExpression' && callee?.name !== undefined ? DECLARING[callee.name] : undefined
  const stylesArgument = args?.[1]
  return isPart === undefined || !stylesArgument
    ? inside
    : [{ isPart, start: stylesArgument.start, end: stylesArgument.end }, ...inside]
}

function missingStylesError(module: string): Error {
  return new Error(`${module} declares styles: name what it exports for them in app/antdStyles.ts`)
}

/** Returns the module with static styles in place of the functions that generate them. */
function withStyles(code: string, path: string, calls: readonly Call[]): string {
  const exported = STYLED[path] ?? {}
  if (Object.keys(exported).length !== calls.length) throw missingStylesError(path)
  const emptied = calls
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code)
  const isPart = calls.every((call) => call.isPart)
  const added = Object.entries(exported).flatMap(([name, suffix]) =>
    suffix === null ? [] : [stylesOf(path, name, suffix, isPart)],
  )
  return `import { addStyles } from ${JSON.stringify(SHARED)}
${emptied}
${added.map((css) => `addStyles(${JSON.stringify(css)}, '${isPart ? 'part' : 'whole'}')`).join('\n')}`
}

/** antd and its styling, loaded as CommonJS: in Node they do not load as ES modules. */
const antd = createRequire(createRequire(import.meta.url).resolve('antd/package.json'))

type Cache = Map<string, unknown>
type CssInJs = typeof import('@ant-design/cssinjs')

/** Returns everything that rendering the component adds to the style cache, by path. */
function registeredStyles(draw: ComponentType): Cache {
  const { StyleProvider, createCache } = antd('@ant-design/cssinjs') as CssInJs
  const { ConfigProvider } = antd('antd') as typeof import('antd')
  const cache = createCache()
  const theme = { hashed: false, token: screenTokens }
  const provided = createElement(ConfigProvider, { theme }, createElement(draw))
  renderToString(createElement(StyleProvider, { cache }, provided))
  return cache.cache as Cache
}

/** A rule that `extractStyle` adds for a server that renders pages. */
const CACHE_PATHS = /\.data-ant-cssinjs-cache-path\{[^}]*\}/

/** Returns the styles whose path is wanted, as one style sheet. */
function sheetOf(entries: Cache, isIncluded: (path: string) => boolean): string {
  const { createCache, extractStyle } = antd('@ant-design/cssinjs') as CssInJs
  const included = createCache()
  for (const [path, entry] of entries) if (isIncluded(path)) (included.cache as Cache).set(path, entry)
  return extractStyle(included, { plain: true, types: ['style'] }).replace(CACHE_PATHS, '')
}

const isShared = (path: string) => /^style%+Shared%/.test(path)
const isOfIcons = (path: string) => /^style%+ant-design-icons%/.test(path)
const isOfComponent = (path: string) => path.startsWith('style%') && !isShared(path) && !isOfIcons(path)

function stylesOf(path: string, name: string, suffix: string, isPart: boolean): string {
  const module = antd(`antd/lib/${path}.js`) as Record<string, unknown>
  const found = module[name] ?? module
  const draw: ComponentType = isPart
    ? () => createElement(found as ComponentType<{ prefixCls: string }>, { prefixCls: `ant-${suffix}` })
    : () => {
        const useStyle = found as (prefixCls: string, rootCls: string) => unknown
        useStyle(`ant-${suffix}`, `ant-${suffix}`)
        return null
      }
  const css = sheetOf(registeredStyles(draw), isOfComponent)
  if (css === '') throw new Error(`antd/lib/${path}.js gives ${name} no styles for ant-${suffix}`)
  return css
}

/** The styles that every antd component adds: links and icons. */
function sharedStyles(): string {
  const { default: useStyle } = antd('antd/lib/button/style/index.js') as {
    default: (prefixCls: string) => unknown
  }
  const { iconStyles } = antd('@ant-design/icons/lib/utils') as { iconStyles: string }
  const entries = registeredStyles(() => {
    useStyle('ant-btn')
    return null
  })
  const links = sheetOf(entries, isShared)
  // Otherwise each component would bring them again, and every element would be compared with all copies.
  if (!links.startsWith('a{'))
    throw new Error('antd’s shared styles have another path: see isShared in app/antdStyles.ts')
  return iconStyles + links
}
