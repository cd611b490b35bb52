import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { clientOf } from './support/api.ts'
import { ENTRY } from './support/entry.ts'
import { fakeAnswers } from './support/fakes.ts'
import { act, signOut } from './support/hands.ts'
import { journey, PASSWORD, PHONE } from './support/journey.ts'
import { changePassword, makeMember, signInWithForm } from './support/members.ts'

/** Requests without a session get 401, which the browser logs in its console. */
const UNAUTHENTICATED = [/status of 401/]

journey(
  'a link opened while signed out is opened after signing in; signing out leads back to the sign-in page',
  async ({ page, open }) => {
    const path = '/store-management?keyword=%E6%99%A8%E6%9B%A6'
    await open(path)
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await signInWithForm(page, 'agent', PASSWORD)
    await page.waitForURL(path)
    await page.getByRole('link', { name: '晨曦家居旗舰店' }).waitFor()

    await signOut(page)
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await page.getByRole('heading', { name: '登录' }).waitFor()
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    // The session has ended on the server too.
    await open(path)
    await page.getByRole('heading', { name: '登录' }).waitFor()
  },
  { expected: UNAUTHENTICATED },
)

for (const hostile of ['//evil.example/store-management', '/\\evil.example', 'https://evil.example/']) {
  journey(`a redirect to ${hostile} after signing in leads home`, async ({ page, open }) => {
    await open(`/user/login?redirect=${encodeURIComponent(hostile)}`)
    await signInWithForm(page, 'agent', PASSWORD)
    await page.waitForURL('/welcome')
    await page.getByRole('heading', { name: '首页' }).waitFor()
  })
}

journey(
  'a user who mistypes the password is told so, and the user name is kept',
  async ({ page, open }) => {
    await open('/user/login')
    await signInWithForm(page, 'agent', 'Demo@2027')
    await page.getByRole('alert').getByText('用户名或密码错误').waitFor()
    assert.equal(await page.getByLabel('用户名').inputValue(), 'agent')
    await signInWithForm(page, 'agent', PASSWORD)
    await page.waitForURL('/welcome')
  },
  { expected: UNAUTHENTICATED },
)

const SIGN_IN_TEXTS = {
  'zh-CN': {
    fields: ['用户名', '密码', '登录'],
    unreachable: '您的网络发生异常，无法连接服务器',
    broken: '服务器发生错误，请检查服务器。',
  },
  'en-US': {
    fields: ['Username', 'Password', 'Sign in'],
    unreachable: 'your network is abnormal, cannot connect to the server',
    broken: 'server error, check the server',
  },
}

for (const [locale, { fields, unreachable, broken }] of Object.entries(SIGN_IN_TEXTS)) {
  journey(
    `a sign-in that fails by network or server shows the error in the form and can be repeated, in ${locale}`,
    async ({ page, open }) => {
      const answer = await fakeAnswers(page, '/api/login/account')
      await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
      await open('/user/login')
      const [name = '', password = '', send = ''] = fields
      await page.getByLabel(name).fill('agent')
      await page.getByLabel(password, { exact: true }).fill(PASSWORD)
      const button = page.getByRole('button', { name: send, exact: true })
      await button.click()
      await page.getByRole('alert').getByText(unreachable).waitFor()
      answer({ status: 500, body: '<h1>nginx</h1>' })
      await button.click()
      await page.getByRole('alert').getByText(broken).waitFor()
      assert.equal(await page.getByLabel(name).inputValue(), 'agent')
      await page.unroute('**/api/login/account')
      await button.click()
      await page.waitForURL('/welcome')
    },
    { expected: [/Failed to load resource/] },
  )
}

journey('signing out in one tab signs out the other tab', async ({ page, context, signIn }) => {
  await signIn('sales', '/customer-management')
  await page.getByRole('heading', { name: '客户管理' }).waitFor()
  const other = await context.newPage()
  await other.goto('/store-management')
  await other.getByRole('heading', { name: '店铺管理' }).waitFor()

  await page.bringToFront()
  await signOut(page)
  await other.waitForURL('/user/login?redirect=%2Fstore-management')
  await other.getByRole('heading', { name: '登录' }).waitFor()
})

journey(
  'new staff sign in with the one-time password and must first choose their own',
  async ({ page, context, signIn }) => {
    const username = `xinren${Date.now()}`
    await signIn('admin', '/user-management')
    const password = await makeMember(page, username, '新来的人')

    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/user/login?redirect=/store-management')
    await signInWithForm(page, username, password)
    await page.getByRole('heading', { name: '请先设置新密码' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: '主菜单' }).count(), 0)

    await changePassword(page, password, 'password1')
    await page.getByText('这个密码太常见').waitFor()
    await changePassword(page, password, '湖边的七棵老柳树')
    await page.getByRole('heading', { name: '店铺管理' }).waitFor()
    await signOut(page)
    await signInWithForm(page, username, '湖边的七棵老柳树')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  },
  { expected: [/status of 400/] },
)

/** Ends the session on the server only, as a time-out does: the page notices at its next request. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
    return (await fetch('/api/login/outLogin', { method: 'POST', headers, body: '{}' })).status
  })
  assert.equal(status, 200)
}

/** Signs in again at the sign-in page, and returns to the previous page. */
async function signInAgain(page: Page, username: string, path: string): Promise<void> {
  await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
  await signInWithForm(page, username, PASSWORD)
  await page.waitForURL(path)
}

journey(
  'a session that ends while a drawer is filled in: filters and input are restored after signing in',
  async ({ page, base, signIn }) => {
    const list = '/customer-management?status=active&keyword=%E6%9C%89%E9%99%90'
    await signIn('sales', list)
    const open = () => page.getByRole('button', { name: '新建客户' }).first().click()
    await open()
    const createDialog = page.getByRole('dialog', { name: '新建客户' })
    await createDialog.getByLabel('客户名称').fill('断开之前的客户')
    await endSession(page)
    await createDialog.getByRole('button', { name: /^确\s?定$/ }).click()
    await signInAgain(page, 'sales', list)
    await open()
    await createDialog.getByRole('button', { name: '恢复草稿' }).click()
    assert.equal(await createDialog.getByLabel('客户名称').inputValue(), '断开之前的客户')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃修改' }).click()

    const sales = await clientOf(base, 'sales')
    const { items } = await sales.call(customers.list, { status: ['active'] })
    const path = `/customer-management/${items[0]?.id}?tab=log`
    await signIn('sales', path)
    await act(page, '编辑')
    const edit = page.getByRole('dialog', { name: /^编辑/ })
    await edit.getByLabel('备注').fill('断开之前的备注')
    await endSession(page)
    await edit.getByRole('button', { name: /^确\s?定$/ }).click()
    await signInAgain(page, 'sales', path)
    await act(page, '编辑')
    await edit.getByRole('button', { name: '恢复草稿' }).click()
    assert.equal(await edit.getByLabel('备注').inputValue(), '断开之前的备注')
    await edit.getByRole('button', { name: /^确\s?定$/ }).click()
    await page.getByText('已保存').waitFor()
    assert.equal((await sales.call(customers.get, { id: items[0]?.id ?? 0 })).remark, '断开之前的备注')
  },
  { expected: UNAUTHENTICATED },
)

journey(
  'a session that ends right after the last key: the work log is restored as typed',
  async ({ page, signIn }) => {
    await signIn('xiaruyan', ENTRY)
    await page.getByLabel('今日小结').fill('断开之前写的小结。')
    await page.getByLabel('问题').fill('最后一句。')
    await endSession(page)
    // The next request is sent before the debounced save of the draft; on a busy machine it may be that save itself.
    await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label^="通知"]')?.click())
    await signInAgain(page, 'xiaruyan', ENTRY)
    await page.getByText(/已存在这台电脑上/).waitFor()
    assert.equal(await page.getByLabel('今日小结').inputValue(), '断开之前写的小结。')
    assert.equal(await page.getByLabel('问题').inputValue(), '最后一句。')
  },
  { expected: UNAUTHENTICATED },
)

journey(
  'a session that ends while a claim is written: it is restored, and a missing receipt is queried before submitting',
  async ({ page, base, signIn }) => {
    const agent = await clientOf(base, 'agent')
    await signIn('agent', '/reimbursement-bill-management')
    await page.getByRole('button', { name: '新建报销单' }).first().click()
    await page.waitForURL(/\/edit$/)
    const path = new URL(page.url()).pathname
    const id = Number(/(\d+)\/edit$/.exec(path)?.[1])
    await page.getByRole('button', { name: '没有票据，直接填写' }).click()
    await page.getByLabel('金额').fill('86.5')
    await page.getByLabel('事由').fill('断开之前的报销')
    await endSession(page)
    await page.getByRole('button', { name: '保存草稿' }).click()
    await signInAgain(page, 'agent', path)
    await page.getByText('没有保存的草稿').waitFor()
    await page.getByRole('button', { name: '恢复草稿' }).click()
    assert.equal(await page.getByLabel('事由').inputValue(), '断开之前的报销')

    const handIn = page.getByRole('button', { name: '提交 ¥86.50' })
    await handIn.click()
    const question = page.getByRole('dialog', { name: '1 笔明细没有票据' })
    await question.getByText('第 1 笔：交通 ¥86.50').waitFor()
    await question.getByRole('button', { name: '去补票据' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal((await agent.call(claims.get, { id })).status, 'draft')
    await handIn.click()
    await question.getByRole('button', { name: '仍要提交' }).click()
    await page.waitForURL(`/reimbursement-bill-management/${id}`)
    assert.equal((await agent.call(claims.get, { id })).status, 'submitted')

    // No draft is offered any more; the page of a missing claim has no 重试.
    await page.goto('/reimbursement-bill-management/99999999/edit')
    await page
      .getByRole('link', { name: '返回列表' })
      .or(page.getByRole('button', { name: '返回列表' }))
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^重\s?试$/ }).count(), 0)
  },
  { expected: [...UNAUTHENTICATED, /status of 404/], viewport: PHONE },
)
