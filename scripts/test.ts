/**
 * `npm test`: types, lint, generated tables, every server test, every browser test. With `server` or `browser` only
 * those tests; with files after it, only those files.
 */
import { rmSync } from 'node:fs'
import { startDemo } from '../e2e/support/demo.ts'
import { findChromium } from './chromium.ts'
import type { Counts } from './steps.ts'
import { AT_ONCE, BROWSER_TESTS, bin, command, finish, SERVER_TESTS, say, tests } from './steps.ts'
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
    return await tests('服务端测试', files.length > 0 ? files : SERVER_TESTS, AT_ONCE)
  } finally {
    remove()
  }
}

async function browserTests(): Promise<Counts> {
  process.env.CHROMIUM = findChromium()
  say(`\n浏览器：${process.env.CHROMIUM}`)
  rmSync('test-results', { recursive: true, force: true })
  const demo = await startDemo()
  process.env.E2E_BASE = demo.base
  process.env.E2E_LOG = demo.log
  try {
    // One after the other: they share one demo.
    return await tests('浏览器测试', files.length > 0 ? files : BROWSER_TESTS, 1)
  } finally {
    await demo.stop()
  }
}

try {
  if (part === 'server') finish([await serverTests()])
  if (part === 'browser') finish([await browserTests()])
  finish([...(await checks()), await serverTests(), await browserTests()])
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  finish([{ passed: 0, failed: 1 }])
}
