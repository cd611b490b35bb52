import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { HOME, menu, screensOf } from '#app/routes.ts'
import { journey, PHONE } from './support/journey.ts'

/** Limit for the form, its texts and React, without the router's loaders and actions (docs/decisions/104). */
const MAX_FORM_KIB = 115

/** docs/decisions/104 */
const MAX_LIST_KIB = 350
const MAX_SCREEN_KIB = 400

/**
 * Chunks that load on demand: charts, spreadsheets, drag and drop, QR codes, calendars, selects, forms, messages, the
 * palette.
 */
const OPENED =
  /LineChart|write-|select-|NoticeHolder|LanguageSelect|ColumnChooser|SetUp|DateRange|date-picker|Opened(Drawer|Modal)|Palette-|PhoneDrawer/

/** Chunks that only the pages of a demo load. */
const OF_DEMO = /\/Demo(Mark|Door)-/

/** The scripts and styles that a page loads until it is idle: file name to size in bytes, compressed with `gzip -9`. */
async function gzippedFiles(page: Page, load: () => Promise<void>): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  const weighed: Promise<void>[] = []
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname) || OF_DEMO.test(pathname)) return
    const weigh = async () => void files.set(pathname, gzipSync(await response.body(), { level: 9 }).length)
    weighed.push(weigh())
  }
  page.on('response', onResponse)
  await load()
  await page.waitForLoadState('networkidle')
  await Promise.all(weighed)
  page.off('response', onResponse)
  return files
}

function kibOf(files: ReadonlyMap<string, number>): number {
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024
}

journey(
  'the sign-in page loads little more than its form',
  async ({ page, open }) => {
    const files = await gzippedFiles(page, async () => {
      await open('/user/login')
      await page.getByRole('heading', { name: '登录' }).waitFor()
    })
    const kib = kibOf(files)
    assert.ok(kib > 50 && kib <= MAX_FORM_KIB, `the door weighs ${kib.toFixed(1)} KiB`)
  },
  { firstVisit: true },
)

const devices = {
  desk: { options: {}, other: /cards-/ },
  phone: { options: { viewport: PHONE }, other: /table-/ },
}

for (const [device, { options, other }] of Object.entries(devices)) {
  journey(
    `the list of stores on a ${device} loads only what a list needs`,
    async ({ page, signIn }) => {
      const files = await gzippedFiles(page, async () => {
        await signIn('admin', '/store-management')
        // Other journeys add stores, so no particular one is expected on the first page.
        await page.locator('main a[href^="/store-management/"]').first().waitFor()
      })
      const kib = kibOf(files)
      assert.ok(kib > 100 && kib <= MAX_LIST_KIB, `the list weighs ${kib.toFixed(1)} KiB`)
      const needless = [...files.keys()].filter((name) => OPENED.test(name) || other.test(name))
      assert.deepEqual(needless, [])
    },
    { ...options, firstVisit: true },
  )
}

journey(
  'no screen of the menu is much larger than a list',
  async ({ page, base, signIn }) => {
    await signIn('admin', HOME)
    await page.waitForLoadState('networkidle')
    const heavy: string[] = []
    for (const { path } of screensOf(menu)) {
      const files = await gzippedFiles(page, async () => {
        await page.goto(base + path)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      })
      const kib = kibOf(files)
      if (kib < 100 || kib > MAX_SCREEN_KIB) heavy.push(`${path} weighs ${kib.toFixed(1)} KiB`)
    }
    assert.deepEqual(heavy, [])
  },
  { firstVisit: true },
)
