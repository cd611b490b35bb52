import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'
import type { Demo } from './demo.ts'
import { startDemo } from './demo.ts'

export const PASSWORD = 'Demo@2026'

/** What a journey is given: a window of its own, in which nobody is signed in yet. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Where the demo answers. */
  base: string
  /** Opens a path of the demo. */
  open: (path: string) => Promise<void>
  /** Signs a demo account in, without the form, and opens a path. */
  signIn: (username: string, path?: string) => Promise<void>
}

interface Options {
  /** 1366 × 768 unless said; the phone is 390 × 844. */
  viewport?: { width: number; height: number }
  /** Warnings and errors of the console that belong to the journey (a 403 that it provokes). */
  expected?: RegExp[]
  /** With the movements of menus, dialogs and lists; they stand still unless said. */
  moving?: boolean
  /** In a context and a process of its own, with nothing of the program yet; else an earlier journey's files are there. */
  firstVisit?: boolean
}

export const PHONE = { width: 390, height: 844 }
/** How long a journey waits for what it expects. */
const PATIENCE_MS = Number(process.env.E2E_PATIENCE_MS ?? 60_000)
const DESK = { width: 1366, height: 768 }

/** The browser and the demo of the test file that is running; its journeys share them. */
interface Stage {
  browser: Promise<Browser>
  /** The demo that this file started, if `npm test` did not start one for it. */
  demo: Promise<Demo> | null
  /** The context of the journeys that are no first visit; emptied after each. */
  shared?: BrowserContext
}

let stage: Stage | undefined

/**
 * All pages of a context run in one process, which has compiled the program already, and without the optimizing compilers,
 * which cost a short visit more than they save. Together this saves a quarter of the processor time of loading a page.
 */
const FLAGS_FOR_MANY_VISITS = ['--process-per-site', '--js-flags=--no-opt --no-maglev']

/** Launches the file's browser for its first journey; closes it after the last one. */
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
    // What unfolds may lose a click, and a busy machine may lose the end of a movement.
    reducedMotion: 'reduce',
  })
}

/** A context for one journey, and how it is left: as if nobody had been there. */
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
    // Keeps the process.
    await (await stage.shared.newPage()).goto('/logo.svg')
  }
  const context = stage.shared
  return { context, leave: () => empty(context, base) }
}

/** Closes the pages of a journey and removes what they left in the browser, but for the files of the program. */
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
 * A journey through the browser; the title is a sentence about people. It fails, beside its own reasons, on every
 * warning and error in the console, and leaves a picture in test-results/ where it fails.
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
      await walk({ page, context, base, ...doors(page) })
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

/** What the pages complain about in their consoles, and what goes wrong in them; every tab of the window counts. */
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

function doors(page: Page): Pick<Visit, 'open' | 'signIn'> {
  const open = async (path: string) => {
    await page.goto(path)
  }
  const signIn = async (username: string, path = '/welcome') => {
    const answer = await page.request.post('/api/login/account', {
      data: { type: 'account', username, password: PASSWORD },
    })
    assert.equal(answer.status(), 200, `${username} cannot sign in`)
    const { data } = await answer.json()
    // The language is kept with the person: a journey before this one may have chosen another.
    const headers = { authorization: data.token }
    await page.request.delete('/api/preferences/language', { headers })
    // The token has to stand in this origin's storage before the program starts.
    await page.goto('/logo.svg')
    await page.evaluate((token) => localStorage.setItem('token', token), data.token)
    await page.goto(path)
  }
  return { open, signIn }
}

/** Stores a language on this device, as an earlier visit would have. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.goto('/logo.svg')
  await page.evaluate((code) => localStorage.setItem('locale', code), locale)
}
