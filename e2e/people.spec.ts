import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { assignOnBoard, storeRow } from './support/board.ts'
import { act, follow, pick, send } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { changePassword, makeMember, signInWithForm } from './support/members.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Creates a store 服务中 without assigned agents. */
async function lonelyStore(base: string): Promise<string> {
  const admin = await clientOf(base, 'admin')
  const name = `听松文具${Date.now()}`
  const customer = await admin.call(customers.create, { name })
  const onlineOn = today(() => new Date())
  const store = { customerId: customer.id, platform: 'pdd' as const, name: `${name}店` }
  await admin.call(stores.create, { ...store, status: 'serving', onlineOn })
  return store.name
}

/** A window of another user, at the sign-in page. */
async function otherWindow(page: Page, base: string): Promise<Page> {
  const browser = page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ baseURL: base, locale: 'zh-CN', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  const other = await context.newPage()
  await other.goto('/user/login')
  return other
}

journey(
  'a new agent signs in with a one-time password, is assigned, and leaves by a handover that ends the session',
  async ({ page, base, signIn }) => {
    const [username, name, newPassword] = [`xinren${Date.now()}`, `新人${Date.now()}`, '湖边的七棵老柳树']
    const store = await lonelyStore(base)
    await signIn('admin', '/user-management')
    const password = await makeMember(page, username, name)

    const memberPage = await otherWindow(page, base)
    await signInWithForm(memberPage, username, password)
    await memberPage.getByRole('heading', { name: '请先设置新密码' }).waitFor()
    await changePassword(memberPage, password, newPassword)
    await memberPage.getByRole('navigation', { name: '主菜单' }).waitFor()

    await assignOnBoard(page, store, name)
    await follow(memberPage, '/store-management')
    await memberPage.getByRole('link', { name: store }).waitFor()

    await page.goto(`${base}/user-management?keyword=${username}`)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name }).waitFor()
    await act(page, '办理离职')
    await page.getByRole('heading', { name: `为${name}办理离职` }).waitFor()
    await page.getByText('共 1 项，还有 1 项没有安排').waitFor()
    assert.equal(await page.getByRole('button', { name: '办理离职' }).isDisabled(), true)
    await pick(page.getByLabel('店铺分配交给谁'), '周小禾')
    await page.getByText('交给周小禾').waitFor()
    await page.getByRole('button', { name: '办理离职' }).click()
    await send(page.getByRole('dialog', { name: `确认为${name}办理离职` }), '确认离职')
    await page.getByText('离职', { exact: true }).first().waitFor()

    await memberPage.reload()
    await memberPage.getByRole('heading', { name: '登录', exact: true }).waitFor()
    await signInWithForm(memberPage, username, newPassword)
    await memberPage.getByRole('alert').waitFor()
    await memberPage.context().close()
    const nextWeek = addDays(
      today(() => new Date()),
      7,
    )
    await page.goto(
      `${base}/store-worklog/roster?by=store&week=${nextWeek}&keyword=${encodeURIComponent(store)}`,
    )
    await storeRow(page, store)
      .getByRole('button', { name: /周小禾/ })
      .first()
      .waitFor()
  },
)

journey(
  'an admin views the console as an agent, read-only, and then returns',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const { items } = await admin.call(staff.list, { keyword: 'zhouxiaohe' })
    await signIn('admin', `/user-management/${items[0]?.id}`)
    await act(page, '以此人身份查看')
    await page.getByRole('dialog').getByRole('button', { name: '以此人身份查看' }).click()
    const banner = page.getByText('您正在以 周小禾（客服）的身份查看（只读）')
    await banner.waitFor()
    assert.equal(await page.getByRole('menuitem', { name: '员工管理' }).count(), 0)
    await assertAccessible(page, 'the console of somebody else')
    await page.getByRole('button', { name: '退出查看' }).click()
    await page.getByRole('heading', { name: '周小禾' }).waitFor()
    await banner.waitFor({ state: 'detached' })
  },
)

journey(
  'an admin selects a team in the tree, sees its members in the list, and asks why one sees a store',
  async ({ page, base, signIn }) => {
    await signIn('admin', '/user-management')
    await page.getByRole('link', { name: /^陈思雨组/ }).click()
    await page.waitForURL(/teamId=/)
    await page.getByRole('link', { name: '周小禾' }).first().waitFor()
    await page.getByRole('link', { name: '苏曼', exact: true }).waitFor({ state: 'detached' })
    await assertAccessible(page, 'the team tree')

    const head = await clientOf(base, 'head')
    const { items } = await head.call(stores.list, { pageSize: 1 })
    await signIn('admin', `/store-management/${items[0]?.id}`)
    await act(page, '谁能看到')
    const dialog = page.getByRole('dialog', { name: '谁能看到，为什么' })
    await pick(dialog.getByLabel('员工'), '陈思雨')
    await dialog.getByText('此人的范围是本组，这条记录由本组负责').first().waitFor()
  },
)

journey(
  "on a phone an admin opens the teams and a head's handover",
  async ({ page, base, signIn }) => {
    await signIn('admin', '/user-management')
    await page.getByText('按小组查看').click()
    await page.getByRole('link', { name: /^陈思雨组/ }).waitFor()
    await assertFits(page, 'the teams')
    const admin = await clientOf(base, 'admin')
    const { items } = await admin.call(staff.list, { keyword: 'chensiyu' })
    await signIn('admin', `/user-management/${items[0]?.id}/leave`)
    await page.getByText(/共 \d+ 项，还有/).waitFor()
    await assertFits(page, 'a handover')
  },
  { viewport: PHONE },
)

journey('an admin of the headquarters creates a company and deactivates it', async ({ page, signIn }) => {
  const code = String(100 + (Date.now() % 800))
  await signIn('admin', '/account/settings/company?tab=companies')
  await page.getByRole('button', { name: '新建公司' }).click()
  const form = page.getByRole('dialog', { name: '新建公司' })
  await form.getByLabel('公司编号').fill(code)
  await form.getByLabel('公司名称').fill(`远行客服${code}`)
  await form.getByLabel('管理员姓名').fill('钟行')
  await form.getByLabel('管理员用户名').fill(`zhong${code}`)
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByRole('dialog', { name: '钟行的一次性密码' }).getByRole('button').last().click()
  const row = page.getByRole('row', { name: new RegExp(`远行客服${code}`) })
  await row.getByText('停用').click()
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await row.getByText('启用').waitFor()

  await signIn('admin2', '/account/settings/company')
  await page.getByRole('link', { name: '登录安全' }).waitFor()
  assert.equal(await page.getByRole('link', { name: '公司名单', exact: true }).count(), 0)
})
