import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type BillPage, customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { customers } from '#clients/customers/contract.ts'
import { addDays, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { journey, PHONE } from './support/journey.ts'
import { drop, pddFile } from './support/platformFiles.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const on = today(() => new Date())

/** Creates a customer. */
async function customerOf(base: string): Promise<{ id: number; name: string }> {
  const name = `后果文具${Date.now()}`
  const { id } = await (await clientOf(base, 'admin')).call(customers.create, { name })
  return { id, name }
}

async function drafted(finance: Client, customerId: number, priceCents: number): Promise<BillPage> {
  const lines = [{ label: '大促临时支援', qty: 1, priceCents, taxRateBp: 600 }]
  const draft = { customerId, kind: 'adjustment' as const, month: monthOf(on), lines }
  return finance.call(customerBills.create, draft)
}

async function confirm(window: Locator, name: RegExp): Promise<void> {
  await window.getByRole('button', { name }).click()
  await window.waitFor({ state: 'hidden' })
}

/** Issues the drafts of one customer from the list; returns the consequences that the dialog lists. */
async function issueAll(page: Page, name: string): Promise<Record<string, string>> {
  await page.goto(`/customer-bill-management?status=draft&keyword=${encodeURIComponent(name)}`)
  await page.locator('.list-table .ant-table-row').nth(1).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '出账' }).click()
  const window = page.getByRole('dialog', { name: '出账 2 项' })
  const rows = await readRows(window)
  await assertAccessible(page, 'the window before bills are issued')
  await confirm(window, /^出\s?账$/)
  await page.getByRole('dialog').getByText('成功').first().waitFor()
  return rows
}

journey(
  'finance reads the consequences of issuing and reversing, confirms, and finds exactly these changes',
  async ({ page, base, signIn }) => {
    const finance = await clientOf(base, 'finance')
    const { id, name } = await customerOf(base)
    const drafts = [await drafted(finance, id, 120_000), await drafted(finance, id, 34_500)]
    await signIn('finance', '/customer-bill-management')
    const issued = await issueAll(page, name)
    assert.deepEqual([issued.出账, issued.客户, issued.合计], ['2', '1', '¥1,545.00'])
    assert.equal(issued[`${name}的应收`], '¥0.00 → ¥1,545.00')
    const bills = await Promise.all(drafts.map((bill) => finance.call(customerBills.get, { id: bill.id })))
    assert.equal(
      issued.编号,
      bills
        .map(({ code }) => code ?? '')
        .sort()
        .join(' – '),
    )

    const [bill] = bills
    assert.ok(bill)
    await finance.call(customerBillSteps.receive, {
      id: bill.id,
      onDay: on,
      amountCents: 120_000,
      method: 'bank' as const,
    })
    await page.goto(`/customer-bill-management/${bill.id}?tab=receipts`)
    await page.getByRole('button', { name: /^冲\s?销$/ }).click()
    const window = page.getByRole('dialog', { name: '冲销 ¥1,200.00' })
    assert.deepEqual(await readRows(window), {
      账单状态: '已收 → 待收',
      账单未收: '¥0.00 → ¥1,200.00',
      [`${name}的应收`]: '¥345.00 → ¥1,545.00',
    })
    await window.getByLabel('原因').fill('登错账单')
    await confirm(window, /^冲\s?销$/)
    await page.getByText('待收', { exact: true }).first().waitFor()
    const after = await finance.call(customerBills.get, { id: bill.id })
    assert.deepEqual([after.status, after.receivedCents], ['open', 0])
  },
)

/** A store that the demo's agent serves, and the agent's nick there. No other test writes figures of this day. */
const STORE = { name: '暮色香氛官方店', nick: '暮色香氛客服1' }

journey(
  'on a phone an agent reads the consequences of undoing an import, and undoes it',
  async ({ page, signIn }) => {
    const day = addDays(on, -33)
    await signIn('agent', '/store-worklog/imports')
    await page.getByRole('button', { name: '导入平台数据' }).first().click()
    const drawer = page.getByRole('dialog', { name: '导入平台数据' })
    await drawer
      .getByText(/把平台导出的文件拖到这里|选择平台导出的文件/)
      .first()
      .waitFor()
    await drop(page, [pddFile(STORE.name, day, [[STORE.nick, 987]])])
    await drawer.getByRole('button', { name: '确认导入 1 个文件' }).click()
    await drawer.getByText('1 个文件已写入').waitFor()
    await drawer.getByRole('button', { name: /撤\s*销/ }).click()
    const window = page.getByRole('dialog', { name: /^撤销“/ })
    const rows = await readRows(window)
    assert.deepEqual([rows.涉及店铺, rows.涉及天数], ['1', '1'])
    assert.ok(rows.客服的数据恢复为之前的数 ?? rows.客服的数据删除, JSON.stringify(rows))
    // Agents do not see the consequences for bills.
    assert.ok(!Object.keys(rows).some((label) => label.includes('账单')))
    await assertFits(page, 'the window before an import is undone')
    await assertAccessible(page, 'the window before an import is undone')
    await confirm(window, /^撤\s?销$/)
    await drawer.getByText('已撤销，数据恢复到导入之前。').waitFor()
  },
  { viewport: PHONE },
)

journey('in English the consequences of issuing a bill have no Chinese', async ({ page, base, signIn }) => {
  const finance = await clientOf(base, 'finance')
  const customer = await customerOf(base)
  const { id } = await drafted(finance, customer.id, 5_000)
  await page.goto('/logo.svg')
  await page.evaluate(() => localStorage.setItem('locale', 'en-US'))
  await signIn('finance', `/customer-bill-management/${id}`)
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const list = page.getByRole('dialog').getByRole('region', { name: 'What will change' })
  await list.getByText(`Owed by ${customer.name}`).waitFor()
  const consequencesText = (await list.innerText()).replaceAll(customer.name, '')
  assert.doesNotMatch(consequencesText, /[\p{Script=Han}，。；]/u)
})
