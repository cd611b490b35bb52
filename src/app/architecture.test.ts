import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, type Element, type Import, readSources, type Source, wingOf } from '#testing/testSources.ts'
import { crossings, describeCrossing, featuresInCycle, upwardCrossings } from '#testing/testWings.ts'
import { WRITERS } from '#testing/testWriters.ts'

/** Checks the rules of ARCHITECTURE.md on every file under src/. */
const sources = readSources()
const program = sources.filter(({ isTest }) => !isTest)
const byPath = new Map(sources.map((source) => [source.path, source]))

/** Fails if there are violations, and lists them. */
function none(found: string[]): void {
  assert.deepEqual(found, [])
}

/** The imports within src/ that break the rule, as `from → to`. */
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

/** Areas that an area may import. kit imports only types from db, so that it runs in the server and in the browser. */
const MAY_IMPORT: Record<string, string[]> = {
  access: [],
  kit: ['access'],
  db: ['access', 'kit'],
  features: ['access', 'kit', 'db', 'features'],
  demo: ['access', 'kit', 'db', 'features'],
  app: ['access', 'kit', 'db', 'features', 'demo'],
}

test('imports point one way: access ← kit ← db ← features ← app', () => {
  none(
    brokenImports(program, (from, to, { typeOnly }) => {
      const [fromKind, other] = [kindOf(from.area), kindOf(areaOf(to))]
      if (fromKind === other || MAY_IMPORT[fromKind]?.includes(other)) return false
      return !(fromKind === 'kit' && other === 'db' && typeOnly)
    }),
  )
})

const between = crossings(program)

test('a wing imports only the wings below it', () => {
  none(upwardCrossings(between).map(describeCrossing))
})

test('features have no import cycles', () => {
  none(featuresInCycle(between))
})

/** A feature may have parts: folders with their own contract (`imports/past`). */
const PUBLIC = /^([a-z-]+\/)?(contract|rules)\.ts$/
const PUBLIC_OF_SERVER = /^([a-z-]+\/)?queries\.ts$/
const PUBLIC_OF_BROWSER = /^([a-z-]+\/)?ui\/\w+\.(tsx|css)$/

test('a feature imports only the contract, rules, queries and ui files of other features', () => {
  none(
    between
      .filter(({ from, to }) => {
        const other = areaOf(to)
        const name = to.slice(other.length + 1)
        // A file directly in the wing belongs to all of its features.
        if (!other.includes('/') || PUBLIC.test(name)) return false
        return !(from.endsWith('.tsx') ? PUBLIC_OF_BROWSER : PUBLIC_OF_SERVER).test(name)
      })
      .map(describeCrossing),
  )
})

test('`./` imports from the same folder, `#` from everywhere else', () => {
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

test('files have no import cycles', () => {
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

test('code that runs in Node imports no .tsx', () => {
  const server = sources.filter(({ path }) => path.endsWith('.ts'))
  none(brokenImports(server, (_from, to) => to.endsWith('.tsx')))
})

const SERVER_ONLY = /^(node:|pg$|kysely$|fastify$|@fastify\/|@electric-sql\/|pinyin-pro$)/

test('browser code does not import server-only modules, not even indirectly', () => {
  const reaches = (path: string, visited = new Set<string>()): string[] => {
    if (visited.has(path)) return []
    visited.add(path)
    const valueImports = byPath.get(path)?.imports.filter(({ typeOnly }) => !typeOnly) ?? []
    return valueImports.flatMap(({ specifier, target }) => {
      if (target) return reaches(target, visited)
      return SERVER_ONLY.test(specifier) ? [`${path} → ${specifier}`] : []
    })
  }
  const browser = program.filter(({ path }) => path.endsWith('.tsx'))
  none([...new Set(browser.flatMap(({ path }) => reaches(path)))])
})

test('the program imports no test helper', () => {
  const found = program.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target !== null && byPath.get(target)?.isTest)
      .map(({ target }) => `${path} → ${target}`),
  )
  assert.deepEqual(found, [])
})

test('no file re-exports what another file exports', () => {
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

/** Lines that match a pattern, with path and line number. */
function matching(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
}

test('no literal is spread into another one to pack its lines', () => {
  none(sources.flatMap(({ path, packedLines }) => packedLines.map((line) => `${path}:${line}`)))
})

test('a file imports each module once', () => {
  none(
    sources.flatMap(({ path, imports }) => {
      const specifiers = imports
        .filter(({ lazy, reexport, namespace }) => !lazy && !reexport && !namespace)
        .map(({ specifier }) => specifier)
      return specifiers
        .filter((specifier, index) => specifiers.indexOf(specifier) !== index)
        .map((specifier) => `${path} → ${specifier}`)
    }),
  )
})

test('a part of the queries is named by its noun', () => {
  none(sources.map(({ path }) => path).filter((path) => /\/queriesOf/.test(path)))
})

test('rules and queries take the time as a parameter and never read the clock', () => {
  const files = program.filter(({ path }) => /\/(rules|(\w+Q|q)ueries|scopes)\.ts$/.test(path))
  none(matching(files, /new Date\(\)|Date\.now\(/))
})

test('only access compares a user’s role', () => {
  const files = program.filter(({ area }) => area !== 'access')
  none(
    matching(
      files,
      /\b(actor|user|me)\??\.role\s*[!=]==?|\brole\s*[!=]==?\s*\d|switch \((actor|user)\??\.role/,
    ),
  )
})

test('only tests reduce the work factor of password hashes', () => {
  const files = program.filter(({ path }) => path !== 'kit/secret.ts')
  none(matching(files, /passwordWork/))
})

const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:insert into|delete from|update)\s+([a-z_]+)\s+(?:\(|set|where|using)/g

/** The demo may write to every table: it fills an empty database. */
const FILLS_ALL = /^demo\//

test('only the owning feature writes to a table', () => {
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

test('app/features.ts imports the server of every feature that has endpoints', () => {
  const list = byPath.get('app/features.ts')
  const listedServers = list?.imports.map(({ target }) => target) ?? []
  none(
    program
      .map(({ path }) => path)
      .filter((path) => wingOf(path) && path.endsWith('/server.ts') && !listedServers.includes(path)),
  )
})

/** Forms with plain text fields only, and searches, which write nothing. */
const FORM_FILES =
  /^(people\/sign-in\/SignInForm|kit\/ui\/list\/(FilterBar|PhoneFilterDrawer|PhoneFilters)|kit\/ui\/SubmitForm)\.tsx$/

test('every form is a SubmitForm, in which Enter in a date, select, tag or number field does not submit', () => {
  const submits = ({ name, attributes }: Element) =>
    name === 'form' || (name === 'Form' && attributes.get('component') !== 'component="div"')
  none(
    program
      .filter(({ path }) => !FORM_FILES.test(path))
      .flatMap(({ path, elements }) =>
        elements.filter(submits).map(({ name, line }) => `${path}:${line} <${name}>`),
      ),
  )
})

test('only plain text fields handle Enter themselves', () => {
  none(
    program.flatMap(({ path, elements }) =>
      elements
        .filter(({ name, attributes }) => attributes.has('onPressEnter') && name !== 'Input')
        .map(({ name, line }) => `${path}:${line} <${name} onPressEnter>`),
    ),
  )
})
