import type { Locator, Page } from 'playwright-core'
import { follow, pick, send } from './hands.ts'

/** The row of a store in the week by store. */
export const storeRow = (page: Page, store: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: store }) })

/** Assigns an agent to a store in 排班, from today on. */
export async function assignOnBoard(page: Page, store: string, agent: string): Promise<void> {
  await follow(page, `/store-worklog/roster?by=store&keyword=${encodeURIComponent(store)}`)
  const row = storeRow(page, store)
  await row.getByRole('button', { name: `${store}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '分配客服' }).click()
  const form = page.getByRole('dialog', { name: '分配客服' })
  await form.locator('input:focus').waitFor()
  await pick(form.getByLabel('客服', { exact: true }), agent)
  await send(form, '确定')
  await row
    .getByRole('button', { name: new RegExp(agent) })
    .first()
    .waitFor()
}
