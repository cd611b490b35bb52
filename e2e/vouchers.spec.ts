import assert from 'node:assert/strict'
import { type BillPage, customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { billVouchers } from '#billing/vouchers/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { photo } from './support/photo.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const lastMonth = () => monthBefore(monthOf(today(() => new Date())))

journey(
  "finance uploads a receipt's voucher from a phone, views it, and deletes it",
  async ({ page, base, signIn }) => {
    const finance = await clientOf(base, 'finance')
    const { items } = await finance.call(customerBills.list, { status: ['paid'], month: [lastMonth()] })
    await signIn('finance', `/customer-bill-management/${items[0]?.id}?tab=receipts`)
    const slip = { name: '银行回单.png', mimeType: 'image/png', buffer: photo() }
    await page.getByLabel('上传凭证：文件').first().setInputFiles([slip])
    await page.getByRole('button', { name: /^查看银行回单/ }).click()
    const large = page.getByRole('dialog', { name: /银行回单/ })
    await large.getByRole('img', { name: /银行回单/ }).waitFor()
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })
    await assertFits(page, 'a receipt with its paper')
    await page.getByRole('button', { name: /^删除银行回单/ }).click()
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    await page.getByRole('button', { name: /^查看银行回单/ }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: '操作日志' }).click()
    await page.getByText('银行回单').first().waitFor()
  },
  { viewport: PHONE },
)

/** Creates an issued bill of a new customer. */
async function issued(base: string): Promise<BillPage> {
  const [admin, finance] = [await clientOf(base, 'admin'), await clientOf(base, 'finance')]
  const { id: customerId } = await admin.call(customers.create, { name: `松风茶具${Date.now()}` })
  const month = monthOf(today(() => new Date()))
  const lines = [{ label: '大促临时支援', qty: 1, priceCents: 120_000, taxRateBp: 600 }]
  const draft = await finance.call(customerBills.create, { customerId, kind: 'adjustment', month, lines })
  return finance.call(customerBillSteps.issue, { id: draft.id, version: draft.version })
}

journey(
  'finance records a receipt with vouchers; a failed upload is reported, and repeated',
  async ({ page, base, signIn }) => {
    const { id } = await issued(base)
    await signIn('finance', `/customer-bill-management/${id}?tab=receipts`)
    await page.getByRole('button', { name: '登记收款' }).click()
    const form = page.getByRole('dialog', { name: /^登记收款/ })
    const files = ['回单.png', '收据.png', '选错.png'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: photo(),
    }))
    await form.getByLabel('凭证文件').setInputFiles(files)
    await form.getByRole('button', { name: '移除 选错.png' }).click()
    await assertAccessible(page, 'a receipt that is being booked with its papers')
    let sent = 0
    await page.route(/\/vouchers$/, (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      return sent === 2 ? route.abort() : route.continue()
    })
    await form.getByRole('button', { name: /^登\s?记$/ }).click()
    const rest = page.getByRole('dialog', { name: '凭证没有全部上传' })
    await rest.getByText('这笔款已登记，不受影响。').waitFor()
    await rest.getByText('收据.png').waitFor()
    const finance = await clientOf(base, 'finance')
    const { status } = await finance.call(customerBills.get, { id })
    assert.equal(status, 'paid', 'the receipt stands')
    await assertAccessible(page, 'a paper that did not arrive')
    await rest.getByRole('button', { name: '重新上传' }).click()
    await rest.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^查看收据/ }).waitFor()
    const { receipts } = await finance.call(billVouchers.list, { id })
    assert.deepEqual(
      receipts.map((one) => one.files.map(({ name }) => name)),
      [['回单.jpg', '收据.jpg']],
    )
  },
  { expected: [/ERR_FAILED/] },
)

journey(
  'an admin opens the stores without a bill from the item of the checklist that counts them',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const month = lastMonth()
    const name = `听泉箱包${Date.now()}`
    const customer = await admin.call(customers.create, { name })
    const store = { customerId: customer.id, platform: 'pdd' as const, name: `${name}店` }
    await admin.call(stores.create, { ...store, status: 'serving', onlineOn: `${month}-05` })
    await signIn('admin', `/monthly-financial-history?companyCode=001&month=${month}`)
    const item = page
      .getByRole('list', { name: '结账清单' })
      .getByRole('listitem')
      .filter({ hasText: '家店铺还没有账单' })
    const count = /(\d+) 家店铺/.exec(await item.innerText())?.[1]
    await item.getByRole('link', { name: '去提出' }).click()
    await page.getByRole('link', { name: store.name }).waitFor()
    await page.getByText(`/总共 ${count} 条`).waitFor()
    assert.match(page.url(), new RegExp(`unbilled=${month}`))
  },
)
