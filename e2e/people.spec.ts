import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { staff } from '#features/staff/contract.ts'
import { storeAssignments } from '#features/store-assignments/contract.ts'
import { stores } from '#features/stores/contract.ts'
import { today } from '#kit/calendar.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Chooses an act of a record's page, wherever the page has room for it. */
async function act(page: Page, name: string): Promise<void> {
  const standing = page.getByRole('button', { name, exact: true })
  if (await standing.isVisible()) return standing.click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

journey(
  'an admin hires an agent, gives them a store, hands it over when they leave, and their token is dead',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const username = `xinren${Date.now()}`
    const [head] = await admin.call(staff.options, { purpose: 'parent', keyword: 'chensiyu' })
    const hired = await admin.call(staff.create, {
      ...{ username, name: '新人小宁', role: 2, parentId: head?.id },
    })
    const { items } = await admin.call(stores.list, { status: 'serving', companyCode: '001', pageSize: 1 })
    const store = items[0]
    assert.ok(store)
    await admin.call(storeAssignments.create, {
      ...{ storeId: store.id, staffId: hired.staff.id, duty: 'substitute', shift: 'night' },
      fromOn: today(() => new Date()),
      sharePercent: 0,
    })
    const token = await page.request.post('/api/login/account', {
      data: { type: 'account', username, password: hired.oneTimePassword },
    })
    const headers = { authorization: (await token.json()).data.token }
    assert.equal((await page.request.get('/api/currentUser', { headers })).status(), 200)

    await signIn('admin', `/user-management/${hired.staff.id}/leave`)
    await page.getByRole('heading', { name: '为新人小宁办理离职' }).waitFor()
    await page.getByText('共 1 项，还有 1 项没有安排').waitFor()
    assert.equal(await page.getByRole('button', { name: '办理离职' }).isDisabled(), true)
    await pick(page.getByLabel('店铺分配交给谁'), '周小禾')
    await page.getByText('交给周小禾').waitFor()
    await page.getByRole('button', { name: '办理离职' }).click()
    const form = page.getByRole('dialog', { name: '确认为新人小宁办理离职' })
    await form.getByRole('button', { name: '确认离职' }).click()
    await page.getByText('离职', { exact: true }).first().waitFor()
    assert.equal((await page.request.get('/api/currentUser', { headers })).status(), 401)
  },
)

journey(
  'an admin looks at the console as an agent, cannot change anything, and comes back',
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
  'an admin picks a team in the tree and finds its people in the list, then asks why one of them sees a store',
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
  'an admin on a phone opens the teams, and what a head has to hand over',
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

journey('an admin of the headquarters opens a company and closes it again', async ({ page, signIn }) => {
  const code = String(100 + (Date.now() % 800))
  await signIn('admin', '/account/settings?tab=companies')
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

  await signIn('admin2', '/account/settings')
  await page.getByRole('tab', { name: '登录安全' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: '公司', exact: true }).count(), 0)
})
