import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { WINGS } from '../../src/testing/testSources.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Mutation {
  /** Path below the root of the repository. */
  file: string
  line: number
  kind: Kind
  /** UTF-16 offsets of the text that `after` replaces. */
  start: number
  end: number
  before: string
  after: string
}

const KINDS = ['condition inverted', 'boundary moved', 'call omitted', 'constant changed'] as const
type Kind = (typeof KINDS)[number]

type Found = Pick<Mutation, 'kind' | 'start' | 'end' | 'after'>

/** A node of the ESTree that `parseAst` returns; the fields depend on `type`. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

type Finder = (node: Node, text: string) => Found[]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode)

const nodeIn = (value: unknown): Node | undefined => (isNode(value) ? value : undefined)

const swaps = (pairs: readonly (readonly [string, string])[]) =>
  new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))

const EQUALITY = swaps([
  ['===', '!=='],
  ['==', '!='],
])

const LOGIC = swaps([['&&', '||']])

const BOUNDARY = swaps([
  ['<', '<='],
  ['>', '>='],
])

/** Kysely's operators that compare for equality or membership; `<>` is a second spelling of `!=`. */
const QUERY_CONDITION = swaps([
  ['=', '!='],
  ['is', 'is not'],
  ['is distinct from', 'is not distinct from'],
  ['in', 'not in'],
]).set('<>', '=')

const COMPARING_CALLS = new Set([
  'where',
  'whereRef',
  'having',
  'havingRef',
  'filterWhere',
  'filterWhereRef',
  'on',
  'onRef',
  'when',
  'whenRef',
  'eb',
])

const CHAINED_CONDITIONS = new Set(['where', 'whereRef', 'having', 'havingRef'])

/** Predicate methods of arrays and whether their name alone identifies them; Kysely and queries also have a `find`. */
const PREDICATE_CALLS = new Map([
  ['filter', true],
  ['some', true],
  ['every', true],
  ['find', false],
  ['findLast', false],
  ['findIndex', false],
])

const LOG_LEVELS = new Set(['trace', 'debug', 'info', 'log', 'warn', 'error', 'fatal'])

/** All mutations of a file, in order of its text; none for tests. */
export function mutationsOf(file: string, text: string): Mutation[] {
  if (isTest(file)) return []
  const found = visit(parse(file, text), text)
  return found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ kind, start, end, after }) => ({
      file,
      line: text.slice(0, start).split('\n').length,
      kind,
      start,
      end,
      before: text.slice(start, end),
      after,
    }))
}

/** Throws SyntaxError if the text is not TypeScript. */
export function parse(file: string, text: string): Node {
  return parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
}

/** Throws if the file is not the version that the mutation was made from. */
export function applyMutation(text: string, { file, start, end, before, after }: Mutation): string {
  if (text.slice(start, end) !== before) throw new Error(`${file} has changed since it was read`)
  return text.slice(0, start) + after + text.slice(end)
}

function visit(node: Node, text: string): Found[] {
  if (isSkipped(node)) return []
  const nodeMutations = (FINDERS[node.type] ?? []).flatMap((find) => find(node, text))
  return nodeMutations.concat(childrenOf(node).flatMap((child) => visit(child, text)))
}

/** TypeScript's nodes that contain an expression; every other `TS…` node is type-only. */
const TYPED_EXPRESSIONS = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]

/** Durations only shift timing, and any number is as good as another for an advisory lock. */
const NEUTRAL_CONSTANT = /_(MS|LOCK)$/

/** Errors and messages are skipped because tests rarely check their wording. */
function isSkipped(node: Node): boolean {
  if (node.type.startsWith('TS')) return !TYPED_EXPRESSIONS.includes(node.type)
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ThrowStatement':
      return true
    case 'CallExpression':
      return isLogging(node)
    case 'NewExpression':
      return nameOf(node.callee).endsWith('Error')
    case 'VariableDeclarator':
      return namesIn(node.id).some((name) => NEUTRAL_CONSTANT.test(name))
    case 'Property':
      return ['message', 'error'].includes(nameOf(node.key))
    default:
      return false
  }
}

function isLogging({ callee }: Node): boolean {
  const called = nodeIn(callee)
  if (called?.type !== 'MemberExpression') return nameOf(called) === 'say'
  // A work log is also named `log`, so the method has to be a level.
  return ['log', 'logger', 'console'].includes(nameOf(called.object)) && LOG_LEVELS.has(nameOf(called))
}

function childrenOf(node: Node): Node[] {
  const fields = Object.entries(node).filter(([field]) => field !== 'key' || node.computed === true)
  return fields.flatMap(([, value]) => nodesIn(value))
}

/** The name of an identifier, or of the property that a member expression ends with; else ''. */
function nameOf(value: unknown): string {
  const node = nodeIn(value)
  if (node?.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property)
  return node?.type === 'Identifier' ? String(node.name) : ''
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

const blanked = (text: string, pattern: RegExp) =>
  text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '))

/** The names that a declaration binds: one, or those of an array pattern. */
const namesIn = (pattern: unknown) => [pattern, ...nodesIn(nodeIn(pattern)?.elements)].map(nameOf)

/** The offset of a token between two nodes; comments and the nodes' parentheses may surround it. */
function tokenBetween(text: string, left: Node, right: Node, token: string): number {
  return left.end + blanked(text.slice(left.end, right.start), COMMENT).indexOf(token)
}

function swapped(kind: Kind, operators: ReadonlyMap<string, string>): Finder {
  return (node, text) => {
    const operator = String(node.operator)
    const [left, right, after] = [nodeIn(node.left), nodeIn(node.right), operators.get(operator)]
    if (!left || !right || after === undefined) return []
    const start = tokenBetween(text, left, right, operator)
    return [{ kind, start, end: start + operator.length, after }]
  }
}

/** Negates an expression. None for an equality: swapping its operator is the same mutation. */
function negated({ type, start, end, operator }: Node, text: string): Found[] {
  if (type === 'BinaryExpression' && EQUALITY.has(String(operator))) return []
  const isNegation = type === 'UnaryExpression' && operator === '!'
  const after = isNegation ? text.slice(start + 1, end) : `!(${text.slice(start, end)})`
  return [{ kind: 'condition inverted', start, end, after }]
}

const negatedTest: Finder = ({ test }, text) => nodesIn(test).flatMap((node) => negated(node, text))

const negatedPredicate: Finder = ({ callee, arguments: callArguments }, text) => {
  const isIdentifiedByName = PREDICATE_CALLS.get(
    nodeIn(callee)?.type === 'MemberExpression' ? nameOf(callee) : '',
  )
  const [predicate, ...more] = nodesIn(callArguments)
  if (isIdentifiedByName === undefined || !predicate || more.length > 0) return []
  const body = nodeIn(predicate.body)
  if (body && body.type !== 'BlockStatement') return negated(body, text)
  if (!body && !(isIdentifiedByName && predicate.type === 'Identifier')) return []
  const { start, end } = predicate
  const after = `(...all) => !(${text.slice(start, end)})(...all)`
  return [{ kind: 'condition inverted', start, end, after }]
}

const swappedQueryOperator: Finder = ({ callee, arguments: callArguments }, text) => {
  const [, operator, value] = nodesIn(callArguments)
  if (!COMPARING_CALLS.has(nameOf(callee)) || !value || typeof operator?.value !== 'string') return []
  const { start, end } = operator
  const quoted = (after: string) => `${text[start]}${after}${text[start]}`
  const [inverted, moved] = [QUERY_CONDITION.get(operator.value), BOUNDARY.get(operator.value)]
  if (inverted) return [{ kind: 'condition inverted', start, end, after: quoted(inverted) }]
  return moved ? [{ kind: 'boundary moved', start, end, after: quoted(moved) }] : []
}

const omittedCondition: Finder = ({ callee, end }, text) => {
  const called = nodeIn(callee)
  if (called?.type !== 'MemberExpression' || !CHAINED_CONDITIONS.has(nameOf(called))) return []
  const [object, property] = [nodeIn(called.object), nodeIn(called.property)]
  if (!object || !property) return []
  const start = tokenBetween(text, object, property, called.optional ? '?.' : '.')
  return [{ kind: 'call omitted', start, end, after: '' }]
}

const WRAPPERS = ['AwaitExpression', 'ChainExpression', 'UnaryExpression']

/** The call of a statement that awaits or discards (`void`) its result. */
function callIn(value: unknown): Node | undefined {
  const node = nodeIn(value)
  if (node && WRAPPERS.includes(node.type)) return callIn(node.argument ?? node.expression)
  return node?.type === 'CallExpression' ? node : undefined
}

const omittedStatement: Finder = ({ expression, start, end }) => {
  const call = callIn(expression)
  if (!call || isLogging(call) || nodeIn(call.callee)?.type === 'Super') return []
  return [{ kind: 'call omitted', start, end, after: ';' }]
}

/** An assertion that is the whole body of an arrow function. Most assertions return nothing. */
const omittedAssertion: Finder = ({ body }) => {
  const [call, bodyNode] = [callIn(body), nodeIn(body)]
  if (!call || !bodyNode || !nameOf(call.callee).startsWith('assert')) return []
  return [{ kind: 'call omitted', start: bodyNode.start, end: bodyNode.end, after: 'undefined' }]
}

const changedConstant: Finder = ({ value, start, end }) => {
  const kind = 'constant changed'
  if (typeof value === 'boolean') return [{ kind, start, end, after: String(!value) }]
  if (typeof value === 'bigint') return [{ kind, start, end, after: `${value + 1n}n` }]
  return typeof value === 'number' ? [{ kind, start, end, after: String(value + 1) }] : []
}

const SQL_QUOTED = /'[^']*'|"[^"]*"|--.*/g
/** The `and` of a range is not a condition. */
const SQL_RANGE = /\bbetween\b[\s\S]*?\band\b/gi
/** Neighbours that make `<` or `>` part of another operator: `->`, `<>`, `@>`, `=>`. */
const SQL_BOUNDARY = /(?<![-+*/<>=~!@#%^&|?])(<=|>=|<|>)(?![-+*/<>=~!@#%^&|?])/g
const SQL_LOGIC = /\b(and|or)\b/gi
const SQL_LOGIC_SWAPS = swaps([['and', 'or']])

const sqlOperators: Finder = ({ tag, quasi }, text) => {
  const template = nodeIn(quasi)
  if (nameOf(tag) !== 'sql' || !template) return []
  const query = blanked(blanked(queryText(template, text), SQL_QUOTED), SQL_RANGE)
  const matches = (pattern: RegExp, kind: Kind, operators: ReadonlyMap<string, string>) =>
    [...query.matchAll(pattern)].map(({ 0: operator, index }) => {
      const start = template.start + index
      const after = operators.get(operator.toLowerCase()) ?? operator
      return { kind, start, end: start + operator.length, after }
    })
  return [
    ...matches(SQL_BOUNDARY, 'boundary moved', BOUNDARY),
    ...matches(SQL_LOGIC, 'condition inverted', SQL_LOGIC_SWAPS),
  ]
}

/** The text of a template at its own offsets, with its expressions blanked: `visit` handles those separately. */
function queryText({ start, end, expressions }: Node, text: string): string {
  return nodesIn(expressions).reduce(
    (query, { start: from, end: to }) =>
      query.slice(0, from - start) + ' '.repeat(to - from) + query.slice(to - start),
    text.slice(start, end),
  )
}

const FINDERS: Partial<Record<string, Finder[]>> = {
  IfStatement: [negatedTest],
  ConditionalExpression: [negatedTest],
  LogicalExpression: [swapped('condition inverted', LOGIC)],
  BinaryExpression: [swapped('condition inverted', EQUALITY), swapped('boundary moved', BOUNDARY)],
  CallExpression: [negatedPredicate, swappedQueryOperator, omittedCondition],
  ExpressionStatement: [omittedStatement],
  ArrowFunctionExpression: [omittedAssertion],
  Literal: [changedConstant],
  TaggedTemplateExpression: [sqlOperators],
}

const MAX_PER_FILE = 3

/**
 * Draws `count` mutations without repeats, at most three per file and alternating between the kinds, so that any prefix
 * of the result is balanced too. Returns fewer if the files have no more. The order of `files` has no effect.
 */
export function drawMutations(
  files: readonly { file: string; text: string }[],
  count: number,
  seed: number,
): Mutation[] {
  const random = mulberry32(seed)
  const all = files
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .flatMap(({ file, text }) => mutationsOf(file, text))
  const piles = KINDS.map((kind) =>
    shuffled(
      all.filter((mutation) => mutation.kind === kind),
      random,
    ),
  )
  const drawn: Mutation[] = []
  const perFile = new Map<string, number>()
  while (drawn.length < count && piles.some((pile) => pile.length > 0)) {
    for (const pile of piles) {
      const mutation = drawn.length < count ? nextOf(pile, perFile) : undefined
      if (mutation) drawn.push(mutation)
    }
  }
  return drawn
}

/** Pops mutations from the pile until one whose file may have another, and counts it. */
function nextOf(pile: Mutation[], perFile: Map<string, number>): Mutation | undefined {
  for (let mutation = pile.pop(); mutation; mutation = pile.pop()) {
    const before = perFile.get(mutation.file) ?? 0
    if (before >= MAX_PER_FILE) continue
    perFile.set(mutation.file, before + 1)
    return mutation
  }
  return undefined
}

/** Fisher–Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}

/**
 * Mulberry32 by Tommy Ettinger, a generator with 32 bits of state, which is enough for a sample. Math.random has no
 * seed, and a run must be repeatable. Returns numbers in [0, 1).
 */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MONEY_FEATURES = [
  'billing/customer-bills',
  'billing/receivables',
  'finance/payroll',
  'finance/monthly-financials',
  'finance/reimbursement-bills',
  'billing/bank-receipts',
]
const MONEY_FILES = new RegExp(`^src/(${MONEY_FEATURES.join('|')})/`)
const MUTATED = [
  /^src\/access\/[^/]+$/,
  new RegExp(`^src/(${WINGS.join('|')})/.*/(\\w*[Rr]ules|(\\w+Q|q)ueries|scopes)\\.ts$`),
  /^src\/kit\/(money|moneySql|rates|scope)\.ts$/,
  MONEY_FILES,
]
/** Contracts, columns and texts are declarations without logic. */
const DECLARING = /\/(contract\w*|\w*([Cc]olumns|[Tt]exts|[Ww]ords|[Ff]ormatters|Headers))\.ts$/

const isTest = (file: string) => /(\.test\.tsx?|\/test[A-Z]\w*\.ts)$/.test(file)

/** The files whose mutations tests should detect: access, rules, queries and money. Paths are relative to the root. */
export function mutatedFiles(): string[] {
  const entries = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => MUTATED.some((pattern) => pattern.test(file)))
    .filter((file) => !isTest(file) && !DECLARING.test(file))
    .sort()
}
