import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { bankReceipts } from '#billing/bank-receipts/contract.ts'
import { type BillPage, customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { customers } from '#clients/customers/contract.ts'
import { monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf, until } from './support/api.ts'
import { journey } from './support/journey.ts'
import { assertAccessible } from './support/screens.ts'

const stamp = String(Date.now())
const name = `对账文具${stamp}`
const on = today(() => new Date())

/** Creates a customer with issued bills of these amounts, in 分. */
async function billed(base: string, finance: Client, amounts: number[]): Promise<BillPage[]> {
  const admin = await clientOf(base, 'admin')
  const { id: customerId } = await admin.call(customers.create, { name })
  const bills: BillPage[] = []
  for (const priceCents of amounts) {
    const lines = [{ label: '大促临时支援', qty: 1, priceCents, taxRateBp: 600 }]
    const draft = await finance.call(customerBills.create, {
      customerId,
      kind: 'adjustment',
      month: monthOf(on),
      lines,
    })
    bills.push(await finance.call(customerBillSteps.issue, { id: draft.id, version: draft.version }))
  }
  return bills
}

/** A bank statement; `note` makes the file different while the rows stay the same. */
function statement(code: string | null, note: string): Buffer {
  const rows = [
    ['交易日期', '贷方发生额', '对方户名', '摘要', '交易流水号'],
    [on, '1200.00', name, `服务费${code}`, `${stamp}1`],
    [on, '1000.00', name, '服务费', `${stamp}2`],
    [on, '3.21', `${name}开户行`, '结息', `${stamp}3`],
    [note],
  ]
  return Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'))
}

/** Uploads a file in the window and waits for the summary of its rows. */
async function upload(window: Locator, fileName: string, buffer: Buffer, says: RegExp): Promise<void> {
  await window.locator('input[type=file]').setInputFiles({ name: fileName, mimeType: 'text/csv', buffer })
  const result = window.getByRole('region', { name: '上传结果' }).filter({ hasText: fileName })
  await result.filter({ hasText: says }).waitFor()
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Sets the interest row aside with a reason, then undoes it. */
async function setAside(page: Page): Promise<void> {
  const row = rowOf(page, '3.21')
  await row.getByRole('button', { name: '无关', exact: true }).click()
  const form = page.getByRole('dialog', { name: '标为无关' })
  await form.getByLabel('原因').fill('活期利息')
  await form.getByRole('button', { name: /^确\s?定$/ }).click()
  await row.getByText('活期利息').waitFor()
  await row.getByRole('button', { name: '取消无关' }).click()
  await row.getByRole('button', { name: '无关', exact: true }).waitFor()
}

journey(
  'finance uploads a bank file, books a proposal and splits a payment over two bills; a second upload adds no rows',
  async ({ page, base, signIn }) => {
    const finance = await clientOf(base, 'finance')
    const [one, two, three] = await billed(base, finance, [120_000, 80_000, 50_000])
    assert.ok(one && two && three)
    const path = `/customer-bill-management/bank?keyword=${encodeURIComponent(name)}`
    await signIn('finance', path)
    await page.getByRole('button', { name: '上传流水' }).first().click()
    const window = page.getByRole('dialog', { name: '上传银行流水' })
    await upload(window, '第一次.csv', statement(one.code, '第一次下载'), /新增\s*3/)
    await upload(window, '再一次.csv', statement(one.code, '再次下载'), /已有\s*3/)
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })

    const first = rowOf(page, '1,200.00')
    await first.getByText(/摘要里有账单编号、付款方与客户同名、金额相符/).waitFor()
    await assertAccessible(page, 'the bank’s rows')
    await first.getByRole('button', { name: '登记收款' }).click()
    const fullPayment = page.getByRole('dialog', { name: '登记收款 ¥1,200.00' })
    await fullPayment.getByText('已分配 ¥1,200.00，还剩 ¥0.00').waitFor()
    await fullPayment.getByRole('button', { name: /^登\s?记$/ }).click()
    await fullPayment.waitFor({ state: 'hidden' })

    const second = rowOf(page, '1,000.00')
    await second.getByText(new RegExp(`${two.code} 等 2 张账单`)).waitFor()
    await second.getByRole('button', { name: '登记收款' }).click()
    const split = page.getByRole('dialog', { name: '登记收款 ¥1,000.00' })
    await split.getByLabel(`${three.code} 的金额`).waitFor()
    assert.equal(await split.getByLabel(`${three.code} 的金额`).inputValue(), '200.00')
    await split.getByRole('button', { name: /^登\s?记$/ }).click()
    await split.waitFor({ state: 'hidden' })
    await setAside(page)

    const states = () =>
      Promise.all(
        [one, two, three].map(async ({ id }) => (await finance.call(customerBills.get, { id })).status),
      )
    await until(states, (found) => found.join() === 'paid,paid,partial', 'what became of the bills')
    const { items } = await finance.call(bankReceipts.list, { keyword: stamp, pageSize: 100 })
    assert.deepEqual(items.map(({ state, leftCents }) => [state, leftCents]).sort(), [
      ['booked', 0],
      ['booked', 0],
      ['open', 321],
    ])
    for (const { id } of items.filter(({ state }) => state === 'open')) {
      await finance.call(bankReceipts.setAside, { id, reason: '测试后归档' })
    }
  },
)
