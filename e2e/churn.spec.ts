import assert from 'node:assert/strict'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { newRows, pick, send } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** Creates a customer 合作中 with a store 服务中. */
async function createMerchant(base: string) {
  const admin = await clientOf(base, 'admin')
  const name = `柳岸茶业${Date.now()}`
  const contract = { contractStartOn: '2026-01-01', contractEndOn: '2028-12-31' }
  const customer = await admin.call(customers.create, { name, status: 'active', ...contract })
  const input = { customerId: customer.id, platform: 'tmall' as const, name: `${name}旗舰店` }
  // Earlier months are closed in the demo.
  const onlineOn = `${monthBefore(monthOf(today(() => new Date())))}-01`
  const store = await admin.call(stores.create, { ...input, status: 'serving', onlineOn })
  return { admin, customer, store }
}

journey(
  'a customer at risk is recorded, gets a retention measure, is lost with its store, and is won back',
  async ({ page, base, signIn }) => {
    const { admin, customer, store } = await createMerchant(base)
    await signIn('admin', `/customer-management/${customer.id}?tab=churn`)
    await page.getByRole('button', { name: '登记流失风险' }).click()
    const risk = page.getByRole('dialog', { name: `登记${customer.name}的流失风险` })
    await pick(risk.getByLabel('流失原因'), '价格')
    await send(risk, '确定')
    await page.getByRole('region', { name: '流失与召回' }).getByRole('link', { name: customer.name }).click()
    await page.getByRole('heading', { name: customer.name }).waitFor()

    await page.getByRole('button', { name: '记一条措施' }).click()
    const measure = page.getByRole('dialog', { name: '记一条措施' })
    await measure.getByLabel('措施').fill('登门拜访，谈三个月优惠')
    await send(measure, '确定')
    await page.getByRole('listitem').getByText('登门拜访，谈三个月优惠').first().waitFor()

    await page.getByRole('button', { name: '确认流失' }).click()
    const loss = page.getByRole('dialog', { name: `确认${customer.name}流失` })
    await loss.getByText('停止服务的店铺').waitFor()
    await send(loss, '确认流失')
    await page.getByRole('tab', { name: '确认时快照' }).click()
    await page.getByText('不再变化').first().waitFor()
    assert.equal((await admin.call(stores.get, { id: store.id })).status, 'stopped')
    assert.equal((await admin.call(customers.get, { id: customer.id })).status, 'churned')

    await page.getByRole('button', { name: '召回' }).click()
    const back = page.getByRole('dialog', { name: `召回${customer.name}` })
    await back.getByText(store.name).first().waitFor()
    await send(back, '召回')
    await page.locator('.status-tag', { hasText: '已召回' }).waitFor()
    assert.equal((await admin.call(stores.get, { id: store.id })).status, 'serving')
    assert.equal((await admin.call(customers.get, { id: customer.id })).status, 'active')
  },
)

journey(
  "a head sees the team's lost stores and the reasons for the losses, but no fees",
  async ({ page, signIn }) => {
    await signIn('head', '/store-lost-record')
    await newRows(page, /status=churned/, () => page.getByRole('tab', { name: /已流失/ }).click())
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await page.getByText('流失月费').count(), 0)
    assert.equal(await page.getByText('¥').count(), 0)
    await page.getByRole('row').getByRole('link').first().click()
    await page.getByRole('tab', { name: '确认时快照' }).click()
    await page.getByText('当日客服').waitFor()
    assert.equal(await page.getByText('¥').count(), 0)
    assert.equal(await page.getByRole('button', { name: '召回' }).count(), 0)
  },
)

journey(
  'a figure of the overview equals the count of the list below, and the chart has a table view',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-lost-record')
    // The number of a tab arrives after its word.
    const tab = page.getByRole('tab', { name: /挽留中\D*\d/ })
    await tab.waitFor()
    const figure = page.locator('.figure', { hasText: '挽留中' }).locator('.figure-value')
    await figure.waitFor()
    assert.equal((await figure.innerText()).replace(/\D/g, ''), (await tab.innerText()).replace(/\D/g, ''))
    const panel = page.getByRole('region', { name: '各月流失原因' }).first()
    await panel.getByText('表格').click()
    await panel.getByRole('table').getByRole('columnheader', { name: '月份' }).waitFor()
  },
)
