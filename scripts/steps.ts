import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Number of checks of a run that passed and failed. */
export interface Counts {
  passed: number
  failed: number
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Steps of this run that took longer than `SLOW_SECONDS`, as lines of text. */
export const slowSteps: string[] = []
export const SLOW_SECONDS = 20

/**
 * Checks of this run that failed, as lines of text. `finish` prints them again next to the totals, since whoever reads
 * the log of a push often sees only its end.
 */
export const failures: string[] = []

const FAILURE_LINES = 12
const MAX_FAILURES = 40

/** A failed check with the first lines of its error. */
export function failureLine(title: string, error = ''): string {
  const lines = error.split('\n').filter((line) => line.trim() !== '')
  return [`✖ ${title}`, ...lines.slice(0, FAILURE_LINES).map((line) => `    ${line.slice(0, 300)}`)].join(
    '\n',
  )
}

/** Awaits the work and prints its duration. */
export async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  say(`── ${title}：${seconds.toFixed(1)} s`)
  if (seconds > SLOW_SECONDS) slowSteps.push(`${seconds.toFixed(1)} s  ${title}`)
  return result
}

/** Runs a command, shows its output, and counts it as one check. */
export async function command(title: string, file: string, args: string[], cwd = ROOT): Promise<Counts> {
  const code = await timed(title, async () => {
    const child = spawn(file, args, { cwd, stdio: 'inherit' })
    return new Promise<number>((resolve) => {
      child.once('error', (error) => {
        say(error.message)
        resolve(1)
      })
      child.once('exit', (status) => resolve(status ?? 1))
    })
  })
  if (code !== 0) {
    say(`✖ ${title}`)
    failures.push(failureLine(title))
  }
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The path of an installed package's command; it runs with the project's own Node. */
export const bin = (name: string) => `${ROOT}node_modules/.bin/${name}`

type Check = () => Promise<Counts>

const TYPE_CHECKS: readonly Check[] = [
  () => command('类型（服务端）', bin('tsc'), ['-p', 'tsconfig.json']),
  () => command('类型（浏览器）', bin('tsc'), ['-p', 'tsconfig.web.json']),
  () => command('类型（浏览器测试）', bin('tsc'), ['-p', 'tsconfig.e2e.json']),
]

/** The arguments for running a script with the project's own Node. */
export const node = (...args: string[]) => ['--disable-warning=ExperimentalWarning', ...args]

const OTHER_CHECKS: readonly Check[] = [
  () => command('格式与规范', bin('biome'), ['ci', '.']),
  () => command('tables.ts 与迁移一致', process.execPath, node('src/db/generate.ts', '--check')),
  () => command('繁体文字与英文表一致', process.execPath, node('scripts/texts.ts', '--check')),
]

export const typeChecks = () => twoAtATime(TYPE_CHECKS)

/** Type checks, lint, and the checks of all generated files. */
export const staticChecks = () => twoAtATime([...TYPE_CHECKS, ...OTHER_CHECKS])

/** Runs the checks, two at a time. */
async function twoAtATime(checks: readonly Check[]): Promise<Counts> {
  const left = [...checks]
  const counts: Counts[] = []
  const worker = async () => {
    for (let check = left.shift(); check; check = left.shift()) counts.push(await check())
  }
  await Promise.all([worker(), worker()])
  return sumOf(counts)
}

/** The matching files, sorted by name. */
export function matching(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
}

/** Escapes a text for use in a regular expression. */
export const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function sumOf(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, counts) => sum + counts.passed, 0),
    failed: all.reduce((sum, counts) => sum + counts.failed, 0),
  }
}

/** Prints the failed checks and, as the last line, the totals; exits with the corresponding code. */
export function finish(all: readonly Counts[]): never {
  const { passed, failed } = sumOf(all)
  if (failures.length > 0) say(`\n没有通过的：\n${failures.slice(0, MAX_FAILURES).join('\n')}`)
  if (failures.length > MAX_FAILURES) say(`…… 还有 ${failures.length - MAX_FAILURES} 项`)
  say(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
