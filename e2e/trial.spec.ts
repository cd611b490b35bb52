import assert from 'node:assert/strict'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { billTrials } from '#billing/customer-bills/contractTrial.ts'
import { customers } from '#clients/customers/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const month = monthBefore(monthOf(today(() => new Date())))
const pricing = { model: 'fixed', monthlyCents: 990_000 } as const

/** The server's result for the same price, for a customer with several stores, so that there is a sum. */
async function expected(finance: Client) {
  const { items } = await finance.call(customers.list, { pageSize: 50 })
  for (const { id, name } of items.filter(({ storeCount }) => storeCount > 1)) {
    const trial = await finance.call(billTrials.run, { month, pricing, customerId: id })
    if (trial.stores > 1 && trial.differenceCents !== 0) return { name, trial }
  }
  throw new Error('no customer of several stores')
}

const yuan = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** All data that a trial must not change: bills, and the terms of the stores. */
async function written(finance: Client, storeIds: readonly number[]) {
  const terms = await Promise.all(storeIds.map((id) => finance.call(storeTerms.list, { id })))
  const { statusCounts, sums } = await finance.call(customerBills.list, { pageSize: 1 })
  return JSON.stringify({ terms, statusCounts, sums })
}

journey(
  'finance tries a new price for a customer on a past month: it shows each store and the sum, and writes nothing',
  async ({ page, base, signIn }) => {
    const finance = await clientOf(base, 'finance')
    const { name, trial } = await expected(finance)
    const storeIds = trial.items.map(({ storeId }) => storeId)
    await signIn('finance', '/customer-bill-management')
    const before = await written(finance, storeIds)

    await page.getByRole('button', { name: '试算新价' }).click()
    const drawer = page.getByRole('dialog', { name: '试算新价' })
    await pick(drawer.getByLabel('客户'), name)
    await pick(drawer.getByLabel('试算月份'), month)
    await pick(drawer.getByLabel('新的计费方式'), '固定月费')
    await drawer.getByRole('textbox', { name: '月费' }).fill('9900')
    await drawer.getByRole('button', { name: /^试\s?算$/ }).click()

    const found = drawer.getByRole('region', { name: '试算结果' })
    await found.waitFor()
    const strip = await found.innerText()
    for (const cents of [trial.presentCents, trial.trialCents, Math.abs(trial.differenceCents)]) {
      assert.ok(strip.includes(yuan(cents)), `${yuan(cents)} in ${strip}`)
    }
    for (const { storeName, trial: tried } of trial.items) {
      const store = found.locator('details').filter({ hasText: storeName })
      await store.getByText(new RegExp(`→ ¥${yuan(tried.totalCents)}`)).waitFor()
    }
    await found.locator('summary').first().click()
    await found
      .getByText(/^服务 \d+ 天/)
      .first()
      .waitFor()
    await assertFits(page, 'a trial')
    await assertAccessible(page, 'a trial')

    await drawer.getByRole('textbox', { name: '月费' }).fill('9800')
    await found.waitFor({ state: 'detached' })
    assert.equal(await written(finance, storeIds), before)
  },
)
