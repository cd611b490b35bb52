import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** How many checks of a run passed and failed. */
export interface Counts {
  passed: number
  failed: number
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a command with its output shown; counts as one check. */
export async function command(title: string, file: string, args: string[]): Promise<Counts> {
  say(`\n── ${title}`)
  const child = spawn(file, args, { cwd: ROOT, stdio: 'inherit' })
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      say(error.message)
      resolve(1)
    })
    child.once('exit', (status) => resolve(status ?? 1))
  })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The commands of the packages lie here; the package's own Node runs them. */
export const bin = (name: string) => `${ROOT}node_modules/.bin/${name}`

/** The files that match, by name. */
export function matching(patterns: string[]): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
}

export interface Setting {
  /** How many files run at once. */
  concurrency: number
  /** What the processes of the tests find in their environment beside ours. */
  env?: Record<string, string>
  /** Only the tests of these titles. */
  only?: readonly string[]
}

/** The text as a regular expression that finds just it. */
export const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a run of test files came to, and the titles of the tests that failed. */
export interface Outcome extends Counts {
  failures: string[]
}

/** What Node has compiled for one test file is there for the next: all of them stand on the same thousand modules. */
const COMPILED = `${ROOT}node_modules/.cache/compiled`

/** Runs the test files that match, each in a process of its own. */
export async function tests(title: string, patterns: string[], setting: Setting): Promise<Outcome> {
  const files = matching(patterns)
  say(`\n── ${title}（${files.length} 个文件）`)
  // Until the run has said its numbers, it has failed.
  let summed: Counts = { passed: 0, failed: 1 }
  const failures: string[] = []
  if (files.length === 0) return { ...summed, failures }
  const env = {
    ...{ ...process.env, ...setting.env, NODE_COMPILE_CACHE: COMPILED },
    // SQLite and type stripping would each warn.
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  }
  const testNamePatterns = setting.only?.map((name) => new RegExp(`^${literal(name)}$`))
  const stream = run({ files, cwd: ROOT, concurrency: setting.concurrency, env, testNamePatterns })
  stream.on('test:fail', ({ name }) => failures.push(name))
  const took: Took[] = []
  stream.on('test:summary', ({ file, counts, duration_ms }) => {
    const failed = counts.tests - counts.passed - counts.skipped - counts.todo
    if (file === undefined) summed = { passed: counts.passed, failed }
    else took.push({ file, seconds: duration_ms / 1000 })
  })
  stream.compose(spec).pipe(process.stdout, { end: false })
  await new Promise((resolve) => stream.once('close', resolve))
  if (took.length > SLOWEST) say(`最慢的 ${SLOWEST} 个文件：\n${slowest(took)}`)
  return { ...summed, failures }
}

interface Took {
  file: string
  seconds: number
}

/** A whole run tells where its time went. */
const SLOWEST = 15

function slowest(took: readonly Took[]): string {
  const longest = took.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return longest.map(({ file, seconds }) => `${seconds.toFixed(1)} s  ${relative(ROOT, file)}`).join('\n')
}

/** Half of the files need an engine of their own beside them: as many at once as there are cores, two at least. */
export const AT_ONCE = Math.max(2, availableParallelism())

export const SERVER_TESTS = ['src/**/*.test.ts']
export const BROWSER_TESTS = ['e2e/**/*.spec.ts']

export function sumOf(all: Counts[]): Counts {
  return {
    passed: all.reduce((sum, counts) => sum + counts.passed, 0),
    failed: all.reduce((sum, counts) => sum + counts.failed, 0),
  }
}

/** Prints the sum as the last line and ends with it. */
export function finish(all: Counts[]): never {
  const { passed, failed } = sumOf(all)
  say(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
