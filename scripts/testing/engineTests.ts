import type { Source } from '../../src/app/testSources.ts'
import { readSources, wingOf } from '../../src/app/testSources.ts'

/** A test reaches the database through the file that names this variable. */
const SERVER = 'TEST_DATABASE_URL'

/**
 * The test files that open a database, directly or through their imports: only these can give another result on another
 * engine.
 */
export const engineTests = () => databaseTests().map(({ path }) => `src/${path}`)

function databaseTests(): Source[] {
  const sources = new Map(readSources().map((source) => [source.path, source]))
  const reaches = (path: string, seen = new Set<string>()): boolean => {
    const source = sources.get(path)
    if (!source || seen.has(path)) return false
    if (source.text.includes(SERVER)) return true
    seen.add(path)
    return source.imports.some(
      ({ target, typeOnly }) => target !== null && !typeOnly && reaches(target, seen),
    )
  }
  return [...sources.values()].filter(({ path }) => path.endsWith('.test.ts') && reaches(path))
}

/** Tests of what differs between the engines beyond SQL: jobs and concurrent requests. */
const ALWAYS_BOTH = ['src/app/jobs.test.ts', 'src/app/repeats.test.ts']

/** Tests that restore on the embedded engine anyway: with PostgreSQL, `backupServer.test.ts` covers the server's side. */
export const EMBEDDED_ONLY = ['src/app/commands/backup.test.ts']

/**
 * The tests that a push runs on the embedded engine in addition to PostgreSQL: one of each feature (`server.test.ts`, or
 * the shortest if there is none), `ALWAYS_BOTH` and `EMBEDDED_ONLY`. `npm run test:long` runs all of them on both.
 */
export function embeddedSample(): string[] {
  const features = databaseTests().filter(({ area }) => wingOf(area) !== undefined)
  const chosen = [...Map.groupBy(features, ({ area }) => area)].map(([area, files]) => {
    const main = files.find(({ path }) => path === `${area}/server.test.ts`)
    const shortest = files.toSorted((a, b) => a.lines - b.lines)[0]
    return `src/${(main ?? shortest)?.path}`
  })
  return [...EMBEDDED_ONLY, ...ALWAYS_BOTH, ...chosen]
}
