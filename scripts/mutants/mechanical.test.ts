// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources to mutate contain templates
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  applyMutation,
  drawMutations,
  type Mutation,
  mutatedFiles,
  mutationsOf,
  parse,
} from './mechanical.ts'

const ROOT = new URL('../../', import.meta.url)

/** A source text, and the texts that its mutations of one kind produce. */
type Case = [source: string, ...mutants: string[]]

const CASES: Record<Mutation['kind'], Case[]> = {
  'condition inverted': [
    ['if (x) f(y)', 'if (!(x)) f(y)'],
    ['if (!(x && y)) z', 'if ((x && y)) z', 'if (!(x || y)) z'],
    ['if (x === y) z', 'if (x !== y) z'],
    ['v = x ? y : z', 'v = !(x) ? y : z'],
    ['v = (x /* && */) && y', 'v = (x /* && */) || y'],
    ['v = x !== y || z', 'v = x === y || z', 'v = x !== y && z'],
    ['v = x ?? y'],
    ['v = l.filter((o) => o.isOpen)', 'v = l.filter((o) => !(o.isOpen))'],
    ['v = l.filter((o) => o === x)', 'v = l.filter((o) => o !== x)'],
    ['v = l.filter((o) => { return o })', 'v = l.filter((...all) => !((o) => { return o })(...all))'],
    ['v = l.some(isOpen)', 'v = l.some((...all) => !(isOpen)(...all))'],
    ['v = l.find((o) => !o.isOpen)', 'v = l.find((o) => o.isOpen)'],
    ['v = queries.find(id)'],
    ["v = q.where('a', '=', x)", "v = q.where('a', '!=', x)"],
    ["v = q.where('a', '<>', x)", "v = q.where('a', '=', x)"],
    ["v = eb('a', 'is not', null)", "v = eb('a', 'is', null)"],
    ["v = eb('a', '+', y)"],
    ["v = f('a', '=', y)"],
    [
      "v = sql`a = ${x} and b between ${y} and c or d = 'x or y'`",
      "v = sql`a = ${x} or b between ${y} and c or d = 'x or y'`",
      "v = sql`a = ${x} and b between ${y} and c and d = 'x or y'`",
    ],
  ],
  'boundary moved': [
    ['v = x < y', 'v = x <= y'],
    ['v = x <= y', 'v = x < y'],
    ['v = (x as number) > y', 'v = (x as number) >= y'],
    ['v = x >= y', 'v = x > y'],
    ["v = q.where('a', '>=', x)", "v = q.where('a', '>', x)"],
    ["v = q.whereRef('a', '<', 'b')", "v = q.whereRef('a', '<=', 'b')"],
    ['v = sql<A<B>>`a <= ${x}`', 'v = sql<A<B>>`a < ${x}`'],
    ['v = sql`${x > y} > a`', 'v = sql`${x >= y} > a`', 'v = sql`${x > y} >= a`'],
    ["v = sql`a -> 'x' <> b ->> '<' and c @> d and e => f and g << h`"],
    ['v = `a <= ${x}`'],
  ],
  'call omitted': [
    ['await f(x)\ny()', ';\ny()', 'await f(x)\n;'],
    ['if (x) f?.(y); else void z()', 'if (x) ; else void z()', 'if (x) f?.(y); else ;'],
    ['rules.assertOpen(x)', ';'],
    ['const f = () => assertOpen(x)', 'const f = () => undefined'],
    ['v = await f(x)'],
    [
      "v = q.where('a', '=', x)\n  .where(f(y)).execute()",
      'v = q\n  .where(f(y)).execute()',
      "v = q.where('a', '=', x)\n  .execute()",
    ],
    ['v = (x ? y : z).where(f)', 'v = (x ? y : z)'],
    ["log.info('x')\nsay('y')\nconsole.error('z')\ncontext.log.warn('z')"],
    ['log.save(x)', ';'],
    ['class A extends B { constructor() { super(x) } }'],
  ],
  'constant changed': [
    ['v = 0', 'v = 1'],
    ['v = 5_000', 'v = 5001'],
    ['v = -2n', 'v = -3n'],
    ['v = true', 'v = false'],
    ['f(false)', 'f(true)'],
    ["v = 'x1'"],
    ['let v: 1 | [2] = x as T[0]'],
    ['type A = { a: 1 }\ninterface B { b: true }'],
    ["import a from './1.json' with { type: 'json' }"],
    ['const PAUSE_MS = 60 * 1000'],
    ['const [A_LOCK, B_LOCK] = [1, 2]'],
    ['v = { 1: x, y: 2 }', 'v = { 1: x, y: 3 }'],
    ['v = z.int().max(9, { error: () => f(1) })', 'v = z.int().max(10, { error: () => f(1) })'],
    ["throw new AppError('INVALID', f(1))"],
    ["v = new AppError('INVALID', f(1))"],
    ['log.info(f(1))'],
  ],
}

for (const [kind, cases] of Object.entries(CASES)) {
  test(`${kind}: mutates each place of the source once, and nothing else`, () => {
    for (const [source, ...mutants] of cases) {
      const mutations = mutationsOf('src/a.ts', source).filter((mutation) => mutation.kind === kind)
      const texts = mutations.map((mutation) => applyMutation(source, mutation))
      assert.deepEqual(texts, mutants, source)
      for (const text of texts) parse('src/a.ts', text)
    }
  })
}

test('offsets and lines are correct after Chinese text and an emoji', () => {
  const source = "// 中文注释😀\nconst 店 = '客户😀'; v = x < y\nv = sql`'店铺' ${店} >= b`\n"
  const mutations = mutationsOf('src/a.ts', source)
  assert.deepEqual(
    mutations.map((mutation) => [mutation.line, mutation.before, applyMutation(source, mutation)]),
    [
      [2, '<', source.replace('<', '<=')],
      [3, '>=', source.replace('>=', '>')],
    ],
  )
})

test('a mutation is not applied to another version of its file', () => {
  const [mutation] = mutationsOf('src/a.ts', 'v = x < y')
  assert.ok(mutation)
  assert.throws(() => applyMutation('v = xx < y', mutation), /src\/a\.ts has changed/)
})

test('tests have no mutations', () => {
  assert.deepEqual(mutationsOf('src/a.test.ts', 'v = x < 1'), [])
  assert.deepEqual(mutationsOf('src/testing/testWorld.ts', 'v = x < 1'), [])
})

const placeOf = ({ file, start, end, after }: Mutation) => `${file} ${start} ${end} ${after}`

const countsBy = (mutations: readonly Mutation[], field: 'file' | 'kind') =>
  Object.values(Object.groupBy(mutations, (mutation) => mutation[field])).map((group) => group?.length ?? 0)

const generated = Array.from({ length: 9 }, (_, at) => ({
  file: `src/${at}.ts`,
  text: 'if (x) f(y)\nif (v < 1) g(2)\nh(true)\n',
}))

test('a draw depends only on the seed, not on the order of the files', () => {
  const drawn = drawMutations(generated, 20, 7)
  assert.deepEqual(drawMutations(generated, 20, 7), drawn)
  assert.deepEqual(drawMutations(generated.toReversed(), 20, 7), drawn)
  assert.notDeepEqual(drawMutations(generated, 20, 8), drawn)
})

test('a draw has no repeats, at most three mutations per file, and equal numbers of each kind', () => {
  const drawn = drawMutations(generated, 20, 7)
  assert.deepEqual(countsBy(drawn, 'kind'), [5, 5, 5, 5])
  assert.equal(new Set(drawn.map(placeOf)).size, 20)
  assert.ok(Math.max(...countsBy(drawn, 'file')) <= 3)
})

test('a draw of more mutations than exist returns all of them, and fills up from other kinds', () => {
  assert.equal(drawMutations(generated, 1_000, 7).length, 27)
  const onlyCalls = drawMutations([{ file: 'src/a.ts', text: 'f(x)\ng(y)' }], 9, 7)
  assert.deepEqual(onlyCalls.map(({ before }) => before).sort(), ['f(x)', 'g(y)'])
})

test('the mutated files are those of access, rules, queries and money', () => {
  const files = mutatedFiles()
  const included = ['src/access/can.ts', 'src/kit/money.ts', 'src/kit/moneySql.ts', 'src/kit/scope.ts']
  included.push('src/billing/customer-bills/price.ts', 'src/clients/stores/listQueries.ts')
  assert.deepEqual(
    included.filter((file) => !files.includes(file)),
    [],
  )
  const excluded = /\.test\.ts$|\/test[A-Z]|\.tsx$|\/contract|[Ww]ords\.ts$|^src\/db\//
  assert.deepEqual(
    files.filter((file) => excluded.test(file)),
    [],
  )
})

test('200 mutations of the real sources have 50 of each kind, and each mutated file parses', () => {
  const files = mutatedFiles().map((file) => ({ file, text: readFileSync(new URL(file, ROOT), 'utf8') }))
  const texts = new Map(files.map(({ file, text }) => [file, text]))
  const drawn = drawMutations(files, 200, 1)
  assert.deepEqual(countsBy(drawn, 'kind'), [50, 50, 50, 50])
  assert.equal(new Set(drawn.map(placeOf)).size, 200)
  assert.ok(Math.max(...countsBy(drawn, 'file')) <= 3)
  for (const mutation of drawn) {
    const mutant = applyMutation(texts.get(mutation.file) ?? '', mutation)
    assert.doesNotThrow(() => parse(mutation.file, mutant), placeOf(mutation))
  }
})
