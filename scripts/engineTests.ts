import { readSources } from '../src/app/testSources.ts'

/** What opens a database, in this process or in one of its own. */
const DOORS = ['db/connect.ts', 'app/testProcess.ts']

/** The test files that come to a database: the others say the same whatever engine stands beside them. */
export function engineTests(): string[] {
  const sources = new Map(readSources().map((source) => [source.path, source]))
  const reaches = (path: string, seen = new Set<string>()): boolean => {
    if (DOORS.includes(path)) return true
    if (seen.has(path)) return false
    seen.add(path)
    const ways = sources.get(path)?.imports ?? []
    return ways.some(({ target, typeOnly }) => target !== null && !typeOnly && reaches(target, seen))
  }
  const tests = [...sources.keys()].filter((path) => path.endsWith('.test.ts') && reaches(path))
  return tests.map((path) => `src/${path}`)
}
