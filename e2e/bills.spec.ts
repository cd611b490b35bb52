import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { closeMonth, nextToClose, restoreMonth } from './support/months.ts'
import { assertAccessible, assertFits } from './support/screens.ts'
import { endService, servedSince } from './support/stores.ts'

const SIX_THOUSAND = { model: 'fixed', monthlyCents: 600_000 } as const

/** Creates the proposals of a month. */
async function propose(page: Page, month: string): Promise<void> {
  await page.getByRole('button', { name: '生成账单' }).first().click()
  const form = page.getByRole('dialog', { name: '生成账单' })
  await pick(form.getByLabel('服务月份'), month)
  await form.getByRole('button', { name: '生成账单' }).click()
}

async function receive(page: Page, yuan: string | null): Promise<void> {
  await page.getByRole('button', { name: '登记收款' }).click()
  const form = page.getByRole('dialog', { name: /^登记收款/ })
  if (yuan !== null) await form.getByLabel('金额').fill(yuan)
  await form.getByRole('button', { name: /^登\s?记$/ }).click()
  await form.waitFor({ state: 'hidden' })
}

journey(
  "an admin proposes a month's bills, lowers one with a reason, issues it, records two partial payments and closes the month",
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin2')
    const month = await nextToClose(await clientOf(base, 'admin'))
    const store = await servedSince(admin, { called: '拾光文具', month, pricing: SIX_THOUSAND })
    try {
      await signIn('admin2', '/customer-bill-management')
      await propose(page, month)
      await page.waitForURL(/status=draft/)

      await page.goto(`/customer-bill-management?status=draft&keyword=${encodeURIComponent(store.name)}`)
      await page.getByRole('link', { name: `${month} 服务费` }).click()
      await page.getByRole('button', { name: '编辑' }).click()
      const change = page.getByRole('dialog', { name: /^修改/ })
      await change.getByLabel('优惠').fill('500')
      await change.getByLabel('原因').fill('首月优惠，合同约定')
      await change.getByRole('button', { name: /^确\s?定$/ }).click()
      await page.getByText('¥5,500.00').first().waitFor()

      await page.getByRole('button', { name: /^出\s?账$/ }).click()
      const issue = page.getByRole('dialog', { name: /^出账/ })
      await issue.getByRole('button', { name: /^出\s?账$/ }).click()
      await receive(page, '3000')
      await page.getByText('部分收', { exact: true }).first().waitFor()
      await receive(page, null)
      await page.getByText('已收', { exact: true }).first().waitFor()
      await page.getByRole('tab', { name: /收款/ }).click()
      await page.getByText('¥2,500.00').first().waitFor()
      await page.getByRole('tab', { name: '操作日志' }).click()
      const log = page.locator('.audit').first()
      await log.getByText('提出草稿').waitFor()
      const logText = await log.innerText()
      assert.match(logText, new RegExp(`服务月份\\s*${month}\\s`), 'the month without its first day')
      assert.doesNotMatch(logText, /撤回/, 'what was not withdrawn is not said to be')
      assert.match(logText, /\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?!:)/)
      assert.doesNotMatch(logText, /\d{2}:\d{2}:\d{2}/)
      await page.getByRole('tab', { name: /收款/ }).click()
      await assertAccessible(page, 'a paid bill')
      await assertFits(page, 'a paid bill')

      await page.goto(`/monthly-financial-history?month=${month}`)
      await page.getByRole('heading', { name: `结账 ${month}` }).waitFor()
      await closeMonth(page, month)

      await page.goto('/customer-bill-management')
      await propose(page, month)
      await page.getByText(`${month} 已结账，不能再改这个月的账`).first().waitFor()
    } finally {
      await restoreMonth(base, month)
      await endService(admin, store.id)
    }
  },
  { expected: [/409 \(Conflict\)/] },
)
