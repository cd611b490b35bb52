/**
 * `npm run pictures`: updates the screenshots of the README and of the manual from a new demo; `-- readme` or
 * `-- manual` only one of them, `-- manual bills bank` only the pictures of these pages of the manual.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { startDemo } from '../e2e/support/demo.ts'
import { DEMO_PASSWORD } from '../src/demo/accounts.ts'
import { monthBefore, monthOf, today } from '../src/kit/calendar.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'
import { takeManualPictures } from './manualPictures.ts'

const TARGET = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../src/operations/imports/reader/fixtures/', import.meta.url))

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${TARGET}${name}.png` })
}

/** Also waits for the heading and the rows, since the network may be idle while the browser is still rendering. */
async function open(page: Page, path: string, name: string, inside: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator(inside).first().waitFor()
  await page.waitForLoadState('networkidle')
  await takePicture(page, name)
}

async function signIn(page: Page): Promise<void> {
  await open(page, '/user/login', 'sign-in', 'form')
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/welcome')
}

async function importFiles(page: Page): Promise<void> {
  await page.goto('/daily-store-report', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: '导入平台数据' }).click()
  const files = readdirSync(FIXTURES).filter((name) => /\.(xlsx|csv)$/.test(name))
  await page.getByLabel('选择平台导出的文件').setInputFiles(files.map((name) => FIXTURES + name))
  await page.getByText('18 个：1 个已认出，17 个要您说明').waitFor()
  await takePicture(page, 'import')
}

async function takeReadmePictures(page: Page): Promise<void> {
  mkdirSync(TARGET, { recursive: true })
  await signIn(page)
  await open(page, '/welcome', 'home', '.ant-table-row')
  await open(page, '/daily-store-report', 'daily-store', '.ant-table-row')
  await open(page, '/store-management', 'stores', '.ant-table-row')
  await open(page, '/customer-bill-management', 'bills', '.ant-table-row')
  // The newest month whose bills have all been issued.
  const month = monthBefore(monthBefore(monthOf(today(() => new Date()))))
  await open(page, `/monthly-financial-history?month=${month}`, 'month', '.checks li')
  await page.goto('/reimbursement-bill-management?status=paid')
  await page.locator('.ant-table-row').getByRole('link').first().click()
  await page.waitForURL(/reimbursement-bill-management\/\d+/)
  await page.getByText('审核经过').waitFor()
  await page.waitForLoadState('networkidle')
  await takePicture(page, 'claim')
  await importFiles(page)
}

const [only, ...pages] = process.argv.slice(2)
const options = { viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
const demo = await startDemo()
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  if (only !== 'manual') await takeReadmePictures(await browser.newPage({ baseURL: demo.base, ...options }))
  if (only !== 'readme') await takeManualPictures(browser, demo.base, options, pages)
} finally {
  await browser.close()
  await demo.stop()
}
