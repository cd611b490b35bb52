import type { Page } from 'playwright-core'
import type { WorklogLine } from '#operations/worklogs/contract.ts'
import { worklogDays } from '#operations/worklogs/contractDay.ts'
import { clientOf } from './api.ts'

/** The demo has no log of this shift for today; each test uses agents of its own. */
const SHIFT = 'morning'
export const ENTRY = `/store-worklog?shift=${SHIFT}`

/** The agent's work log of today, from the server. */
export async function dayOf(base: string, username: string) {
  const client = await clientOf(base, username)
  return client.call(worklogDays.day, { shift: SHIFT })
}

export const grid = (page: Page) => page.getByRole('grid', { name: '各店数据' })

/** Shows the cells of every store, also of those whose file is expected. */
export async function keyAllStores(page: Page): Promise<void> {
  await page.getByLabel('今日小结').waitFor()
  const unfold = page.locator('.entry-rest summary')
  if ((await unfold.count()) > 0) await unfold.click()
  const buttons = page.getByRole('button', { name: /^仍要填/ })
  while ((await buttons.count()) > 0) await buttons.first().click()
}

/** Whether a submit asks about stores without files that have no figures. */
export function asksForFigures(lines: WorklogLine[], keyedStores: readonly number[]): boolean {
  return lines.some(
    ({ storeId, source, figureSource }) =>
      source === 'empty' && figureSource === 'keyed' && !keyedStores.includes(storeId),
  )
}

/** Focuses the first editable cell. */
export async function enterGrid(page: Page): Promise<void> {
  await grid(page).locator('.grid-open').first().click()
}
