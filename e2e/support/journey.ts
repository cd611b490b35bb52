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
}

let stage: Stage | undefined

/** Launches the file's browser for its first journey; closes it after the last one. */
function openStage(): Stage {
  stage ??= {
    browser: chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS }),
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
    const { browser: launching, demo } = openStage()
    const [browser, base] = [await launching, await addressOf(await demo)]
    const viewport = options.viewport ?? DESK
    const context = await browser.newContext({
      baseURL: base,
      viewport,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      // What unfolds may lose a click, and a busy machine may lose the end of a movement.
      reducedMotion: options.moving ? 'no-preference' : 'reduce',
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
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
      await context.close()
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
