import type { Page } from 'playwright-core'
import { today } from '#kit/calendar.ts'
import { follow, pick, send } from './hands.ts'

/** Assigns an agent to a store on the board, from today on. */
export async function assignOnBoard(page: Page, store: string, agent: string): Promise<void> {
  await follow(page, `/store-worklog/roster?by=store&keyword=${encodeURIComponent(store)}`)
  const row = page.getByRole('region', { name: store })
  const on = today(() => new Date())
  await row.getByRole('button', { name: `${store} ${on} 分配客服` }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '分配客服' })
  await form.locator('input:focus').waitFor()
  await pick(form.getByLabel('客服', { exact: true }), agent)
  await send(form, '确定')
  await row.getByRole('button', { name: new RegExp(agent) }).waitFor()
}
