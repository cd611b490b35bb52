import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** Makes a name unique to this run. */
const uniqueName = (name: string) => `${name}${Date.now()}`

async function createCustomer(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: '新建客户' }).first().click()
  const form = page.getByRole('dialog', { name: '新建客户' })
  await form.getByLabel('客户名称').fill(name)
  await form.getByRole('button', { name: '确定' }).click()
  return form
}

journey(
  'an admin creates a customer and its store, assigns it to an agent, and the agent finds it',
  async ({ page, signIn }) => {
    const [customer, store] = [uniqueName('湖光文具'), uniqueName('湖光文具旗舰店')]
    await signIn('admin', '/customer-management')
    await createCustomer(page, customer)
    await page.getByRole('link', { name: customer }).click()
    await page.getByRole('heading', { name: customer }).waitFor()

    await page.getByRole('tab', { name: /店铺/ }).click()
    await page.getByRole('button', { name: '新建店铺' }).first().click()
    const form = page.getByRole('dialog', { name: '新建店铺' })
    await form.getByText(customer).waitFor()
    await form.getByLabel('店铺名称').fill(store)
    await pick(form.getByLabel('平台', { exact: true }), '拼多多')
    await form.getByRole('button', { name: '确定' }).click()
    await page.getByRole('link', { name: store }).click()

    await page.getByRole('tab', { name: '客服分配' }).click()
    await page.getByRole('button', { name: '分配客服' }).first().click()
    const assignment = page.getByRole('dialog', { name: `分配客服到${store}` })
    await pick(assignment.getByLabel('客服', { exact: true }), '周小禾')
    await assignment.getByRole('button', { name: '确定' }).click()
    await page.getByRole('row', { name: /周小禾.*主责/ }).waitFor()

    await signIn('agent', '/store-management')
    await page.getByRole('link', { name: store }).click()
    await page.getByRole('heading', { name: store }).waitFor()
  },
)

journey(
  'a duplicate customer name is reported at the name field',
  async ({ page, base, signIn }) => {
    const name = uniqueName('重名文具')
    const admin = await clientOf(base, 'admin')
    await admin.call(customers.create, { name })
    await signIn('admin', '/customer-management')
    const form = await createCustomer(page, name)
    const field = form.getByLabel('客户名称')
    const sentence = form.getByText(/已有.*同名|已经有|已存在/)
    await sentence.waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    // The input stays, and the error belongs to this field.
    assert.equal(await field.inputValue(), name)
    const described = await field.getAttribute('aria-describedby')
    assert.equal(
      await page
        .locator(`[id="${described}"]`)
        .getByText(await sentence.innerText())
        .count(),
      1,
    )
  },
  { expected: [/status of 40[09]/] },
)
