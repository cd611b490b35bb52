import { rmSync } from 'node:fs'
import { makeDemoData, startDemo } from '../../e2e/support/demo.ts'
import { findChromium } from '../chromium.ts'
import { waitForOneDay } from '../oneDay.ts'
import { hasPostgres, startPostgres } from '../postgres.ts'
import {
  type Counts,
  failureLine,
  failures,
  matching,
  SLOW_SECONDS,
  say,
  slowSteps,
  sumOf,
  timed,
} from '../steps.ts'
import { makeServerTemplate, makeTemplate } from '../template.ts'
import { EMBEDDED_ONLY, embeddedSample } from './engineTests.ts'
import { countsOf, type FileResult, type TestResult } from './results.ts'
import { type Environment, type RunOptions, runAgain, runSuites, type Suite } from './runner.ts'

export type Engine = 'postgres' | 'embedded'

/** The tests of a run; paths are relative to the root. */
export interface Selection {
  /** End-to-end tests. */
  journeys: readonly string[]
  /** Server tests, on the run's engine. */
  server: readonly string[]
  /** Server tests that are repeated on the embedded engine if the run's engine is PostgreSQL. */
  embedded: readonly string[]
}

export const ALL_JOURNEYS = ['e2e/**/*.spec.ts']
export const ALL_SERVER = ['src/**/*.test.ts', 'scripts/**/*.test.ts']

/** Files that take a minute or more start first, so that no lane waits for one of them at the end. */
const LONG_FILES = ['e2e/every-screen.spec.ts']

/** All tests that a push must pass. */
export function fullSuite(): Selection {
  const journeys = [...new Set([...LONG_FILES, ...matching(ALL_JOURNEYS)])]
  return { journeys, server: matching(ALL_SERVER), embedded: embeddedSample() }
}

/** The tests for the run's engine: all server tests except those that run on the embedded engine in any case. */
function forServer(selection: Selection): readonly string[] {
  const repeated = EMBEDDED_ONLY.filter((path) => selection.embedded.includes(path))
  return selection.server.filter((path) => !repeated.includes(path))
}

/**
 * The engine of a run: TEST_ENGINE; else PostgreSQL if TEST_DATABASE_URL is set or PostgreSQL is installed; else the
 * embedded one.
 */
export function engineOfRun(): Engine {
  const named = process.env.TEST_ENGINE
  if (named === 'postgres' || named === 'embedded') return named
  if (named) throw new Error(`设置 TEST_ENGINE 应是 postgres 或 embedded（现在是「${named}」）。`)
  return process.env.TEST_DATABASE_URL || hasPostgres() ? 'postgres' : 'embedded'
}

/** Runs the selection and reports failures, end-to-end tests that passed only at the second attempt, and durations. */
export async function runTests(selection: Selection, options: RunOptions = {}): Promise<Counts> {
  const engine = engineOfRun()
  say(`\n测试用的数据库：${engine === 'postgres' ? 'PostgreSQL' : '内嵌引擎（没有装 PostgreSQL）'}`)
  const server = engine === 'postgres' ? await openServer() : undefined
  try {
    return await runOn(server?.url, selection, options)
  } finally {
    await server?.stop()
  }
}

/** The server of TEST_DATABASE_URL, or one started for this run. Removes the variable: each suite sets it itself. */
async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  delete process.env.TEST_DATABASE_URL
  return url ? { url, stop: async () => {} } : timed('启动 PostgreSQL', () => startPostgres())
}

async function runOn(server: string | undefined, selection: Selection, options: RunOptions): Promise<Counts> {
  const closing: (() => Promise<void>)[] = []
  const opened = async (title: string, make: () => Promise<Environment>) => {
    const environment = await timed(title, make)
    closing.push(environment.close)
    return environment.env
  }
  try {
    const forJourneys = async () => {
      if (selection.journeys.length === 0) return undefined
      const made = await journeySuite(selection.journeys, server)
      closing.push(made.remove)
      return made
    }
    const forTests = async () => {
      if (selection.server.length === 0) return undefined
      const env = await opened('数据库模板', () => (server ? makeServerTemplate(server) : makeTemplate()))
      return serverSuite('服务端测试', server ? forServer(selection) : selection.server, env)
    }
    const forEmbedded = async () => {
      if (!server || selection.embedded.length === 0) return undefined
      const env = await opened('内嵌引擎的数据库模板', makeTemplate)
      return serverSuite('服务端测试，内嵌引擎', selection.embedded, env)
    }
    // Concurrently, since each keeps one core busy.
    const [journeys, tests, embedded] = await Promise.all([forJourneys(), forTests(), forEmbedded()])
    const suites = [journeys?.suite, tests, embedded].filter((suite) => suite !== undefined)
    const results = await timed('测试', () => runSuites(suites, options))
    const flaky =
      journeys && !options.bail && !options.once
        ? await repeatFailures(journeys.suite, results.get(journeys.suite) ?? [])
        : []
    report(suites, results, flaky)
    return sumOf([...results.values()].map(countsOf))
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

function serverSuite(title: string, files: readonly string[], env: Record<string, string>): Suite {
  return { title, files: [...files], open: async () => ({ env, close: async () => {} }) }
}

/** The end-to-end tests; each lane has its own demo and browser. */
async function journeySuite(files: readonly string[], server: string | undefined) {
  const chromium = findChromium()
  say(`浏览器：${chromium}`)
  process.env.CHROMIUM = chromium
  rmSync('test-results', { recursive: true, force: true })
  await waitForOneDay()
  const remove = await timed('演示数据', () => makeDemoData(server))
  const open = async () => {
    const { base, log, stop } = await startDemo()
    return { env: { E2E_BASE: base, E2E_LOG: log }, close: stop }
  }
  const suite: Suite = { title: '浏览器测试', files: [...files], open, byTest: true }
  return { suite, remove }
}

/**
 * Runs each failed end-to-end test once more, on a new demo: a real browser on a busy machine may lose a click.
 * Replaces the results and returns the titles that passed this time, each with its first error; the run lists them.
 */
async function repeatFailures(suite: Suite, results: FileResult[]): Promise<string[]> {
  const flaky: string[] = []
  for (const result of results) {
    const failed = result.tests.filter(({ passed, nesting }) => !passed && nesting === 0)
    if (failed.length === 0) continue
    const only = failed.map(({ name }) => name)
    say(`\n再运行一次：${result.file}`)
    const second = await runAgain(suite, { file: result.file, only })
    const passedNow = new Set(
      second.tests.filter(({ passed, skipped }) => passed && !skipped).map(({ name }) => name),
    )
    const mended = failed.filter(({ name }) => passedNow.has(name))
    flaky.push(...mended.map(({ name, error }) => failureLine(name, error).replace('✖', '·')))
    result.tests = result.tests.map((test) => (passedNow.has(test.name) ? { ...test, passed: true } : test))
  }
  return flaky
}

const SLOWEST = 20

interface Timed {
  title: string
  seconds: number
}

function report(suites: readonly Suite[], results: Map<Suite, FileResult[]>, flaky: readonly string[]): void {
  for (const suite of suites) {
    const files = results.get(suite) ?? []
    const entries = suite.byTest
      ? files.flatMap(({ tests }) => tests.filter(isTopLevel).map(asTimed))
      : files.map(({ file, seconds }) => ({ title: file, seconds }))
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
    say(
      `\n${suite.title}：${files.length} 个文件，共 ${total.toFixed(0)} s。最慢的 ${SLOWEST} 个：\n${slowest(entries)}`,
    )
  }
  const all = [...results.values()].flat()
  const slowTests = all
    .flatMap(({ file, tests }) =>
      tests.filter(isTopLevel).map((test) => ({ ...asTimed(test), title: `${file} · ${test.name}` })),
    )
    .filter(({ seconds }) => seconds > SLOW_SECONDS)
  const slow = [...slowSteps, ...slowTests.map(line)]
  if (slow.length > 0) say(`\n超过 ${SLOW_SECONDS} s 的：\n${slow.join('\n')}`)
  if (flaky.length > 0) say(`\n第二次才通过：\n${flaky.join('\n')}`)
  for (const { file, tests } of all) {
    for (const test of tests) {
      if (!test.passed) failures.push(failureLine(`${file} · ${test.name}`, test.error))
    }
  }
}

const isTopLevel = ({ nesting }: TestResult) => nesting === 0
const asTimed = ({ name, ms }: TestResult): Timed => ({ title: name, seconds: ms / 1000 })
const line = ({ title, seconds }: Timed) => `${seconds.toFixed(1).padStart(6)} s  ${title}`

function slowest(entries: readonly Timed[]): string {
  return entries
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(line)
    .join('\n')
}
