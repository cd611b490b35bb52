/**
 * `npm test`: types, lint, generated tables, every server test, every browser test. With `server` or `browser` only
 * those tests; with files after it, only those files.
 */
import { rmSync } from 'node:fs'
import type { Demo } from '../e2e/support/demo.ts'
import { startDemo } from '../e2e/support/demo.ts'
import { findChromium } from './chromium.ts'
import type { Counts } from './steps.ts'
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
  const demos = []
  try {
    // The first builds what the others find built.
    while (demos.length < Math.min(LANES, queue.length)) demos.push(await startDemo())
    return sumOf(await Promise.all(demos.map((demo) => walk(demo, queue))))
  } finally {
    await Promise.all(demos.map((demo) => demo.stop()))
  }
}

/** One lane: takes the next file until none is left. */
async function walk(demo: Demo, queue: string[]): Promise<Counts> {
  const env = { E2E_BASE: demo.base, E2E_LOG: demo.log }
  const done: Counts[] = []
  for (let file = queue.shift(); file; file = queue.shift()) {
    done.push(await tests(`浏览器测试 ${file}`, [file], { concurrency: 1, env }))
  }
  return sumOf(done)
}

try {
  if (part === 'server') finish([await serverTests()])
  if (part === 'browser') finish([await browserTests()])
  finish([...(await checks()), await serverTests(), await browserTests()])
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  finish([{ passed: 0, failed: 1 }])
}
