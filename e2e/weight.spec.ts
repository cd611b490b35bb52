import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { journey, PHONE } from './support/journey.ts'

const MOST_KIB = 150

/** Counts the bytes of scripts and styles that come over the wire, gzipped, headers included. */
async function weighFiles(page: Page): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  const urls = new Map<string, string>()
  const wire = await page.context().newCDPSession(page)
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/\.(js|css)$/.test(response.url)) return
    assert.ok(['gzip', undefined].includes(response.headers['content-encoding']), response.url)
    urls.set(requestId, response.url)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) files.set(url, encodedDataLength)
  })
  await wire.send('Network.enable')
  await wire.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  return files
}

journey(
  'somebody at the door waits for little more than the form',
  async ({ page, open }) => {
    const files = await weighFiles(page)
    await open('/user/login')
    await page.getByRole('heading', { name: '登录' }).waitFor()
    await page.waitForLoadState('networkidle')
    const kib = [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024
    assert.ok(kib > 50 && kib <= MOST_KIB, `the door weighs ${kib.toFixed(1)} KiB`)
  },
  { firstVisit: true },
)

/** 389 since the form stays out of what every screen loads (docs/decisions/021), 391 since accounts that tie, re-rating and pay by date declare their endpoints. */
const MOST_OF_A_LIST_KIB = 392

/** Parts that come when they are opened: charts, spreadsheets, dragging, QR codes, calendars, forms, the palette. */
const OPENED =
  /LineChart|write-|ColumnList|SetUp|DateRange|date-picker|Opened(Drawer|Modal)|Palette-|PhoneDrawer/

/** What a page loads until it is idle: the files by name, each as `gzip -9` makes it, in bytes. */
async function gzippedFiles(page: Page, load: () => Promise<void>): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  const weighed: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    const weigh = async () => void files.set(pathname, gzipSync(await response.body(), { level: 9 }).length)
    weighed.push(weigh())
  })
  await load()
  await page.waitForLoadState('networkidle')
  await Promise.all(weighed)
  return files
}

const devices = {
  desk: { options: {}, other: /cards-/ },
  phone: { options: { viewport: PHONE }, other: /table-/ },
}

for (const [device, { options, other }] of Object.entries(devices)) {
  journey(
    `who opens the list of stores on a ${device} waits for a list and no more`,
    async ({ page, signIn }) => {
      const files = await gzippedFiles(page, async () => {
        await signIn('admin', '/store-management')
        await page.getByText('四时汉服专营店').first().waitFor()
      })
      const kib = [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024
      assert.ok(kib > 100 && kib <= MOST_OF_A_LIST_KIB, `the list weighs ${kib.toFixed(1)} KiB`)
      const needless = [...files.keys()].filter((name) => OPENED.test(name) || other.test(name))
      assert.deepEqual(needless, [])
    },
    { ...options, firstVisit: true },
  )
}
