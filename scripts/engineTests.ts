import { readSources } from '../src/app/testSources.ts'

/** What names the server that the tests run on. */
const SERVER = 'TEST_DATABASE_URL'

/**
 * The test files that come to the server of `npm run test:postgres`, by themselves or by what they import: the others say
 * the same whatever engine stands beside them.
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
