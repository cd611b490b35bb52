/**
 * Opens every kind of workbook in LibreOffice: the program's own samples with odd values, the exports of all lists and
 * pages of a new demo, and a table of 100,000 rows. Every cell must be shown as it was written, and every page must be
 * printed as it was set up. `-- --keep` leaves the workbooks in test-results/workbooks.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startDemo } from '../e2e/support/demo.ts'
import { workbookFaults } from '../src/testing/testWorkbook.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'
import { finish, ROOT, say, timed } from './steps.ts'
import { type Collected, collectExports, collectLarge, collectSamples } from './workbooks/collect.ts'
import { officeFaults } from './workbooks/faults.ts'
import { hasOffice, openInOffice } from './workbooks/office.ts'
import { writtenSheets } from './workbooks/written.ts'

const FOLDER = join(ROOT, 'test-results', 'workbooks')

async function exportsOfDemo(): Promise<Collected[]> {
  const demo = await startDemo()
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    return await collectExports(browser, demo.base, FOLDER)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

if (!hasOffice()) {
  const lack =
    '没有 LibreOffice（Debian：apt-get install libreoffice-calc poppler-utils），工作簿没有用它打开过！'
  if (process.env.CI) throw new Error(lack)
  say(`\n⚠⚠⚠ 跳过：${lack}\n`)
  process.exit(0)
}
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const samples = collectSamples(FOLDER)
const large = collectLarge(FOLDER)
const exported = await timed('演示数据的全部导出', exportsOfDemo)
const all = [...samples, large, ...exported]
// The samples contain texts of 32,767 characters, and the large table has thousands of pages.
const printed = exported.map(({ path }) => path)
const opened = await timed(`用 LibreOffice 打开 ${all.length} 个工作簿`, async () =>
  openInOffice(
    all.map(({ path }) => path),
    printed,
  ),
)
let failed = 0
for (const { path, source } of all) {
  const bytes = readFileSync(path)
  const shown = opened.get(path)
  const faults = [
    ...workbookFaults(bytes),
    ...(shown ? officeFaults(writtenSheets(bytes), shown, printed.includes(path)) : ['not opened']),
  ]
  if (faults.length > 0) failed += 1
  say(faults.length === 0 ? `✔ ${source}` : `✖ ${source}\n    ${faults.join('\n    ')}`)
}
if (!process.argv.includes('--keep')) rmSync(FOLDER, { recursive: true, force: true })
finish([{ passed: all.length - failed, failed }])
