/** What a browser loads for the sign-in and for a list, and how long until it can be used: beside bare antd pages. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import type { Cluster } from '../cluster.ts'
import { signIn, startOurs } from '../programs.ts'
import type { Spread } from '../spread.ts'
import { spreadOf } from '../spread.ts'
import { serveFolder } from './folder.ts'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']

/** What is there once a page can be used. */
const READY = { 'sign-in': 'input#username, input[type=password]', list: '.ant-table-row, [role=row] td' }

type PageName = keyof typeof READY

export interface PageResult {
  /** JS and CSS, gzipped, until the page can be used; and with what is fetched in the next two seconds. */
  kib: { ours: number; later: number; bare: number }
  /** Milliseconds until it can be used, by how much slower the processor is made; and ours over the bare page's. */
  ms: Record<1 | 4, { ours: number; bare: number; ratio: Spread }>
}

interface Visit {
  ms: number
  kib: number
  /** Hears for two seconds more what is fetched. */
  later: () => Promise<number>
  leave: () => Promise<void>
}

/** Opens each page so often on each side, in turn, in a browser that has nothing of it yet. */
export async function measurePages({ url }: Cluster, times: number): Promise<Record<PageName, PageResult>> {
  const bareFolder = buildBare()
  const bare = await serveFolder(bareFolder)
  const ours = await startOurs({ DATABASE_URL: url })
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  try {
    const token = await signIn(ours.base, 'admin1')
    const signInPage = await measurePage(browser, times, 'sign-in', `${ours.base}/user/login`, bare.base)
    const list = await measurePage(browser, times, 'list', `${ours.base}/store-management`, bare.base, token)
    return { 'sign-in': signInPage, list }
  } finally {
    await browser.close()
    await ours.stop()
    bare.stop()
    rmSync(bareFolder, { recursive: true, force: true })
  }
}

async function measurePage(
  browser: Browser,
  times: number,
  name: PageName,
  ours: string,
  bareBase: string,
  token?: string,
): Promise<PageResult> {
  const bare = `${bareBase}/${name === 'list' ? 'table' : 'form'}.html`
  const kib = await weigh(browser, name, ours, bare, token)
  const at = async (slower: 1 | 4) => {
    const pairs: { ours: number; bare: number }[] = []
    for (let pair = 0; pair < times; pair += 1) {
      const mine = await visit(browser, ours, name, slower, token)
      await mine.leave()
      const other = await visit(browser, bare, name, slower)
      await other.leave()
      pairs.push({ ours: mine.ms, bare: other.ms })
    }
    return {
      ours: spreadOf(pairs.map((pair) => pair.ours)).median,
      bare: spreadOf(pairs.map((pair) => pair.bare)).median,
      ratio: spreadOf(pairs.map((pair) => pair.ours / pair.bare)),
    }
  }
  return { kib, ms: { 1: await at(1), 4: await at(4) } }
}

async function weigh(browser: Browser, name: PageName, ours: string, bare: string, token?: string) {
  const mine = await visit(browser, ours, name, 1, token)
  const later = await mine.later()
  await mine.leave()
  const other = await visit(browser, bare, name, 1)
  await other.leave()
  return { ours: mine.kib, later, bare: other.kib }
}

async function visit(
  browser: Browser,
  url: string,
  name: PageName,
  slower: 1 | 4,
  token?: string,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  if (token) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const loaded = listen(page)
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector(READY[name], { state: 'visible', timeout: 60_000 })
  // Usable is when the browser has time again, not when something is to be seen.
  await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 10000 }))')
  const ms = performance.now() - started
  const kib = await loaded()
  const later = () => page.waitForTimeout(2_000).then(loaded)
  return { ms, kib, later, leave: () => context.close() }
}

/** Hears the scripts and style sheets of a page; answers their size as gzip makes it, in KiB. */
function listen(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isCode = ['script', 'stylesheet'].includes(response.request().resourceType())
    const size = async () => gzipSync(await response.body()).byteLength / 1024
    if (isCode) sizes.push(size().catch(() => 0))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the bare pages, and the grid's, with the same Vite. */
export function buildBare(): string {
  const folder = join(file('../../dist'), 'bench-pages')
  const vite = file('../../node_modules/vite/bin/vite.js')
  const args = [vite, 'build', file('../pages'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const built = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return folder
}
