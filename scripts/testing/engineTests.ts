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

/** Tests of what differs between the engines beyond SQL: backups, jobs, concurrent requests. */
const ALWAYS_BOTH = ['src/app/commands/backup.test.ts', 'src/app/jobs.test.ts', 'src/app/repeats.test.ts']

/**
 * The tests that a push runs on the embedded engine in addition to PostgreSQL: the first of each folder (`server.test.ts`
 * if there is one) and `ALWAYS_BOTH`. `npm run test:long` runs all of them.
 */
export function embeddedSample(): string[] {
  const byFolder = Map.groupBy(engineTests(), (path) => path.slice(0, path.lastIndexOf('/')))
  const chosen = [...byFolder].map(([folder, files]) => {
    const main = `${folder}/server.test.ts`
    return files.includes(main) ? main : (files[0] ?? main)
  })
  return [...new Set([...chosen, ...ALWAYS_BOTH])].sort()
}
