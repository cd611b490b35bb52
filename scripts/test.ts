/**
 * `npm test`: types, lint, generated tables, every browser test, every server test. With `server` or `browser` only
 * those tests; with files after it, only those files.
 */
import { rmSync } from 'node:fs'
import type { Demo } from '../e2e/support/demo.ts'
import { makeDemoData, startDemo } from '../e2e/support/demo.ts'
import { findChromium } from './chromium.ts'
import { keepTestsInMemory } from './inMemory.ts'
import { waitForOneDay } from './oneDay.ts'
import type { Counts, Outcome, Setting } from './steps.ts'
import {
  AT_ONCE,
  BROWSER_TESTS,
  bin,
  command,
  finish,
  matching,
  SERVER_TESTS,
  say,
  sumOf,
  tests,
} from './steps.ts'
import { makeTemplate } from './template.ts'

const [part, ...files] = process.argv.slice(2)
keepTestsInMemory()

async function checks(): Promise<Counts[]> {
  return [
    await command('类型（服务端）', bin('tsc'), ['-p', 'tsconfig.json']),
    await command('类型（浏览器）', bin('tsc'), ['-p', 'tsconfig.web.json']),
    await command('类型（浏览器测试）', bin('tsc'), ['-p', 'tsconfig.e2e.json']),
    await command('格式与规范', bin('biome'), ['ci', '.']),
    await command('tables.ts 与迁移一致', process.execPath, [
      '--disable-warning=ExperimentalWarning',
      'src/db/generate.ts',
      '--check',
    ]),
    await command('繁体文字与英文表一致', process.execPath, ['scripts/texts.ts', '--check']),
  ]
}

async function serverTests(): Promise<Counts> {
  const remove = await makeTemplate()
  try {
    return await tests('服务端测试', files.length > 0 ? files : SERVER_TESTS, { concurrency: AT_ONCE })
  } finally {
    remove()
  }
}

/** Journeys share the records of their demo: each lane walks one after the other, on a demo of its own. */
const LANES = 2

async function browserTests(): Promise<Counts> {
  process.env.CHROMIUM = findChromium()
  say(`\n浏览器：${process.env.CHROMIUM}`)
  rmSync('test-results', { recursive: true, force: true })
  const queue = matching(files.length > 0 ? files : BROWSER_TESTS)
  if (queue.length === 0) return { passed: 0, failed: 1 }
  // A few journeys are walked in a moment.
  if (files.length === 0) await waitForOneDay()
  // Whoever makes it builds what the others find built; one demo makes its own.
  const remove = queue.length > 1 ? await makeDemoData() : () => {}
  const demos: Demo[] = []
  try {
    while (demos.length < Math.min(LANES, queue.length)) demos.push(await startDemo())
    const counts = sumOf(await Promise.all(demos.map((demo) => walk(demo, queue))))
    if (unsteady.length > 0) say(`\n第二次才通过：\n${unsteady.join('\n')}`)
    return counts
  } finally {
    await Promise.all(demos.map((demo) => demo.stop()))
    remove()
  }
}

const settingOf = ({ base, log }: Demo): Setting => ({
  concurrency: 1,
  env: { E2E_BASE: base, E2E_LOG: log },
})

/** One lane: takes the next file until none is left. */
async function walk(demo: Demo, queue: string[]): Promise<Counts> {
  const done: Counts[] = []
  for (let file = queue.shift(); file; file = queue.shift()) {
    const first = await tests(`浏览器测试 ${file}`, [file], settingOf(demo))
    done.push(first.failed > 0 ? await walkAgain(file, first) : first)
  }
  return sumOf(done)
}

/** Journeys that passed at their second try only, by their titles. */
const unsteady: string[] = []

/**
 * A journey waits for a real browser: one that fails is walked once more, on a demo that it has not touched yet, and named
 * at the end where it passes then.
 */
async function walkAgain(file: string, first: Outcome): Promise<Counts> {
  // What fell over before its first journey has no title.
  if (first.failures.length !== first.failed) return first
  const demo = await startDemo()
  try {
    const second = await tests(`第二次 ${file}`, [file], { ...settingOf(demo), only: first.failures })
    unsteady.push(...first.failures.filter((name) => !second.failures.includes(name)))
    return { passed: first.passed + second.passed, failed: second.failed }
  } finally {
    await demo.stop()
  }
}

try {
  if (part === 'server') finish([await serverTests()])
  if (part === 'browser') finish([await browserTests()])
  finish([...(await checks()), await browserTests(), await serverTests()])
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  finish([{ passed: 0, failed: 1 }])
}
