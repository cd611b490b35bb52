import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Download, Page } from 'playwright-core'
import { clientOf } from '../../e2e/support/api.ts'
import { customerBills } from '../../src/billing/customer-bills/contract.ts'
import { DEMO_PASSWORD } from '../../src/demo/accounts.ts'
import { addDays, today } from '../../src/kit/calendar.ts'
import { toXlsx } from '../../src/kit/sheets/write.ts'
import { EXPORT_PLACES } from '../../src/testing/testExportPlaces.ts'
import { WORKBOOKS } from '../../src/testing/testWorkbooks.ts'

/** A workbook on the disk. */
export interface Collected {
  path: string
  /** Where it comes from. */
  source: string
}

/** Writes a workbook of each kind of the program, with odd values, into the folder. */
export function collectSamples(folder: string): Collected[] {
  return Object.entries(WORKBOOKS).flatMap(([source, write]) =>
    write().map((bytes, at) => save(folder, `${source} ${at + 1}`, bytes)),
  )
}

/** Writes a workbook with 100,000 rows. */
export function collectLarge(folder: string): Collected {
  const rows = Array.from({ length: 100_000 }, (_, at) => [
    `店铺 ${at}`,
    at * 7 - 300,
    (at * 37) % 10_001,
    '2026-05-15',
  ])
  const columns = [
    { title: '店铺', type: 'text' as const },
    { title: '金额', type: 'money' as const },
    { title: '回复率', type: 'percent' as const },
    { title: '日期', type: 'day' as const },
  ]
  const sum = rows.reduce((total, row) => total + Number(row[1]), 0)
  return save(
    folder,
    'hundred thousand rows',
    toXlsx([{ name: '大表', columns, rows, totals: ['合计', sum, null] }]),
  )
}

function save(folder: string, source: string, bytes: Uint8Array): Collected {
  const path = join(folder, `${source.replace(/[^\p{L}\p{N}]+/gu, '-')}.xlsx`)
  writeFileSync(path, bytes)
  return { path, source }
}

/** Exports every list and page of the demo as its admin, and one list in the background. */
export async function collectExports(browser: Browser, base: string, folder: string): Promise<Collected[]> {
  const page = await signedIn(browser, base)
  const customer = await customerWithBills(base)
  const collected: Collected[] = []
  const lacking: string[] = []
  const collect = async (source: string, find: () => Promise<Download>) => {
    try {
      collected.push(await kept(folder, source, await find()))
    } catch (error) {
      lacking.push(`${source}: ${(error as Error).message}`)
    }
  }
  for (const [source, paths] of Object.entries(EXPORT_PLACES)) {
    // A list below the content of a page.
    const isPart = /(List|Panel)\.tsx$/.test(source)
    for (const path of paths) {
      const address = path.replace(':customer', String(customer))
      await collect(`${source} ${path}`, () => exported(page, address, isPart))
    }
  }
  await collect('exported in the background', () => exportedInBackground(page))
  if (lacking.length > 0) throw new Error(lacking.join('\n'))
  return collected
}

async function signedIn(browser: Browser, base: string): Promise<Page> {
  const options = { viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  const page = await browser.newPage({ baseURL: base, reducedMotion: 'reduce', ...options })
  const data = { type: 'account', username: 'admin', password: DEMO_PASSWORD }
  const answer = await page.request.post('/api/login/account', { data })
  const { token } = (await answer.json()).data
  await page.goto('/logo.svg')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  return page
}

/** The customer of the newest bill, whose page has rows in every tab. */
async function customerWithBills(base: string): Promise<number> {
  const client = await clientOf(base, 'admin')
  const [bill] = (await client.call(customerBills.list, { status: ['paid'], pageSize: 1 })).items
  if (!bill) throw new Error('the demo has no bill')
  return bill.customerId
}

/** The visible buttons 导出; that of the page itself is the first one. */
const exportButtons = (page: Page) =>
  page.getByRole('button', { name: /^导\s?出$/ }).filter({ visible: true })

async function exported(page: Page, address: string, isPart: boolean): Promise<Download> {
  await page.goto(address, { waitUntil: 'networkidle' })
  // A page may have a menu with 导出 instead of a button.
  if ((await exportButtons(page).count()) === 0) {
    await page
      .getByRole('button', { name: /^更\s?多$/ })
      .filter({ visible: true })
      .first()
      .click()
  }
  const item = page.getByRole('menuitem', { name: '导出', exact: true }).filter({ visible: true })
  const buttons = exportButtons(page).or(item)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (isPart ? buttons.last() : buttons.first()).click(),
  ])
  return download
}

/** Exports more rows than the browser would write itself. */
async function exportedInBackground(page: Page): Promise<Download> {
  const to = addDays(
    today(() => new Date()),
    -1,
  )
  await page.goto(`/daily-store-report?view=days&from=${addDays(to, -46)}&to=${to}`, {
    waitUntil: 'networkidle',
  })
  await exportButtons(page).first().click()
  await page.getByRole('button', { name: '开始导出' }).click()
  const finished = page.locator('.ant-notification-notice', { hasText: '导出完成' })
  await finished.waitFor({ timeout: 90_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    finished.getByRole('button', { name: /下\s*载/ }).click(),
  ])
  return download
}

async function kept(folder: string, source: string, download: Download): Promise<Collected> {
  const path = join(folder, `${source.replace(/[^\p{L}\p{N}]+/gu, '-')}.xlsx`)
  await download.saveAs(path)
  return { path, source }
}
