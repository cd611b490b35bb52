import type { Page } from 'playwright-core'
import type { WorklogLine } from '#operations/worklogs/contract.ts'
import { worklogDays } from '#operations/worklogs/contractDay.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './api.ts'

/** The demo has no log of this shift for today; each test uses agents of its own. */
const SHIFT = 'morning'
export const ENTRY = `/store-worklog?shift=${SHIFT}`

/** The agents whose logs of today are written by the test of their review, and by no other. */
export const REVIEWED = ['zhaoxiaodong', 'tangning', 'xuanran']

/** The agent's work log of today, from the server. */
export async function dayOf(base: string, username: string) {
  const client = await clientOf(base, username)
  return client.call(worklogDays.day, { shift: SHIFT })
}

/**
 * An agent of the demo who works today, has written nothing, and has two stores or more without figures. Who rests today
 * depends on the day of the week.
 */
export async function agentToWrite(base: string): Promise<string> {
  const admin = await clientOf(base, 'admin')
  const { items } = await admin.call(staff.list, { role: [2], status: ['active'], pageSize: 100 })
  for (const { username, parentId } of items) {
    if (parentId === null || username === 'agent' || REVIEWED.includes(username)) continue
    const { worklog, lines } = await dayOf(base, username)
    if (worklog === null && lines.length >= 2 && lines.every(({ source }) => source === 'empty'))
      return username
  }
  throw new Error('nobody of the demo can write a log today')
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
