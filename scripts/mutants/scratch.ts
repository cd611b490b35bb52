import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../steps.ts'

/** A mistake to try: the whole text of one file that contains it. */
export interface Mutant {
  title: string
  kind: string
  file: string
  text: string
}

/** A clone of the last commit to which mistakes are applied; `remove` deletes it. */
export interface Scratch {
  /**
   * Applies the mutants, which must be of different files, runs the test files, and restores the originals. With
   * `bail`, no further file starts after a failure. For `types`, a failure is a mutant's file with a type error.
   */
  run: (mutants: readonly Mutant[], part: Part, files: readonly string[], bail: boolean) => Promise<Failure[]>
  remove: () => void
}

/** What runs: server tests, end-to-end tests, or type checks. */
export type Part = 'server' | 'browser' | 'types'

export interface Failure {
  /** The test file, or the name of the check. */
  file: string
  title: string
}

/** Time limit of a run: twenty test files take a few minutes, journeys longer. */
const LIMIT_MS = 30 * 60_000

export function cloneHead(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-mutant-'))
  const cloned = spawnSync('git', ['clone', '--quiet', '--shared', ROOT, folder], { encoding: 'utf8' })
  if (cloned.status !== 0) throw new Error(cloned.stderr)
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'))
  return {
    run: async (mutants, part, files, bail) => {
      const originals = mutants.map(({ file }) => readFileSync(join(folder, file), 'utf8'))
      for (const { file, text } of mutants) writeFileSync(join(folder, file), text)
      const output = await runTests(folder, part, files, bail)
      for (const [at, { file }] of mutants.entries()) writeFileSync(join(folder, file), originals[at] ?? '')
      return failuresIn(output, files)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function runTests(folder: string, part: Part, files: readonly string[], bail: boolean): Promise<string> {
  const flags = ['--once', ...(bail ? ['--bail'] : [])]
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', part, ...flags, ...files]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // The whole process group is killed at the limit.
    detached: true,
    env: { ...process.env, TEST_LANES: '1', E2E_PATIENCE_MS: '20000' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const end = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal)
  const limit = setTimeout(() => {
    output += '\n✖ 没有在时限内结束\n'
    end('SIGKILL')
  }, LIMIT_MS)
  const endWithProcess = () => end('SIGTERM')
  process.once('exit', endWithProcess)
  return new Promise((resolve) => {
    child.once('close', () => {
      process.off('exit', endWithProcess)
      clearTimeout(limit)
      resolve(output)
    })
  })
}

/** The failures in a run's output. A run without a final sum counts as failed in all files. */
function failuresIn(output: string, files: readonly string[]): Failure[] {
  if (/^\d+ passed, 0 failed\s*$/m.test(output)) return []
  const tests = [...output.matchAll(/^✖ (?:服务端测试|浏览器测试)[^·\n]* · ([^·\n]+) · (.*)$/gm)]
  if (tests.length > 0) return tests.map(([, file = '', title = '']) => ({ file, title }))
  const errors = [...output.matchAll(/^(\S+)\(\d+,\d+\): (error .*)$/gm)]
  const relevantErrors = errors.filter(([, file = '']) => files.includes(file))
  if (relevantErrors.length > 0) return relevantErrors.map(([, file = '', title = '']) => ({ file, title }))
  return files.map((file) => ({ file, title: `the run ended early: ${output.trim().split('\n').at(-1)}` }))
}
