/** How long a key takes in a grid of 200 rows and 12 columns, from the key to the picture of what it did. */
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'
import type { Spread } from '../spread.ts'
import { spreadOf } from '../spread.ts'
import { serveFolder } from './folder.ts'
import { buildBare } from './page.ts'

/** Milliseconds of a key, by how much slower the processor is made. */
export type GridResult = Record<1 | 4, Spread>

/** Going, typing, ending a text, selecting, changing and giving up. */
const KEYS = ['ArrowDown', '4', '2', 'Enter', '7', 'Tab', 'Shift+ArrowDown', 'ArrowUp', 'F2', '1', 'Escape']
const ROUNDS = 6

/** Presses the keys of a person who fills a grid, one after the other. */
export async function measureGrid(): Promise<GridResult> {
  const folder = buildBare()
  const pages = await serveFolder(folder)
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await page.goto(`${pages.base}/grid.html`)
    await page.locator('.grid-open').first().click()
    return { 1: await pressAll(page, 1), 4: await pressAll(page, 4) }
  } finally {
    await browser.close()
    pages.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function pressAll(page: Page, slower: 1 | 4): Promise<Spread> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of KEYS) times.push(await press(page, key))
  }
  return spreadOf(times)
}

/** Milliseconds from the key's arrival in the page until the frame that follows it has been drawn. */
async function press(page: Page, key: string): Promise<number> {
  await page.evaluate(LISTEN)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.keyTime')
}

// A message that is posted in the frame arrives once the frame is laid out and painted.
// It answers nothing: an evaluation that answers a promise waits for it, and the key comes after.
const LISTEN = `void (window.keyTime = new Promise((done) => {
  addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      const drawn = new MessageChannel()
      drawn.port1.onmessage = () => done(performance.now() - event.timeStamp)
      drawn.port2.postMessage(0)
    })
  }, { capture: true, once: true })
}))`
