import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Element, Import, Source } from './testSources.ts'
import { areaOf, readSources, wingOf } from './testSources.ts'
import { crossings, featuresInCycle, named, upward } from './testWings.ts'
import { WRITERS } from './testWriters.ts'

/** The rules of the house (ARCHITECTURE.md), kept by looking at every file under src/. */
const sources = readSources()
const program = sources.filter(({ isTest }) => !isTest)
const byPath = new Map(sources.map((source) => [source.path, source]))

/** Fails with every file that breaks the rule, and how. */
function none(found: string[]): void {
  assert.deepEqual(found, [])
}

/** Every import within src/ of the given files, where it breaks the rule. */
function brokenImports(
  files: readonly Source[],
  breaks: (from: Source, to: string, way: Import) => boolean,
): string[] {
  return files.flatMap((from) =>
    from.imports
      .filter((way) => way.target !== null && breaks(from, way.target, way))
      .map((way) => `${from.path} → ${way.target}`),
  )
}

const kindOf = (area: string) => (wingOf(area) ? 'features' : area)

/** Which areas an area may import; kit sees the database's types only, so that it stays pure where it runs in both. */
const MAY_IMPORT: Record<string, string[]> = {
  access: [],
  kit: ['access'],
  db: ['access', 'kit'],
  features: ['access', 'kit', 'db', 'features'],
  demo: ['access', 'kit', 'db', 'features'],
  app: ['access', 'kit', 'db', 'features', 'demo'],
}

test('imports go one way: access ← kit ← db ← features ← app', () => {
  none(
    brokenImports(program, (from, to, { typeOnly }) => {
      const [own, other] = [kindOf(from.area), kindOf(areaOf(to))]
      if (own === other || MAY_IMPORT[own]?.includes(other)) return false
      return !(own === 'kit' && other === 'db' && typeOnly)
    }),
  )
})

const between = crossings(program)

test('a wing imports only the wings below it', () => {
  none(upward(between).map(named))
})

test('no features import each other, however far round', () => {
  none(featuresInCycle(between))
})

/** A feature may have parts: folders with a contract of their own (`imports/past`). */
const PUBLIC = /^([a-z-]+\/)?(contract|rules)\.ts$/
const PUBLIC_OF_SERVER = /^([a-z-]+\/)?queries\.ts$/
const PUBLIC_OF_BROWSER = /^([a-z-]+\/)?ui\/\w+\.(tsx|css)$/

test('from another feature one imports its contract, rules, queries and the files of its ui only', () => {
  none(
    between
      .filter(({ from, to }) => {
        const other = areaOf(to)
        const name = to.slice(other.length + 1)
        // A file of the wing itself belongs to all of its features.
        if (!other.includes('/') || PUBLIC.test(name)) return false
        return !(from.endsWith('.tsx') ? PUBLIC_OF_BROWSER : PUBLIC_OF_SERVER).test(name)
      })
      .map(named),
  )
})

test('`./` is the own folder, `#` is everything else', () => {
  none(
    sources.flatMap(({ path, area, imports }) =>
      imports
        .filter(({ specifier }) => {
          if (specifier.startsWith('..')) return true
          const inside = specifier.startsWith(`#${area}/`)
          return inside && !path.slice(area.length + 1).includes('/')
        })
        .map(({ specifier }) => `${path} → ${specifier}`),
    ),
  )
})

test('no two files import each other, however far round', () => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) return void circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (target && !typeOnly) visit(target, [...way, path])
    }
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  none(circles)
})

test('what runs in Node imports no .tsx', () => {
  const server = sources.filter(({ path }) => path.endsWith('.ts'))
  none(brokenImports(server, (_from, to) => to.endsWith('.tsx')))
})

const SERVER_ONLY = /^(node:|pg$|kysely$|fastify$|@fastify\/|@electric-sql\/|pinyin-pro$)/

test('what runs in the browser reaches nothing that only the server has', () => {
  const reaches = (path: string, seen = new Set<string>()): string[] => {
    if (seen.has(path)) return []
    seen.add(path)
    const ways = byPath.get(path)?.imports.filter(({ typeOnly }) => !typeOnly) ?? []
    return ways.flatMap(({ specifier, target }) => {
      if (target) return reaches(target, seen)
      return SERVER_ONLY.test(specifier) ? [`${path} → ${specifier}`] : []
    })
  }
  const browser = program.filter(({ path }) => path.endsWith('.tsx'))
  none([...new Set(browser.flatMap(({ path }) => reaches(path)))])
})

test('no file only hands on what others have', () => {
  none(
    sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ reexport, typeOnly }) => reexport && !typeOnly)
        .map(({ specifier }) => `${path} hands on ${specifier}`),
    ),
  )
})

test('folders are kebab-case, and none is called utils, helpers, common, types or misc', () => {
  const folders = new Set(sources.flatMap(({ path }) => path.split('/').slice(0, -1)))
  none([...folders].filter((name) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)))
  none(
    [...folders].filter((name) =>
      ['utils', 'helpers', 'common', 'types', 'misc', 'shared', 'lib'].includes(name),
    ),
  )
})

// Length is a hint only, so the limits are wide; Biome limits the complexity of a function (biome.json).
test('a file has 400 lines at most, nine in ten 160, half of them 70', () => {
  none(sources.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`))
  const lengths = program.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
  assert.ok(at(0.5) <= 70, `half of the files have up to ${at(0.5)} lines`)
  assert.ok(at(0.9) <= 160, `nine in ten files have up to ${at(0.9)} lines`)
})

test('a function has 60 lines at most', () => {
  none(
    program.flatMap(({ path, functions }) =>
      functions
        .filter(({ length }) => length > 60)
        .map(({ line, length }) => `${path}:${line} has ${length}`),
    ),
  )
})

/** Files that match a pattern, with the line. */
function matching(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
}

test('rules and queries are given the time, they never ask for it', () => {
  const files = program.filter(({ path }) => /\/(rules|queries\w*|scopes)\.ts$/.test(path))
  none(matching(files, /new Date\(\)|Date\.now\(/))
})

test('nobody asks for a person’s role but access', () => {
  const files = program.filter(({ area }) => area !== 'access')
  none(
    matching(
      files,
      /\b(actor|user|me)\??\.role\s*[!=]==?|\brole\s*[!=]==?\s*\d|switch \((actor|user)\??\.role/,
    ),
  )
})

test('only tests lessen the work of a password’s hash', () => {
  const files = program.filter(({ path }) => path !== 'kit/secret.ts')
  none(matching(files, /passwordWork/))
})

const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:insert into|delete from|update)\s+([a-z_]+)\s+(?:\(|set|where|using)/g

/** The demo fills an empty database, table by table. */
const FILLS_ALL = /^demo\//

test('a table is written by the queries of its own feature only', () => {
  none(
    program
      .filter(({ path }) => !FILLS_ALL.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(WRITES)]
          .map(
            ([, camel, snake]) =>
              snake ?? camel?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? '',
          )
          .filter((table) => !WRITERS[table]?.test(path))
          .map((table) => `${path} writes ${table}`),
      ),
  )
})

test('every feature that has endpoints is one that the server knows', () => {
  const list = byPath.get('app/features.ts')
  const known = list?.imports.map(({ target }) => target) ?? []
  none(
    program
      .map(({ path }) => path)
      .filter((path) => wingOf(path) && path.endsWith('/server.ts') && !known.includes(path)),
  )
})

/** Forms of plain text fields, and searches, which write nothing. */
const OWN_FORMS =
  /^(people\/sign-in\/DoorForm|kit\/ui\/list\/(FilterBar|PhoneFilterDrawer|PhoneFilters)|kit\/ui\/SubmitForm)\.tsx$/

test('fields are submitted by SubmitForm, in which Enter in a date, select, tag or number field submits nothing', () => {
  const submits = ({ name, attributes }: Element) =>
    name === 'form' || (name === 'Form' && attributes.get('component') !== 'component="div"')
  none(
    program
      .filter(({ path }) => !OWN_FORMS.test(path))
      .flatMap(({ path, elements }) =>
        elements.filter(submits).map(({ name, line }) => `${path}:${line} <${name}>`),
      ),
  )
})

test('Enter has an act of its own in plain text only', () => {
  none(
    program.flatMap(({ path, elements }) =>
      elements
        .filter(({ name, attributes }) => attributes.has('onPressEnter') && name !== 'Input')
        .map(({ name, line }) => `${path}:${line} <${name} onPressEnter>`),
    ),
  )
})
