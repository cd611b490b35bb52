import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ROOT, say } from '../steps.ts'
import { countsOf, type FileResult, type Job } from './results.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** The compile cache that all test processes share, since all test files load the same thousand modules. */
export const COMPILED = `${ROOT}node_modules/.cache/compiled`
/** Time limit of a file in ms; TEST_FILE_MINUTES raises it for runs that try more than a push. */
const fileLimitMs = () => (Number(process.env.TEST_FILE_MINUTES) || 12) * 60_000
/** A process larger than this is replaced before the next file. */
const RSS_LIMIT_MIB = 2048

/** Test files with a common environment: an engine, or a demo and a browser. */
export interface Suite {
  title: string
  /** Paths relative to the root, in starting order. */
  files: string[]
  /** Prepares the environment of one lane: its variables, and a function that closes it. */
  open: () => Promise<Environment>
  /** Whether results are printed by test instead of by file. */
  byTest?: boolean
}

export interface Environment {
  env: Record<string, string>
  close: () => Promise<void>
}

/**
 * Number of test files that run concurrently: TEST_LANES, or one per core, at least two, since half of the time is
 * spent waiting for a database.
 */
export const CONCURRENCY = Number(process.env.TEST_LANES) || Math.max(2, availableParallelism())

export interface RunOptions {
  /** Starts no further file after the first failure. */
  bail?: boolean
  /** Does not repeat failed end-to-end tests. */
  once?: boolean
}

/**
 * Runs suites in `CONCURRENCY` lanes. A lane takes the next file of the first suite that has one left; in a lane, a suite's
 * files share one process. Returns the results in order of completion.
 */
export async function runSuites(
  suites: readonly Suite[],
  { bail = false }: RunOptions = {},
): Promise<Map<Suite, FileResult[]>> {
  const queues = new Map(suites.map((suite) => [suite, [...suite.files]]))
  const results = new Map(suites.map((suite) => [suite, [] as FileResult[]]))
  const drainQueues = async () => {
    for (const [suite, queue] of queues) {
      if (queue.length === 0) continue
      const done = results.get(suite) ?? []
      await drain(suite, queue, (result) => {
        done.push(result)
        print(suite, result)
        if (bail && countsOf([result]).failed > 0) for (const rest of queues.values()) rest.length = 0
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, drainQueues))
  return results
}

async function drain(suite: Suite, queue: string[], report: (result: FileResult) => void): Promise<void> {
  const environment = await suite.open()
  let worker = startWorker(environment.env)
  try {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const result = await worker.run({ file })
      report(result)
      if (result.rssMiB <= RSS_LIMIT_MIB && worker.isAlive()) continue
      await worker.stop()
      worker = startWorker(environment.env)
    }
  } finally {
    await worker.stop()
    await environment.close()
  }
}

/** Runs some tests of a file again, in a new process and environment. */
export async function runAgain(suite: Suite, job: Job): Promise<FileResult> {
  const environment = await suite.open()
  const worker = startWorker(environment.env)
  try {
    const result = await worker.run(job)
    print(suite, result)
    return result
  } finally {
    await worker.stop()
    await environment.close()
  }
}

interface Worker {
  run: (job: Job) => Promise<FileResult>
  isAlive: () => boolean
  stop: () => Promise<void>
}

function startWorker(env: Record<string, string>): Worker {
  const child = fork(WORKER, [], {
    cwd: ROOT,
    env: { ...process.env, ...env, NODE_COMPILE_CACHE: COMPILED },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exited
  }
  return { run: (job) => runIn(child, job), isAlive, stop }
}

function runIn(child: ChildProcess, job: Job): Promise<FileResult> {
  return new Promise((resolve) => {
    const end = (result: FileResult) => {
      clearTimeout(limit)
      child.off('message', end).off('exit', ended)
      resolve(result)
    }
    const ended = (code: number | null, signal: string | null) =>
      end(broken(job, `the test process ended (${signal ?? code}) during this file`))
    const limit = setTimeout(() => child.kill('SIGKILL'), fileLimitMs())
    child.on('message', end).on('exit', ended)
    child.send(job)
  })
}

function broken({ file }: Job, error: string): FileResult {
  const test = { name: file, nesting: 0, passed: false, skipped: false, ms: 0, error }
  return { file, tests: [test], seconds: 0, rssMiB: 0 }
}

function print({ title, byTest }: Suite, { file, tests, seconds }: FileResult): void {
  const { passed, failed } = countsOf([{ file, tests, seconds, rssMiB: 0 }])
  const lines = byTest
    ? tests
        .filter(({ nesting }) => nesting === 0)
        .map(({ name, passed, ms }) => `${passed ? '✔' : '✖'} ${formatSeconds(ms)} ${name}`)
    : [
        `${failed === 0 ? '✔' : '✖'} ${formatSeconds(seconds * 1000)} ${file}  ${passed} passed${failed ? `, ${failed} failed` : ''}`,
      ]
  const failures = tests
    .filter((test) => !test.passed)
    .map((test) => `✖ ${title} · ${file} · ${test.name}\n${test.error ?? ''}`.replaceAll('\n', '\n    '))
  say([...(byTest ? [`── ${file}`] : []), ...lines, ...failures].join('\n'))
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`
