/**
 * The time until the list of stores and the next screen are painted in Chromium, compared with the least page with antd
 * that shows as much (`bench/pages/list.tsx`), and the sizes that the sign-in page, the list and every screen load.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core'
import { menu, screensOf } from '#app/routes.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'
import type { Cluster } from '../cluster.ts'
import { signIn, startOurs } from '../programs.ts'
import { type Spread, spreadOf } from '../spread.ts'
import { serveFolder } from './folder.ts'

/** CPU slowdown factors (`Emulation.setCPUThrottlingRate`). */
const SPEEDS = [1, 4] as const
type Speed = (typeof SPEEDS)[number]

/** Milliseconds from the start of the navigation, or from the click, to the paint. */
export interface PageTimes {
  /** The frame: the header and the place of the menu. */
  frame: Spread
  /** 20 rows, with an empty browser cache. */
  rows: Spread
  /** 20 rows on the second visit, with a filled browser cache. */
  warm: Spread
  /** 20 rows on the third visit: Chromium keeps compiled code from the second one on. */
  third: Spread
  /** 20 rows of the customers, opened from the menu. */
  next: Spread
  /** 20 rows of the bare page, with an empty cache. */
  bare: Spread
  /** `rows`, `warm` and `third` divided by `bare`, of each pair. */
  coldRatio: Spread
  warmRatio: Spread
  thirdRatio: Spread
}

export interface PagesResult {
  times: Record<Speed, PageTimes>
  /** JS and CSS until the network is idle, each file compressed with `gzip -9`, in KiB. */
  kib: { signIn: number; list: number; bare: number }
  /** The same for every screen of the menu, opened first by an admin. */
  screens: Record<string, number>
}

const ROWS = 20
const LIST = '/store-management'
const NEXT = '/customer-management'
const FRAME = '.early-frame, .empty-frame, .frame'

/** Records in the page when the frame, and 20 new rows, have been painted. */
const WATCH = `(() => {
  const seen = {}
  window.painted = seen
  const note = (name) => requestAnimationFrame(() => setTimeout(() => { seen[name] ??= performance.now() }))
  const look = () => {
    if (!seen.frame && document.querySelector('${FRAME}')) note('frame')
    if (!seen.rows && document.querySelectorAll('.ant-table-row:not([data-before])').length >= ${ROWS}) note('rows')
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  window.addEventListener('click', () => {
    for (const row of document.querySelectorAll('.ant-table-row')) row.dataset.before = ''
    delete seen.rows
    seen.clicked = performance.now()
  }, true)
})()`

/** Opens our page and the bare page alternately, `times` times, each in a new context. */
export async function measurePages({ url }: Cluster, times: number): Promise<PagesResult> {
  const ours = await startOurs({ DATABASE_URL: url })
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const folder = buildReferencePages()
  const token = await signIn(ours.base, 'admin1')
  const referenceServer = await serveFolder(folder, await answersOf(ours.base, token))
  try {
    const storage = await storageOfVisit(browser, ours.base, token)
    const side = { browser, ours: ours.base, bare: `${referenceServer.base}/list.html`, token, storage }
    await warmUp(side)
    await measurePair(side, 1)
    return {
      times: { 1: await measureTimes(side, times, 1), 4: await measureTimes(side, times, 4) },
      kib: {
        signIn: await weigh(browser, `${ours.base}/user/login`),
        list: await weigh(browser, ours.base + LIST, storage),
        bare: await weigh(browser, side.bare),
      },
      screens: await weighScreens(browser, ours.base, storage),
    }
  } finally {
    await browser.close()
    await ours.stop()
    referenceServer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The bare page's responses for the user and the rows, copied from our server. */
async function answersOf(base: string, authorization: string): Promise<Map<string, unknown>> {
  const read = async (path: string) => (await fetch(base + path, { headers: { authorization } })).json()
  return new Map([
    ['/answers/user', await read('/api/currentUser')],
    ['/answers/rows', await read(`/api/stores?current=1&pageSize=${ROWS}`)],
  ])
}

/** Enough for both servers to run compiled code, as they do after a morning's visits. */
const WARM_UP_ROUNDS = 100

/** Requests the documents of both pages, their files and their reads, without a browser. */
async function warmUp({ ours, bare, token }: Sides): Promise<void> {
  const reads = ['/api/currentUser', '/api/startup', `/api/stores?current=1&pageSize=${ROWS}`]
  const headers = { authorization: token, accept: 'text/html,*/*' }
  const read = async (url: string) => {
    const response = await fetch(url, { headers })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return response.text()
  }
  for (const [page, others] of [
    [ours + LIST, reads] as const,
    [bare, ['/answers/user', '/answers/rows']] as const,
  ]) {
    const files = [...(await read(page)).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    const urls = [page, ...[...files, ...others].map((path) => new URL(path, page).href)]
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await Promise.all(urls.map(read))
  }
}

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>

interface Sides {
  browser: Browser
  ours: string
  bare: string
  token: string
  storage: Storage
}

/** Opens the list with a token, as after signing in, and returns what the browser's local storage has then. */
async function storageOfVisit(browser: Browser, base: string, token: string): Promise<Storage> {
  const localStorage = [{ name: 'token', value: token }]
  const context = await newContext(browser, { cookies: [], origins: [{ origin: base, localStorage }] })
  const page = await context.newPage()
  await page.goto(base + LIST)
  await painted(page)
  await page.waitForLoadState('networkidle')
  const storage = await context.storageState()
  await context.close()
  return storage
}

async function measureTimes(sides: Sides, times: number, slower: Speed): Promise<PageTimes> {
  const pairs: Awaited<ReturnType<typeof measurePair>>[] = []
  for (let pair = 0; pair < times; pair += 1) pairs.push(await measurePair(sides, slower))
  return {
    frame: spreadOf(pairs.map(({ frame }) => frame)),
    rows: spreadOf(pairs.map(({ rows }) => rows)),
    warm: spreadOf(pairs.map(({ warm }) => warm)),
    third: spreadOf(pairs.map(({ third }) => third)),
    next: spreadOf(pairs.map(({ next }) => next)),
    bare: spreadOf(pairs.map(({ bare }) => bare)),
    coldRatio: spreadOf(pairs.map(({ rows, bare }) => rows / bare)),
    warmRatio: spreadOf(pairs.map(({ warm, bare }) => warm / bare)),
    thirdRatio: spreadOf(pairs.map(({ third, bare }) => third / bare)),
  }
}

/** Our program: the list, the next screen, the list twice more; then the bare page. */
async function measurePair({ browser, ours, bare: referenceUrl, storage }: Sides, slower: Speed) {
  const context = await newContext(browser, storage)
  const page = await slowPage(context, slower)
  await page.goto(ours + LIST)
  const cold = await painted(page)
  await page.waitForLoadState('networkidle')
  await page.click(`nav a[href^="${NEXT}"]`)
  const opened = await painted(page)
  await page.waitForLoadState('networkidle')
  await page.goto(ours + LIST)
  const warm = await painted(page)
  await page.waitForLoadState('networkidle')
  await page.goto(ours + LIST)
  const third = await painted(page)
  await context.close()
  const other = await newContext(browser)
  const referencePage = await slowPage(other, slower)
  await referencePage.goto(referenceUrl)
  const { rows } = await painted(referencePage)
  await other.close()
  const next = opened.rows - (opened.clicked ?? Number.NaN)
  return { frame: cold.frame, rows: cold.rows, next, warm: warm.rows, third: third.rows, bare: rows }
}

/**
 * A context with an empty cache. `storage`: what the console keeps in the local storage of a browser in which somebody is
 * signed in.
 */
async function newContext(browser: Browser, storage?: Storage): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    ...(storage && { storageState: storage }),
  })
  await context.addInitScript(WATCH)
  return context
}

/**
 * How long a new page waits, in ms, before it opens an address: for each window Chromium also loads a page of its own
 * (the list below the address bar), which takes up to 0.2 s of processor time on two threads.
 */
const IDLE_MS = 1_000

async function slowPage(context: BrowserContext, rate: Speed): Promise<Page> {
  const page = await context.newPage()
  await page.waitForTimeout(IDLE_MS)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

const PATIENCE_MS = 60_000

/** Waits for the rows; returns the paint times in ms of the page's own clock. */
async function painted(page: Page): Promise<Painted> {
  // As functions, since the page's policy forbids evaluating a string.
  await page.waitForFunction(() => (globalThis as Watched).painted?.rows, undefined, { timeout: PATIENCE_MS })
  const times = await page.evaluate(() => (globalThis as Watched).painted)
  if (!times) throw new Error(`nothing was noted on ${page.url()}`)
  return times
}

interface Painted {
  frame: number
  rows: number
  clicked?: number
}

/** The page with the values recorded by `WATCH`. */
type Watched = { painted?: Painted }

/** The size of every screen of the menu when it is the first one of a visit. */
async function weighScreens(
  browser: Browser,
  base: string,
  storage: Storage,
): Promise<Record<string, number>> {
  const weights: Record<string, number> = {}
  for (const { path } of screensOf(menu)) weights[path] = await weigh(browser, base + path, storage)
  return weights
}

/** The size of the scripts and style sheets that a page loads until the network is idle, in KiB. */
async function weigh(browser: Browser, url: string, storage?: Storage): Promise<number> {
  const context = await newContext(browser, storage)
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  const add = (response: Response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength / 1024))
  }
  page.on('response', add)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  // What comes later, while the page is closed, has no body any more.
  page.off('response', add)
  const kib = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return kib
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the bare list and the grid page with the same Vite. */
export function buildReferencePages(): string {
  const folder = join(file('../../dist'), 'bench-pages')
  const vite = file('../../node_modules/vite/bin/vite.js')
  const args = [vite, 'build', file('../pages'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const built = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return folder
}
