import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const SRC = fileURLToPath(new URL('..', import.meta.url))

/** The wings, bottom to top: a wing imports only the wings below it. */
export const WINGS = [
  'platform',
  'people',
  'clients',
  'operations',
  'billing',
  'finance',
  'reporting',
  'workspace',
]

export interface Import {
  /** As written: `#kit/text.ts`, `./rules.ts`, `zod`. */
  specifier: string
  /** The imported file, relative to src/; null for a package. */
  target: string | null
  typeOnly: boolean
  /** `import('…')`: loaded when it is needed. */
  lazy: boolean
  /** `export … from`: re-exports what it imports. */
  reexport: boolean
  /** `import * as queries`: cannot be combined with named imports. */
  namespace: boolean
}

/** A parsed file of the program, for the checks of ARCHITECTURE.md. */
export interface Source {
  /** Relative to src/: `people/staff/rules.ts`. */
  path: string
  text: string
  lines: number
  isTest: boolean
  /** access, kit, db, demo, app, or the feature: `people/staff`. */
  area: string
  imports: Import[]
  elements: Element[]
  /** Lines of literals that are spread into another literal: `...{ a, b }`. */
  packedLines: number[]
}

/** A JSX element: `<FormModal title={t('新建公司')} open>`. */
export interface Element {
  /** `FormModal`, `Form.Item`, `form`. */
  name: string
  line: number
  /** Each attribute as written, by its name: `title={t('新建公司')}`. */
  attributes: ReadonlyMap<string, string>
}

/** All files of src/ except the generated one. */
export function readSources(): Source[] {
  const entries = readdirSync(SRC, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
    .filter((path) => path !== 'db/tables.ts')
  return paths.sort().map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(join(SRC, path), 'utf8')
  const tree = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  const lines = text.split('\n').length - 1
  const isTest = /(\.test\.ts|^app\/test\w+\.ts|\/test\w+\.ts)$/.test(path)
  const nodes = walk(tree)
  return {
    path,
    text,
    lines,
    isTest,
    area: areaOf(path),
    imports: nodes.flatMap((node) => importOf(node, path)),
    elements: nodes.filter(({ type }) => type === 'JSXOpeningElement').map((node) => elementOf(node, text)),
    packedLines: nodes.filter(isPacked).map(({ start }) => text.slice(0, start).split('\n').length),
  }
}

/** The area of a path under src/: the feature in its wing (`people/staff`), or the first folder (`kit`). */
export function areaOf(path: string): string {
  const [folder = '', feature = '', file] = path.split('/')
  return file !== undefined && WINGS.includes(folder) ? `${folder}/${feature}` : folder
}

/** The wing of an area; undefined outside the wings. */
export function wingOf(area: string): string | undefined {
  return WINGS.find((wing) => area === wing || area.startsWith(`${wing}/`))
}

/** The properties of a syntax node that are used here. */
interface Node {
  type: string
  start: number
  end: number
  importKind?: string
  exportKind?: string
  source?: { value?: unknown } | null
  specifiers?: { type?: string; importKind?: string; exportKind?: string }[]
  argument?: Node
  name?: Node
  attributes?: Node[]
}

function walk(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const node = 'type' in value && 'start' in value ? [value as Node] : []
  return node.concat(Object.values(value).flatMap(walk))
}

const IMPORTING = ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'ExportNamedDeclaration']

function importOf(node: Node, path: string): Import[] {
  const specifier = node.source?.value
  if (!IMPORTING.includes(node.type) || typeof specifier !== 'string') return []
  const named = node.specifiers ?? []
  const typeOnly =
    node.importKind === 'type' ||
    node.exportKind === 'type' ||
    (named.length > 0 && named.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type'))
  return [
    {
      specifier,
      target: targetOf(specifier, path),
      typeOnly,
      lazy: node.type === 'ImportExpression',
      reexport: node.type.startsWith('Export'),
      namespace: named.some(({ type }) => type === 'ImportNamespaceSpecifier'),
    },
  ]
}

function targetOf(specifier: string, path: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : null
}

function isPacked({ type, argument }: Node): boolean {
  const spreads = type === 'SpreadElement' || type === 'JSXSpreadAttribute'
  return spreads && ['ObjectExpression', 'ArrayExpression'].includes(argument?.type ?? '')
}

function elementOf({ start, name, attributes = [] }: Node, text: string): Element {
  const written = (node: Node | undefined) => (node ? text.slice(node.start, node.end) : '')
  return {
    name: written(name),
    line: text.slice(0, start).split('\n').length,
    attributes: new Map(attributes.map((attribute) => [written(attribute.name), written(attribute)])),
  }
}
