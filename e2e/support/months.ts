import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { monthClosing } from '#finance/monthly-financials/contractClosing.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './api.ts'

/** The company whose months are closed: it has two admins, and no other test writes into its past. */
const COMPANY = { companyCode: '002' }
const MONTHS_BACK = 12

/** The next month of the company that can be closed. */
export async function nextToClose(admin: Client): Promise<string> {
  const last = monthBefore(monthOf(today(() => new Date())))
  let first = last
  for (let at = 1; at < MONTHS_BACK; at += 1) first = monthBefore(first)
  const { items } = await admin.call(monthlyFinancials.list, { from: first, to: last, ...COMPANY })
  const closed = items.findLastIndex(({ status }) => status === 'closed')
  for (const { month } of items.slice(closed + 1)) {
    const { items: checks } = await admin.call(monthClosing.checklist, { month, ...COMPANY })
    if (checks.every(({ done, waivable }) => done || waivable)) return month
  }
  assert.fail('no month of the company can be closed')
}

/** Restores the company's month: reopens it and removes the line. */
export async function restoreMonth(base: string, month: string, label?: string): Promise<void> {
  const [admin, other] = [await clientOf(base, 'admin'), await clientOf(base, 'admin2')]
  let page = await admin.call(monthlyFinancials.get, { month, ...COMPANY })
  if (page.status === 'closed') {
    if (!page.reopening) {
      const { version } = page
      page = await admin.call(monthClosing.reopen, { month, ...COMPANY, version, reason: '测试后还原' })
    }
    if (page.status === 'closed') {
      page = await other.call(monthClosing.confirmReopen, { month, version: page.version })
    }
  }
  for (const { id, version } of page.manualLines.filter((line) => line.label === label)) {
    await admin.call(monthClosing.removeLine, { month, ...COMPANY, id, version })
  }
}

/** Waives all open items with a reason, and closes the month of the page. */
export async function closeMonth(page: Page, month: string): Promise<void> {
  const list = page.getByRole('list', { name: '结账清单' })
  await list.waitFor()
  const waive = list.getByRole('button', { name: '豁免', exact: true })
  for (let left = await waive.count(); left > 0; left -= 1) {
    await waive.first().click()
    const reason = list.getByLabel(/^豁免理由/)
    await reason.fill('历史数据不全，按现有的结')
    await list.locator('.check-reason').getByRole('button', { name: '豁免' }).click()
    await reason.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /^结\s?账$/ }).click()
  const question = page.getByRole('dialog', { name: `结账 ${month}？` })
  await question.getByRole('button', { name: /^结\s?账$/ }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '快照与现在比较' }).waitFor()
}
