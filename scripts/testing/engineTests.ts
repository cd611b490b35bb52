import { readSources, type Source, wingOf } from '../../src/testing/testSources.ts'

/** A test uses the database through the file that contains this variable's name. */
const SERVER = 'TEST_DATABASE_URL'

/**
 * The test files that open a database, directly or through their imports: only these can have different results on
 * another engine.
 */
export const engineTests = () => databaseTests().map(({ path }) => `src/${path}`)

function databaseTests(): Source[] {
  const sources = new Map(readSources().map((source) => [source.path, source]))
  const reaches = (path: string, visited = new Set<string>()): boolean => {
    const source = sources.get(path)
    if (!source || visited.has(path)) return false
    if (source.text.includes(SERVER)) return true
    visited.add(path)
    return source.imports.some(
      ({ target, typeOnly }) => target !== null && !typeOnly && reaches(target, visited),
    )
  }
  return [...sources.values()].filter(({ path }) => path.endsWith('.test.ts') && reaches(path))
}

/** Tests of differences between the engines other than SQL: jobs and concurrent requests. */
const ON_BOTH_ENGINES = ['src/app/jobs.test.ts', 'src/app/repeats.test.ts']

/** Tests that restore on the embedded engine in any case; `backupServer.test.ts` covers PostgreSQL. */
export const EMBEDDED_ONLY = ['src/app/commands/backup.test.ts']

/** Number of tests of each wing that a push runs on the embedded engine. */
const PER_WING = 2

/**
 * The tests that a push runs on the embedded engine in addition to PostgreSQL: the two longest `server.test.ts` of each
 * wing, `ON_BOTH_ENGINES` and `EMBEDDED_ONLY`. `npm run test:long` runs all of them on both.
 */
export function embeddedSample(): string[] {
  const servers = databaseTests().filter(({ path }) => path.endsWith('/server.test.ts'))
  const wings = Map.groupBy(servers, ({ area }) => wingOf(area))
  const chosen = [...wings].flatMap(([wing, files]) =>
    wing === undefined ? [] : files.toSorted((a, b) => b.lines - a.lines).slice(0, PER_WING),
  )
  return [...EMBEDDED_ONLY, ...ON_BOTH_ENGINES, ...chosen.map(({ path }) => `src/${path}`)]
}
