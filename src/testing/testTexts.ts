import { parseAst } from 'vite'
import type { Source } from './testSources.ts'

/** A Chinese text in the program, in the form in which a table of texts contains it. */
export interface ChineseText {
  sentence: string
  /** `people/staff/rules.ts:12`. */
  place: string
}

interface Node {
  type: string
  start: number
  value?: unknown
  key?: Node & { name?: string }
  callee?: { name?: string; property?: { name?: string } }
  quasis?: { value: { cooked: string } }[]
  computed?: boolean
  [part: string]: unknown
}

/** Han characters, and the punctuation that only Chinese has. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

/**
 * Every Chinese literal of a file: strings, templates (`${…}` becomes `{1}`), text between tags, names of properties.
 */
export function chineseIn({ path, text }: Source): ChineseText[] {
  if (!CHINESE.test(text)) return []
  const found: ChineseText[] = []
  const tree = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  visit(tree, (node) => {
    const sentence = sentenceOf(node)
    if (!sentence || !CHINESE.test(sentence)) return
    found.push({ sentence, place: `${path}:${text.slice(0, node.start).split('\n').length}` })
  })
  return found
}

/** Calls of `t` that run when the file is loaded, before the language is known. */
export function earlyTranslations({ path, text }: Source): string[] {
  const early: string[] = []
  const tree = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  visit(
    tree,
    (node) => {
      if (node.type === 'CallExpression' && node.callee?.name === 't') {
        early.push(`${path}:${text.slice(0, node.start).split('\n').length}`)
      }
    },
    (node) => !/Function/.test(node.type),
  )
  return early
}

function sentenceOf(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    return typeof node.value === 'string' ? node.value.replace(/\s*\n\s*/g, ' ') : undefined
  }
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis?.map(({ value }) => value.cooked) ?? []
    return parts.reduce((joined, part, index) => (index === 0 ? part : `${joined}{${index}}${part}`), '')
  }
  return node.type === 'Property' && !node.computed ? node.key?.name : undefined
}

/**
 * Walks the tree without API summaries and without the sheet columns of fields, which are Chinese in every language.
 */
function visit(
  value: unknown,
  onNode: (node: Node) => void,
  enter: (node: Node) => boolean = () => true,
): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, onNode, enter)
    return
  }
  const node = value as Node
  if (node.type === 'Property' && (node.key?.name === 'summary' || node.key?.name === 'sheet')) return
  if (typeof node.type === 'string') {
    if (!enter(node)) return
    onNode(node)
  }
  for (const part of Object.values(node)) visit(part, onNode, enter)
}
