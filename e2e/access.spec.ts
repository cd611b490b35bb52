import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clientOf } from './support/api.ts'
import { follow } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { watchLoading } from './support/screens.ts'

/** Specification §2 and §6: the screens in menu order, with the accounts that may open each. */
const SCREENS: Record<string, string> = {
  '/welcome': 'admin admin2 head agent sales finance',
  '/user-management': 'admin admin2 head',
  '/customer-management': 'admin admin2 head sales finance',
  '/store-management': 'admin admin2 head agent sales finance',
  '/customer-lost-record': 'admin admin2 head sales finance',
  '/store-lost-record': 'admin admin2 head sales finance',
  '/store-worklog': 'admin admin2 head agent',
  '/customer-bill-management': 'admin admin2 finance',
  '/reimbursement-bill-management': 'admin admin2 head agent sales finance',
  '/weekly-warning-customer-report': 'admin admin2 head finance',
  '/daily-store-report': 'admin admin2 head agent',
  '/daily-store-response-rate-report': 'admin admin2 head agent',
  '/daily-customer-report': 'admin admin2 head sales finance',
  '/daily-worker-report': 'admin admin2 head agent',
  '/monthly-financial-history': 'admin admin2',
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

for (const username of ['admin', 'admin2', 'head', 'agent', 'sales', 'finance']) {
  const may = (path: string) => SCREENS[path]?.split(' ').includes(username) ?? false

  journey(
    `the menu of ${username} lists the permitted screens; all other screens show a 403 page`,
    async ({ page, signIn }) => {
      await signIn(username)
      await mainMenu(page).getByRole('link', { name: '首页' }).waitFor()
      const links = mainMenu(page).getByRole('link')
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      assert.deepEqual(paths, Object.keys(SCREENS).filter(may))

      for (const path of Object.keys(SCREENS).filter((path) => !may(path))) {
        await follow(page, path)
        await page.waitForURL(path)
        await page.getByRole('heading', { name: /^您不能打开/ }).waitFor()
        await page.getByText('403', { exact: true }).waitFor()
      }
      await follow(page, '/no-such-screen')
      await page.getByRole('heading', { name: '没有这个页面' }).waitFor()
      await page.getByRole('button', { name: '回到首页' }).click()
      await page.waitForURL('/welcome')
    },
  )
}

journey(
  'a link to a forbidden screen shows a 403 page, also when opened directly',
  async ({ page, signIn }) => {
    await signIn('agent', '/user-management')
    await page.getByRole('heading', { name: '您不能打开“员工管理”' }).waitFor()
    await page.goto('/user-management/1')
    await page.getByRole('heading', { name: '您不能打开“员工管理”' }).waitFor()
  },
)

journey(
  "sales sees only its own customers; another customer's page says that it does not exist",
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const [owner] = await admin.call(staffOptions, { purpose: 'owner', keyword: '周明哲' })
    const ownCustomers = await admin.call(customers.list, { ownerId: [String(owner?.id)] })
    const all = await admin.call(customers.list, { companyCode: ['001'], pageSize: 100 })
    const foreign = all.items.find(({ ownerName }) => ownerName !== '周明哲')
    assert.ok(ownCustomers.total > 0 && ownCustomers.total < all.total)

    await signIn('sales', '/customer-management?pageSize=100')
    await page.getByText(`总共 ${ownCustomers.total} 条`).waitFor()
    assert.equal(await page.getByRole('cell', { name: '周明哲', exact: true }).count(), ownCustomers.total)
    await page.goto(`/customer-management/${foreign?.id}`)
    await page.getByText('客户不存在，或不在您可见的范围内。').waitFor()
    assert.equal(await page.getByText(foreign?.name ?? '').count(), 0)
  },
  { expected: [/status of 404/] },
)

const PAY = /工资|薪资|提成|月费|单价|收款|银行|卡号/
const PAY_KEYS = /"\w*(salary|seniority|commission|payee|fee|price)\w*"/i

/** The screens on which role 2 is checked, by path, with their titles. */
const CHECKED_SCREENS = {
  '/store-management': '店铺管理',
  '/store-management/1': '晨曦家居旗舰店',
  '/store-worklog': '客服工作日志',
  '/account/settings': '个人设置',
}

for (const username of ['head', 'agent']) {
  journey(`${username} never receives salaries or store prices`, async ({ page, signIn }) => {
    const responsesWithPay: string[] = []
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      const text = await response.text().catch(() => '')
      if (PAY_KEYS.test(text)) responsesWithPay.push(response.url())
    })
    const loaded = watchLoading(page)
    await signIn(username)
    for (const [path, title] of Object.entries(CHECKED_SCREENS)) {
      await follow(page, path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await loaded()
      assert.doesNotMatch(await page.locator('body').innerText(), PAY, path)
    }
    if (username === 'head') await openMember(page)
    assert.deepEqual(responsesWithPay, [])
  })
}

/** Opens the member's page and form, where permitted users see pay. */
async function openMember(page: Page): Promise<void> {
  await page.goto('/user-management')
  await page.getByRole('link', { name: '周小禾' }).click()
  await page.getByRole('heading', { level: 1, name: '周小禾' }).waitFor()
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog', { name: '编辑周小禾' }).waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), PAY)
}

journey("an admin sees a member's pay", async ({ page, signIn }) => {
  await signIn('admin', '/user-management?keyword=%E5%91%A8%E5%B0%8F%E7%A6%BE')
  await page.getByRole('link', { name: '周小禾' }).click()
  await page.getByRole('region', { name: '薪资与收款' }).getByText('基本工资').waitFor()
  await page.getByRole('tab', { name: '薪酬' }).click()
  await page.getByRole('button', { name: '调薪' }).click()
  await page.getByRole('dialog', { name: '给周小禾调薪' }).getByLabel('基本工资').waitFor()
})
