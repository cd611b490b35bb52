import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Keeps count of a page's requests, and waits until what it shows has come and stands still. */
export function watchLoading(page: Page): () => Promise<void> {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      await page.waitForFunction(isStill)
      // What an answer asks for in its turn is asked for within two frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    } while (open.size > 0)
  }
}

/** Runs in the page: nothing is on its way, and nothing moves. The ring of a pressed button, 2 s long, hides nothing. */
function isStill(): boolean {
  const timings = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => effect?.getComputedTiming())
  const moves = timings.some((timing) => Number(timing?.activeDuration) <= 1000)
  return !moves && !document.querySelector('[aria-busy="true"], [aria-label="加载中"]')
}

/** Fails where the page, or what lies on top of it, has to be moved sideways to be read. */
export async function assertFits(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')]
    return frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.tagName)
  })
  assert.deepEqual(wider, [], `${where} is wider than the window`)
}

/** Fails on everything that axe calls serious or critical. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // There are no frames to look into: the older way does without a second page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Without the elements that pass, of which a list has thousands.
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  assert.deepEqual(found, [], where)
}
