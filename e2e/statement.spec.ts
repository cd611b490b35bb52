import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { customers } from '#clients/customers/contract.ts'
import { DEMO_STATEMENT } from '#demo/accounts.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Creates an issued bill with two lines. */
async function issuedBill(base: string) {
  const finance = await clientOf(base, 'finance')
  const { items } = await finance.call(customers.list, { pageSize: 1 })
  const customerId = items[0]?.id ?? 0
  const line = (label: string, priceCents: number) => ({ label, qty: 1, priceCents, taxRateBp: 600 })
  const draft = await finance.call(customerBills.create, {
    customerId,
    kind: 'adjustment',
    month: monthOf(today(() => new Date())),
    lines: [line('大促临时支援', 120_000), line('夜班加开', 80_000)],
  })
  const { id, code } = await finance.call(customerBillSteps.issue, { id: draft.id, version: draft.version })
  return { id, code, finance }
}

/** The link and the code, which finance sees only once. */
async function made(page: Page) {
  const shown = page.locator('.statement-made')
  await shown.waitFor()
  const text = await shown.innerText()
  const link = /https?:\/\/\S+\/s\/[\w-]+/.exec(text)?.[0]
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text.replace(link ?? '', ''))?.[0]
  assert.ok(link && code, text)
  await page.getByRole('button', { name: '我已复制' }).click()
  return { link, code }
}

journey(
  'finance sends a bill link to a merchant, who confirms one line on the phone and objects to the other',
  async ({ page, base, context, signIn }) => {
    const { id, code: billCode, finance } = await issuedBill(base)
    const browser = context.browser()
    assert.ok(browser)
    const phone = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', reducedMotion: 'reduce' })
    try {
      await signIn('finance', `/customer-bill-management/${id}`)
      await page.getByRole('button', { name: '生成对账链接' }).click()
      const { link, code } = await made(page)

      const merchant = await phone.newPage()
      await merchant.goto(link)
      await merchant.getByLabel('提取码').fill(code)
      await merchant.getByRole('button', { name: '查看账单' }).click()
      await merchant.getByRole('heading', { name: `对账单 ${billCode}` }).waitFor()
      await assertFits(merchant, 'the page of the merchant')
      const [first, second] = [merchant.locator('#line-1'), merchant.locator('#line-2')]
      await first.getByRole('button', { name: '确认无误' }).click()
      await first.getByText('已确认', { exact: true }).waitFor()
      await second.getByText('有异议', { exact: true }).click()
      await second.getByLabel(/哪里不对/).fill('夜班只开了三天')
      await second.getByRole('button', { name: '提交异议' }).click()
      await second.locator('.said').getByText('夜班只开了三天').waitFor()

      await page.goto(`/customer-bill-management?statement=objected&keyword=${billCode}`)
      await page
        .getByRole('link', { name: billCode ?? '' })
        .first()
        .click()
      const answers = page.getByRole('list', { name: '商家的回复' })
      await answers.getByText('夜班只开了三天').waitFor()
      await answers.getByRole('button', { name: '答复' }).click()
      await page.getByRole('dialog').getByLabel('答复').fill('已核对，按三天另开调整')
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      await answers.getByText(/已核对，按三天另开调整/).waitFor()
      await merchant.reload()
      await second.getByText('已核对，按三天另开调整').waitFor()
    } finally {
      await phone.close()
      const { version } = await finance.call(customerBills.get, { id })
      await finance.call(customerBillSteps.void, { id, version, reason: '测试后作废' })
    }
  },
)

journey('finance opens a line of a proposed bill down to its days', async ({ page, base, signIn }) => {
  const finance = await clientOf(base, 'finance')
  const { items } = await finance.call(customerBills.list, {
    status: ['draft'],
    kind: ['service'],
    pageSize: 50,
  })
  const bill = items.find(({ totalCents }) => totalCents > 0)
  assert.ok(bill)
  await signIn('finance', `/customer-bill-management/${bill.id}?line=1`)
  const drawer = page.getByRole('dialog', { name: '这一行怎么来的' })
  await drawer.getByRole('heading', { name: '每一天' }).waitFor()
  await drawer.getByText('算法').waitFor()
  await drawer.getByRole('button', { name: '来源' }).first().click()
  await page.getByRole('dialog', { name: '这个数字怎么来的' }).getByText('覆盖').waitFor()
})

journey("the merchant's page printed by the demo opens with its code", async ({ page, base }) => {
  await page.goto(`${base}/s/${DEMO_STATEMENT.token}`)
  await page.getByLabel('提取码').fill(DEMO_STATEMENT.code)
  await page.getByRole('button', { name: '查看账单' }).click()
  await page.getByRole('heading', { name: /^对账单 ZD/ }).waitFor()
  await page.locator('.said').getByText('中旬有两天没有客服在线').waitFor()
  await assertAccessible(page, 'the page of the merchant')
})
