import assert from 'node:assert/strict'
import { customerBills } from '#features/customer-bills/contract.ts'
import { customers } from '#features/customers/contract.ts'
import { stores } from '#features/stores/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { photo } from './support/photo.ts'
import { assertFits } from './support/screens.ts'

const lastMonth = () => monthBefore(monthOf(today(() => new Date())))

journey(
  'finance keeps the paper of a receipt from a phone, looks at it, and takes a wrong one away',
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

journey(
  'an admin goes from the stores without a bill that the checklist counts to those stores',
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
