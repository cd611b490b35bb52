import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'
import { type CustomerStore, endService, servedSince } from './support/stores.ts'

const month = monthBefore(monthOf(today(() => new Date())))
const INCLUDED = { model: 'included', monthlyCents: 600_000, includedDaily: 100, overageCents: 80 } as const

/** Creates stores without figures in the month, each of a new customer, with that month's drafts. */
async function withoutFigures(
  admin: Client,
  finance: Client,
  names: readonly string[],
): Promise<CustomerStore[]> {
  const made: CustomerStore[] = []
  for (const called of names) made.push(await servedSince(admin, { called, month, pricing: INCLUDED }))
  await finance.call(customerBills.propose, { month })
  return made
}

const issueButton = (window: Locator) => window.getByRole('button', { name: /^出\s?账$/ })

/** Returns the text of a label on the bill's printed page. */
async function readPaper(page: Page, label: string): Promise<string> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const fact = page.locator('.paper-facts > div').filter({ hasText: label })
  const factText = await fact.locator('dd').innerText()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  return factText
}

journey(
  'finance issues a bill with missing days only with a reason, which the bill, its printout and its log contain',
  async ({ page, base, signIn }) => {
    const [admin, finance] = [await clientOf(base, 'admin2'), await clientOf(base, 'yinqing')]
    const [store = assert.fail()] = await withoutFigures(admin, finance, ['缺数眼镜'])
    try {
      await signIn(
        'yinqing',
        `/customer-bill-management?status=draft&keyword=${encodeURIComponent(store.name)}`,
      )
      const row = page.getByRole('row').filter({ hasText: store.name })
      await row.getByText(/缺 \d+ 天咨询量/).waitFor()
      await page.getByRole('link', { name: `${month} 服务费` }).click()
      await page.getByRole('button', { name: /^出\s?账$/ }).click()
      const window = page.getByRole('dialog', { name: /^出账/ })
      await window.getByText(/缺 \d+ 天咨询量/).waitFor()
      await assertAccessible(page, 'a bill that lacks days is issued')
      await issueButton(window).click()
      await window.getByText('请选择缺数据出账的理由').waitFor()
      await pick(window.getByLabel('缺数据出账的理由'), '其他')
      await issueButton(window).click()
      await window.getByText(/^请(写明理由。|填写说明)$/).waitFor()
      await window.getByLabel('说明').fill('新店，平台的数据下月才开放')
      await issueButton(window).click()
      await window.waitFor({ state: 'hidden' })

      await page.getByText('缺数据出账', { exact: true }).first().waitFor()
      await page
        .getByText(/未计超量（新店，平台的数据下月才开放）/)
        .first()
        .waitFor()
      assert.match(await readPaper(page, '说明'), /无平台数据，未计超量（新店，平台的数据下月才开放）$/)
      await assertFits(page, 'a bill that was issued with gaps')
      await page.getByRole('tab', { name: '操作日志' }).click()
      const log = page.locator('.audit').first()
      await log.getByText('出账', { exact: true }).first().waitFor()
      assert.match(await log.innerText(), /新店，平台的数据下月才开放/)
    } finally {
      await endService(admin, store.id)
    }
  },
  { expected: [/400 \(Bad Request\)/] },
)

journey(
  'finance issues several drafts in bulk: one reason for those with missing days, none for the other',
  async ({ page, base, signIn }) => {
    const [admin, finance] = [await clientOf(base, 'admin2'), await clientOf(base, 'yinqing')]
    const prefix = `缺数批次${Date.now()}`
    const stores = await withoutFigures(admin, finance, [`${prefix}甲`, `${prefix}乙`])
    const lines = [{ label: '大促临时支援', qty: 1, priceCents: 50_000, taxRateBp: 600 }]
    const [{ customerId }] = [stores[0] ?? assert.fail()]
    await finance.call(customerBills.create, { customerId, kind: 'adjustment', month, lines })
    try {
      await signIn('yinqing', `/customer-bill-management?status=draft&keyword=${encodeURIComponent(prefix)}`)
      await page.locator('.list-table .ant-table-row').nth(2).waitFor()
      await page.getByRole('checkbox').first().check()
      await page
        .getByRole('region', { name: '批量操作' })
        .getByRole('button', { name: /^出\s?账$/ })
        .click()
      const window = page.getByRole('dialog', { name: '出账 3 项' })
      const rows = await readRows(window)
      assert.equal(rows.出账, '3')
      await assertAccessible(page, 'bills that lack days are issued at once')
      await pick(window.getByLabel('缺数据出账的理由'), '已与商家确认')
      await issueButton(window).click()
      await window.waitFor({ state: 'hidden' })
      await page.getByText('成功 3，失败 0').waitFor()
      await page.getByRole('button', { name: '知道了' }).click()

      const { items } = await finance.call(customerBills.list, { keyword: prefix, month: [month] })
      const billSummaries = items.map(
        ({ kind, status, missingReason }) => `${kind} ${status} ${missingReason}`,
      )
      assert.deepEqual(billSummaries.sort(), [
        'adjustment open null',
        ...Array(2).fill('service open confirmed'),
      ])
      const bill = items.find(({ kind }) => kind === 'service') ?? assert.fail()
      await page.goto(`/customer-bill-management/${bill.id}`)
      await page.getByText(/未计超量（已与商家确认）/).waitFor()
      assert.match(await readPaper(page, '说明'), /无平台数据，未计超量（已与商家确认）$/)
    } finally {
      for (const { id } of stores) await endService(admin, id)
    }
  },
)
