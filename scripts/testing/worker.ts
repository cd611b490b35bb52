/**
 * A test process: runs test files one after another, so that they share the loaded modules. `lanes.ts` starts it, sends
 * it one file at a time and receives the results.
 */
import { run } from 'node:test'
import fc from 'fast-check'
import { escapeRegExp } from '../steps.ts'
import { type FileResult, failureText, type Job, type TestResult } from './results.ts'

/** Time for a file that failed to load to report its summary, which it usually never does. */
const LOAD_FAILURE_MS = 2_000

/**
 * The seed of a push, whose random tests run the same cases each time; `npm run test:long` draws a new seed and prints
 * it.
 */
const DEFAULT_SEED = 20_260_519
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? DEFAULT_SEED) })

process.on('message', (job: Job) => {
  // node:test ends a run when nothing keeps the process alive; between two files the IPC channel must do so.
  process.channel?.unref()
  runFile(job).then((result) => {
    process.channel?.ref()
    process.send?.(result)
  })
})
process.on('disconnect', () => process.exit())

async function runFile({ file, only }: Job): Promise<FileResult> {
  const started = performance.now()
  process.exitCode = undefined
  const tests: TestResult[] = []
  const notes: string[] = []
  const testNamePatterns = only?.map((name) => new RegExp(`^${escapeRegExp(name)}$`))
  // Without isolation, in this process. Each call has its own root, whose `after` hooks run at the end of the file.
  const stream = run({ files: [file], isolation: 'none', testNamePatterns })
  await new Promise<void>((resolve) => {
    stream.on('test:pass', ({ name, nesting, details, skip }) => {
      tests.push({ name, nesting, passed: true, skipped: skip !== undefined, ms: details.duration_ms })
    })
    stream.on('test:fail', ({ name, nesting, details, file: from }) => {
      const [title, error] = [
        name === from || name === file ? `${name}（载入或收尾）` : name,
        failureText(details.error),
      ]
      tests.push({ name: title, nesting, passed: false, skipped: false, ms: details.duration_ms, error })
      if (title !== name) setTimeout(resolve, LOAD_FAILURE_MS)
    })
    stream.on('test:diagnostic', ({ message }) => void notes.push(message))
    stream.on('test:summary', () => resolve())
  })
  // An error thrown after its test had ended fails no test; Node only sets the exit code.
  if (process.exitCode && tests.every(({ passed }) => passed)) {
    tests.push({
      name: `${file}（测试结束之后）`,
      nesting: 0,
      passed: false,
      skipped: false,
      ms: 0,
      error: notes.join('\n'),
    })
  }
  process.exitCode = undefined
  return {
    file,
    tests,
    seconds: (performance.now() - started) / 1000,
    rssMiB: process.memoryUsage.rss() / 1024 ** 2,
  }
}
