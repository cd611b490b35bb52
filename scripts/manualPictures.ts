import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { sessionOf } from '../e2e/support/api.ts'
import { addressOf } from '../e2e/support/waysToForms.ts'
import type { Actor } from '../src/access/can.ts'
import { settingsAddress } from '../src/app/browser/settingsTabs.ts'
import { mayRead } from '../src/app/manual/contents.ts'
import { type ManualKey, manualKeys } from '../src/app/manual/keys.ts'
import { DEMO_STATEMENT } from '../src/demo/accounts.ts'

const FOLDER = fileURLToPath(new URL('../src/app/manual/pictures/', import.meta.url))

interface Shot {
  /** The demo account. Pages that role 2 may read need one of role 2: other accounts may show prices. */
  as: 'admin' | 'admin3' | 'head' | 'agent' | 'sales' | 'finance'
  /** The address; a name in braces is a record of `RECORDS` (e2e/support/waysToForms.ts). */
  at: string
  /** Opens the record of the first row. */
  opensRow?: boolean
  /** The buttons, tabs and menu entries to click in order, by name. */
  press?: readonly (string | RegExp)[]
  /** An element to wait for at the end. */
  inside?: string
}

/** The longest wait for an element: the first backup of a new demo takes a minute on a slow machine. */
const WAIT_MS = 180_000
const ROW = '.ant-table-row'
const settings = settingsAddress

/** What the picture of each page shows; a page without one does not compile. */
const shots: Record<ManualKey, Shot> = {
  start: { as: 'admin3', at: '/welcome/setup' },
  // What a user without the permission of a screen is shown.
  roles: { as: 'agent', at: '/customer-management' },
  lists: { as: 'agent', at: '/store-management', press: ['列设置'], inside: ROW },
  home: { as: 'head', at: '/welcome', inside: ROW },
  staff: { as: 'head', at: '/user-management', inside: ROW },
  person: { as: 'head', at: '/user-management?keyword=zhouxiaohe', opensRow: true },
  leaving: {
    as: 'head',
    at: '/user-management?keyword=zhouxiaohe',
    opensRow: true,
    press: ['更多', '办理离职'],
  },
  customers: { as: 'head', at: '/customer-management', inside: ROW },
  customer: { as: 'head', at: '/customer-management/{customer.active}?tab=volume' },
  'follow-ups': { as: 'head', at: '/customer-management/follow-ups' },
  stores: { as: 'head', at: '/store-management', inside: ROW },
  store: { as: 'head', at: '/store-management/{store.serving}' },
  'customer-churn': { as: 'head', at: '/customer-lost-record', inside: ROW },
  'store-churn': { as: 'head', at: '/store-lost-record', inside: ROW },
  'churn-record': { as: 'head', at: '/store-lost-record/{churn.churned}' },
  worklogs: { as: 'head', at: '/store-worklog?status=toReview', inside: ROW },
  'worklog-entry': { as: 'agent', at: '/store-worklog' },
  'worklog-calendar': { as: 'head', at: '/store-worklog/calendar' },
  roster: { as: 'head', at: '/store-worklog/roster' },
  leaves: { as: 'head', at: '/store-worklog/leaves?status=' },
  clock: { as: 'head', at: '/store-worklog/clock', inside: ROW },
  imports: { as: 'head', at: '/store-worklog/imports', inside: ROW },
  figures: { as: 'head', at: '/store-worklog/figures', inside: ROW },
  bills: { as: 'finance', at: '/customer-bill-management', inside: ROW },
  bill: { as: 'finance', at: '/customer-bill-management/{bill.paid}' },
  merchant: { as: 'finance', at: `/s/${DEMO_STATEMENT.token}` },
  rerates: { as: 'finance', at: '/customer-bill-management/rerates', inside: ROW },
  bank: { as: 'finance', at: '/customer-bill-management/bank', inside: ROW },
  ageing: { as: 'finance', at: '/customer-bill-management/ageing', inside: ROW },
  'aged-bills': { as: 'finance', at: '/customer-bill-management/ageing/bills', inside: ROW },
  ties: { as: 'finance', at: '/customer-bill-management/ageing/ties', inside: ROW },
  openings: { as: 'finance', at: '/customer-bill-management/openings', inside: ROW },
  claims: { as: 'agent', at: '/reimbursement-bill-management', inside: ROW },
  claim: { as: 'agent', at: '/reimbursement-bill-management?status=submitted', opensRow: true },
  'claim-edit': {
    as: 'agent',
    at: '/reimbursement-bill-management',
    press: ['新建报销单'],
    inside: '.claim-form',
  },
  warnings: { as: 'head', at: '/weekly-warning-customer-report', inside: ROW },
  'customer-weeks': { as: 'head', at: '/weekly-warning-customer-report/customers', inside: ROW },
  'daily-store': { as: 'head', at: '/daily-store-report', inside: ROW },
  'daily-store-reply': { as: 'head', at: '/daily-store-response-rate-report', inside: ROW },
  'daily-customer': { as: 'head', at: '/daily-customer-report', inside: ROW },
  'daily-worker': { as: 'head', at: '/daily-worker-report', inside: ROW },
  months: { as: 'admin', at: '/monthly-financial-history', inside: '.checks li' },
  payroll: { as: 'admin', at: '/monthly-financial-history/payroll', inside: ROW },
  'settings-account': { as: 'agent', at: settings('account') },
  'settings-company': { as: 'admin', at: settings('profile') },
  'settings-notices': { as: 'agent', at: settings('notices') },
  'settings-data': { as: 'agent', at: settings('downloads') },
  'settings-figures': { as: 'admin', at: settings('figure-checks') },
  'settings-rules': { as: 'admin', at: settings('promotions') },
  'settings-money': { as: 'finance', at: settings('books') },
  'settings-security': { as: 'admin', at: settings('security') },
  'settings-system': { as: 'admin', at: settings('system'), press: ['立即备份'], inside: 'text=/最近成功/' },
}

const HEAD: Actor = { id: 0, role: 2, parentId: null, companyCode: '001' }

/** Throws if a reader of role 2 would see a picture that was taken with an account of another role. */
function assertHidesPrices(key: ManualKey): void {
  const { as } = shots[key]
  if (as === 'agent' || as === 'head' || !mayRead(HEAD, key)) return
  throw new Error(`${key}: role 2 reads this page, so its picture needs an account of role 2, not ${as}`)
}

/** The quality of the pictures, which keeps texts legible at a third of the size. */
const QUALITY = 0.72

/** Runs in a page: converts a png in base64 to webp in base64, since Playwright takes only png and jpeg. */
const TO_WEBP = `async (png, quality) => {
  const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  return new Uint8Array(await webp.arrayBuffer()).toBase64()
}`

async function toWebp(converter: Page, png: Buffer): Promise<Buffer> {
  const base64 = await converter.evaluate(`(${TO_WEBP})('${png.toString('base64')}', ${QUALITY})`)
  return Buffer.from(String(base64), 'base64')
}

/** How long a screen may take to send a request, and to come to rest after the response. */
const SETTLING_MS = 400

/** Waits until nothing loads or moves. */
async function loaded(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLING_MS)
  await page.waitForLoadState('networkidle')
  const busy = page.locator('[aria-busy="true"], [aria-label="加载中"]')
  await busy.first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLING_MS)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const controls = (['button', 'link', 'tab', 'menuitem'] as const).map((role) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }),
  )
  const [first, ...others] = controls
  if (!first) return
  await others
    .reduce((all, one) => all.or(one), first)
    .first()
    .click()
}

/** Opens a shot's screen; the merchant's page asks for its code first. */
async function show(page: Page, { at, opensRow, press: pressed = [], inside }: Shot): Promise<void> {
  await page.goto(at)
  if (at.startsWith('/s/')) {
    await page.getByLabel('提取码').fill(DEMO_STATEMENT.code)
    await page.getByRole('button', { name: '查看账单' }).click()
  }
  await page.getByRole('heading', { level: 1 }).waitFor()
  await loaded(page)
  if (opensRow) {
    await page.locator(ROW).first().getByRole('link').first().click()
    await page.waitForURL(/\/\d+$/)
    await loaded(page)
  }
  for (const name of pressed) {
    await press(page, name)
    await loaded(page)
  }
  if (inside) await page.locator(inside).first().waitFor({ timeout: WAIT_MS })
}

/**
 * Takes the pictures of the manual's pages from a demo, or of those in `only`, and removes pictures of pages that no
 * longer exist.
 */
export async function takeManualPictures(
  browser: Browser,
  base: string,
  options: BrowserContextOptions,
  only: readonly string[],
): Promise<void> {
  for (const key of manualKeys) assertHidesPrices(key)
  mkdirSync(FOLDER, { recursive: true })
  const converter = await browser.newPage()
  const names = new Set(manualKeys.map((key) => `${key}.webp`))
  for (const name of readdirSync(FOLDER)) if (!names.has(name)) rmSync(FOLDER + name)
  const wanted = manualKeys.filter((key) => only.length === 0 || only.includes(key))
  for (const [as, keys] of Map.groupBy(wanted, (key) => shots[key].as)) {
    const { client, token } = await sessionOf(base, as)
    const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    await page.addInitScript((one) => localStorage.setItem('token', one), token)
    for (const key of keys) {
      const shot = shots[key]
      process.stdout.write(`${key}\n`)
      await show(page, { ...shot, at: await addressOf({ at: shot.at }, client) })
      writeFileSync(`${FOLDER}${key}.webp`, await toWebp(converter, await page.screenshot()))
    }
    await context.close()
  }
}
