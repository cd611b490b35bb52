import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { screenFilesOf } from '../../src/app/builtParts.ts'
import { areaOf, readSources, type Source, wingOf } from '../../src/testing/testSources.ts'
import { matching, ROOT } from '../steps.ts'
import { ALL_JOURNEYS, ALL_SERVER, type Selection } from './suites.ts'

/** Tests that every change runs: permissions, data leaks, refusals, lists and the source tree. */
export const GUARDS = [
  'src/app/access.test.ts',
  'src/app/architecture.test.ts',
  'src/app/leaks.test.ts',
  'src/app/lists.test.ts',
  'src/app/refusals.test.ts',
]

/** Matches tests that read the source tree: a change of any file can break them, and they run within seconds. */
const READS_SOURCES = /testSources|testTexts|readSources|readdirSync\(SRC|globSync/

/** An end-to-end test that opens screens of more features than this tests the frame, not these features. */
const FEATURES_OF_A_JOURNEY = 3
/**
 * The end-to-end tests of the frame, the lists and the keyboard: run first if the code that all screens share changes.
 */
const FRAME_JOURNEYS = ['e2e/frame.spec.ts', 'e2e/keyboard.spec.ts', 'e2e/lists.spec.ts']
/** Number of end-to-end tests that run in about a minute. */
const MAX_JOURNEYS = 16

/** Files through which every server test imports the whole program: the search in the import graph stops at them. */
const WHOLE_PROGRAM = new Set(['testing/testApp.ts', 'app/features.ts', 'app/server.ts', 'app/screens.tsx'])

/** The tests that a change selects, and the ones left out. */
export interface ChangeSelection extends Selection {
  /** End-to-end tests of the changed screens beyond `MAX_JOURNEYS`. */
  leftOut: readonly string[]
}

/**
 * Files that differ from the commit `base`, including uncommitted files; paths relative to the root. Throws if `base`
 * is not a commit.
 */
export function changedFiles(base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const changed = git('diff', '--name-only', '--no-renames', '-z', base)
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set([...changed, ...untracked])].filter((path) => path !== '').sort()
}

/** The last merged commit: the merge base with the tracked branch, or HEAD's parent if there is none. */
export function lastMerged(): string {
  for (const args of [
    ['merge-base', 'HEAD', '@{upstream}'],
    ['merge-base', 'HEAD', 'origin/HEAD'],
    ['rev-parse', 'HEAD~1'],
  ]) {
    try {
      return execFileSync('git', args, {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    } catch {
      // This checkout has no such reference: try the next one.
    }
  }
  throw new Error('没有可以比较的提交：请把一个提交作为参数传入。')
}

/**
 * The tests of the changed folders, of the features that import them directly and of their screens, and the guards.
 * `sources` are the parsed files of `src/`, for callers that select more than once.
 */
export function selectTests(
  changed: readonly string[],
  sources: readonly Source[] = readSources(),
): ChangeSelection {
  const inSrc = changed.filter((path) => path.startsWith('src/')).map((path) => path.slice('src/'.length))
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const all = new Set(matching(ALL_SERVER))
  const touched = new Set([...changedAreas(inSrc), ...importersOf(sources, inSrc)])
  const server = sources
    .filter((source) => source.path.endsWith('.test.ts'))
    .filter((test) => isSelected(test, inSrc, touched, byPath))
    .map(({ path }) => `src/${path}`)
  const journeys = journeysFor(changed, changedAreas(inSrc), sources)
  return {
    server: prioritize(
      changed,
      [...new Set([...server, ...GUARDS])].filter((path) => all.has(path)),
    ),
    embedded: [],
    ...journeys,
  }
}

/** The changed feature folders; `*` for migrations, which affect every feature. */
function changedAreas(inSrc: readonly string[]): Set<string> {
  const areas = inSrc.filter((path) => wingOf(path)).map(areaOf)
  return new Set(inSrc.some((path) => path.startsWith('db/')) ? [...areas, '*'] : areas)
}

/**
 * The features with a file that imports a changed feature, or a changed file outside the features. `app` imports every
 * feature, so it counts only for the latter.
 */
function importersOf(sources: readonly Source[], inSrc: readonly string[]): string[] {
  const shared = new Set(inSrc.filter((path) => !wingOf(path)))
  const areas = changedAreas(inSrc)
  return sources
    .filter(({ isTest, area }) => !isTest && (area === 'app' || wingOf(area)))
    .filter(({ area, imports }) =>
      imports.some(({ target, typeOnly }) => {
        if (target === null || typeOnly) return false
        return shared.has(target) || (area !== 'app' && areas.has(areaOf(target)))
      }),
    )
    .map(({ area }) => area)
}

function isSelected(
  test: Source,
  inSrc: readonly string[],
  touched: ReadonlySet<string>,
  byPath: ReadonlyMap<string, Source>,
): boolean {
  if (inSrc.includes(test.path) || touched.has('*') || touched.has(test.area)) return true
  if (wingOf(test.area)) return false
  if (READS_SOURCES.test(test.text)) return true
  return reachesAny(test, new Set(inSrc), byPath)
}

/** Whether the test imports one of the files, directly or indirectly, other than through the whole program. */
function reachesAny(test: Source, files: ReadonlySet<string>, byPath: ReadonlyMap<string, Source>): boolean {
  const visited = new Set<string>()
  const visit = (path: string): boolean => {
    if (visited.has(path) || WHOLE_PROGRAM.has(path)) return false
    visited.add(path)
    if (files.has(path)) return true
    return (byPath.get(path)?.imports ?? []).some(
      ({ target, typeOnly }) => target !== null && !typeOnly && visit(target),
    )
  }
  return visit(test.path)
}

/** Sorts tests: those next to changed files first, guards last, so that mistakes show early. */
function prioritize(changed: readonly string[], tests: readonly string[]): string[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const folders = new Set(changed.map(folderOf))
  const rank = (path: string) => {
    if (changed.some((file) => path === file.replace(/\.tsx?$/, '.test.ts'))) return 0
    if (folders.has(folderOf(path))) return 1
    return GUARDS.includes(path) ? 3 : 2
  }
  return tests.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

interface JourneyFile {
  path: string
  journeys: number
  features: ReadonlySet<string>
}

/** The changed end-to-end tests and those of the changed features' screens, most specific first. */
function journeysFor(changed: readonly string[], areas: ReadonlySet<string>, sources: readonly Source[]) {
  const all = journeyFiles(sources)
  const changedJourneys = new Set(
    changed.filter((path) => path.startsWith('e2e/') && path.endsWith('.spec.ts')),
  )
  const rank = ({ path }: JourneyFile) =>
    changedJourneys.has(path) ? 0 : frame && FRAME_JOURNEYS.includes(path) ? 1 : 2
  const frame = changed.some((path) => /^src\/(app\/browser|kit\/ui)\/|^index\.html$/.test(path))
  const candidates = all
    .filter(({ path, features }) => {
      if (changedJourneys.has(path)) return true
      if (frame && FRAME_JOURNEYS.includes(path)) return true
      if (features.size > FEATURES_OF_A_JOURNEY) return frame
      return [...features].some((feature) => areas.has(feature))
    })
    .toSorted((a, b) => rank(a) - rank(b) || a.features.size - b.features.size)
  const journeys: string[] = []
  const leftOut: string[] = []
  let count = 0
  for (const file of candidates) {
    const fits = changedJourneys.has(file.path) || count + file.journeys <= MAX_JOURNEYS
    if (fits) count += file.journeys
    ;(fits ? journeys : leftOut).push(file.path)
  }
  return { journeys, leftOut }
}

/** Every end-to-end test file with the features whose screens it opens or whose contracts it calls. */
export function journeyFiles(sources: readonly Source[]): JourneyFile[] {
  const screens = screenFeatures(sources)
  return matching(ALL_JOURNEYS).map((path) => {
    const text = textWithHelpers(path)
    const paths = [...text.matchAll(/['"`](\/[a-z-]+(?:\/[a-z-]+)?)(?=[/?'"`])/g)].map(
      ([, found = '']) => found,
    )
    const features = paths.flatMap((found) => {
      const feature = screens.get(found) ?? screens.get(`/${found.split('/')[1]}`)
      return feature ? [feature] : []
    })
    // A feature without a screen of its own has a test file of the same name.
    const name = `/${path.slice('e2e/'.length, -'.spec.ts'.length)}`
    const named = sources.find(({ area }) => wingOf(area) && area.endsWith(name))
    const imported = [...text.matchAll(/'#([a-z]+\/[^/']+)\//g)]
      .map(([, area = '']) => area)
      .filter((area) => wingOf(area))
    const all = new Set(named ? [...features, named.area] : features)
    if (all.size === 0) for (const feature of imported) all.add(feature)
    return { path, journeys: countJourneys(path), features: all }
  })
}

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')

const countJourneys = (path: string) => read(path).match(/\bjourney\(/g)?.length ?? 0

/** Helpers that every end-to-end test may use; they do not indicate its screens. */
const COMMON_HELPERS = new Set(['api', 'codes', 'demo', 'fakes', 'hands', 'journey', 'screens'])

/** The text of an end-to-end test file and of the helpers specific to its screens. */
function textWithHelpers(path: string): string {
  const specText = read(path)
  const helpers = [...specText.matchAll(/'\.\/support\/(\w+)\.ts'/g)].map(([, name = '']) => name)
  const special = helpers.filter((name) => !COMMON_HELPERS.has(name))
  return [specText, ...special.map((name) => read(`e2e/support/${name}.ts`))].join('\n')
}

/** The feature of each screen's path, from the table in `app/screens.tsx`. */
function screenFeatures(sources: readonly Source[]): Map<string, string> {
  const table = sources.find(({ path }) => path === 'app/screens.tsx')?.text ?? ''
  const files = Object.entries(screenFilesOf(table)).filter(([, file]) => !file.startsWith('app/'))
  return new Map(files.map(([path, file]) => [path, file.split('/').slice(0, 2).join('/')]))
}
