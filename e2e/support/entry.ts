import type { Page } from 'playwright-core'
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

/** Focuses the first editable cell. */
export async function enterGrid(page: Page): Promise<void> {
  await grid(page).locator('.grid-open').first().click()
}
