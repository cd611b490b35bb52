import { readSources } from '../../src/app/testSources.ts'

/** A test reaches the database through the file that names this variable. */
const SERVER = 'TEST_DATABASE_URL'

/**
 * The test files that open a database, directly or through their imports: only these can give another result on another
 * engine.
 */
export function engineTests(): string[] {
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
  const tests = [...sources.keys()].filter((path) => path.endsWith('.test.ts') && reaches(path))
  return tests.map((path) => `src/${path}`)
}

/** Tests of what differs between the engines beyond SQL: jobs and concurrent requests. */
const ALWAYS_BOTH = ['src/app/jobs.test.ts', 'src/app/repeats.test.ts']

/** Tests that restore on the embedded engine anyway: with PostgreSQL, `backupServer.test.ts` covers the server's side. */
export const EMBEDDED_ONLY = ['src/app/commands/backup.test.ts']

/**
 * The tests that a push runs on the embedded engine in addition to PostgreSQL: one of each feature (`server.test.ts` if
 * there is one), `ALWAYS_BOTH` and `EMBEDDED_ONLY`. `npm run test:long` runs all of them on both.
 */
export function embeddedSample(): string[] {
  const features = engineTests().filter((path) => path.startsWith('src/features/'))
  const byFeature = Map.groupBy(features, (path) => path.split('/')[2] ?? '')
  const chosen = [...byFeature].map(([feature, files]) => {
    const main = `src/features/${feature}/server.test.ts`
    return files.includes(main) ? main : (files[0] ?? main)
  })
  return [...EMBEDDED_ONLY, ...ALWAYS_BOTH, ...chosen]
}
