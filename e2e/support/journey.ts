import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { FIRST_READS } from '#app/browser/earlyCalls.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'
import { type Demo, startDemo } from './demo.ts'

export const PASSWORD = 'Demo@2026'

/** The input of a test: a window of its own without a session. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** The demo's address. */
  base: string
  /** Opens a path of the demo. */
  open: (path: string) => Promise<void>
  /** Signs a demo account in without the form, and opens a path. */
  signIn: (username: string, path?: string) => Promise<void>
}

interface Options {
  /** Default 1366 × 768; the phone is 390 × 844. */
  viewport?: { width: number; height: number }
  /** Console warnings and errors that the test expects (a 403 that it provokes). */
  expected?: RegExp[]
  /** Enables the animations of menus, dialogs and lists, which are off by default. */
  moving?: boolean
  /** Uses a new context and process without cached files of the program; by default tests share both. */
  firstVisit?: boolean
}

export const PHONE = { width: 390, height: 844 }
/** Time-out of a test's steps. */
const PATIENCE_MS = Number(process.env.E2E_PATIENCE_MS ?? 60_000)
const DESK = { width: 1366, height: 768 }

/** The browser and the demo of a test file, shared by its tests. */
interface Stage {
  browser: Promise<Browser>
  /** The demo started by this file; null if `npm test` has started one for it. */
  demo: Promise<Demo> | null
  /** The context of the tests without `firstVisit`, emptied after each. */
  shared?: BrowserContext
}

let stage: Stage | undefined

/**
 * All pages of a context share one process, which has already compiled the program, and run without the optimizing
 * compilers, which cost short tests more than they save. Together this saves a quarter of the CPU time of a page load.
 */
const FLAGS_FOR_MANY_VISITS = ['--process-per-site', '--js-flags=--no-opt --no-maglev']

/** Launches the file's browser for its first test; `closeStage` closes it after the last one. */
function openStage(): Stage {
  stage ??= {
    browser: chromium.launch({
      executablePath: findChromium(),
      args: [...CHROMIUM_FLAGS, ...FLAGS_FOR_MANY_VISITS],
    }),
    demo: process.env.E2E_BASE ? null : startDemo(),
  }
  return stage
}

async function closeStage(): Promise<void> {
  const open = stage
  stage = undefined
  await (await open?.browser)?.close()
  await (await open?.demo)?.stop()
}

function newContext(browser: Browser, base: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: base,
    viewport: DESK,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Opening animations may lose a click, and a busy machine may lose the end of an animation.
    reducedMotion: 'reduce',
  })
}

/** A context for one test, and a function that leaves it clean. */
async function enter(
  stage: Stage,
  base: string,
  firstVisit: boolean,
): Promise<{ context: BrowserContext; leave: () => Promise<void> }> {
  const browser = await stage.browser
  if (firstVisit) {
    const context = await newContext(browser, base)
    return { context, leave: () => context.close() }
  }
  if (!stage.shared) {
    stage.shared = await newContext(browser, base)
    // Keeps the process alive.
    await (await stage.shared.newPage()).goto('/logo.svg')
  }
  const context = stage.shared
  return { context, leave: () => empty(context, base) }
}

/** Closes the pages of a test and removes its data from the browser, except the program's cached files. */
async function empty(context: BrowserContext, base: string): Promise<void> {
  const [first, ...pages] = context.pages()
  if (!first) throw new Error('the page that keeps the process is closed')
  await Promise.all(pages.map((page) => page.close()))
  context.removeAllListeners()
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const wire = await context.newCDPSession(first)
  await wire.send('Storage.clearDataForOrigin', { origin: new URL(base).origin, storageTypes: 'all' })
  await wire.detach()
}

async function addressOf(demo: Demo | null): Promise<string> {
  if (!demo) return process.env.E2E_BASE ?? assert.fail('no demo')
  process.env.E2E_LOG = demo.log
  return demo.base
}

/**
 * Registers an end-to-end test. It also fails on any unexpected warning or error in the console. A failed test saves a
 * screenshot in test-results/.
 */
export function journey(title: string, walk: (visit: Visit) => Promise<void>, options: Options = {}): void {
  after(closeStage)
  test(title, async () => {
    const open = openStage()
    const base = await addressOf(await open.demo)
    const { context, leave } = await enter(open, base, options.firstVisit ?? false)
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    if (options.viewport) await page.setViewportSize(options.viewport)
    if (options.moving) await page.emulateMedia({ reducedMotion: 'no-preference' })
    const complaints = listen(context, options.expected ?? [])
    try {
      await walk({ page, context, base, ...sessionActions(page) })
      assert.deepEqual(complaints, [])
    } catch (error) {
      mkdirSync('test-results', { recursive: true })
      if (!page.isClosed())
        await page.screenshot({ path: join('test-results', `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.png`) })
      throw error
    } finally {
      await leave()
    }
  })
}

/** Collects console warnings and errors, and uncaught errors, of all tabs. */
function listen(context: BrowserContext, expected: RegExp[]): string[] {
  const complaints: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  context.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) note(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (fault) => note(fault.error().message))
  return complaints
}

function sessionActions(page: Page): Pick<Visit, 'open' | 'signIn'> {
  const open = async (path: string) => {
    await page.goto(path)
  }
  const signIn = async (username: string, path = '/welcome') => {
    const answer = await page.request.post('/api/login/account', {
      data: { type: 'account', username, password: PASSWORD },
    })
    assert.equal(answer.status(), 200, `${username} cannot sign in`)
    const { data } = await answer.json()
    // The language is a user preference: an earlier test may have changed it.
    const headers = { authorization: data.token }
    await page.request.delete('/api/preferences/language', { headers })
    // The token must be in this origin's storage before the program starts, without what another user's visit left there.
    await page.goto('/logo.svg')
    await page.evaluate(
      ([firstReads, token]) => {
        localStorage.removeItem(firstReads)
        localStorage.setItem('token', token)
      },
      [FIRST_READS, data.token] as const,
    )
    await page.goto(path)
  }
  return { open, signIn }
}

/** Stores a language on this device, as an earlier visit would. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.goto('/logo.svg')
  await page.evaluate((code) => localStorage.setItem('locale', code), locale)
}
