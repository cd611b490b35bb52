import type { Page } from 'playwright-core'
import { worklogDays } from '#operations/worklogs/contractDay.ts'
import { clientOf } from './api.ts'

/** The demo has no log of this shift today; each journey writes those of agents of its own. */
const SHIFT = 'morning'
export const ENTRY = `/store-worklog?shift=${SHIFT}`

/** The agent's log of today, as the server has it. */
export async function dayOf(base: string, username: string) {
  const client = await clientOf(base, username)
  return client.call(worklogDays.day, { shift: SHIFT })
}

export const grid = (page: Page) => page.getByRole('grid', { name: '各店数据' })

/** Puts the keyboard into the first cell to fill. */
export async function enterGrid(page: Page): Promise<void> {
  await grid(page).locator('.grid-open').first().click()
}
