import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { fakeAnswers } from './support/fakes.ts'
import { pick, signOut } from './support/hands.ts'
import { journey, PASSWORD } from './support/journey.ts'

/** Who is not signed in is told so by the server; the browser writes that into its console. */
const UNAUTHENTICATED = [/status of 401/]

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

journey(
  'somebody who follows a link while signed out comes to it after signing in, and back to the door after signing out',
  async ({ page, open }) => {
    const path = '/store-management?keyword=%E6%99%A8%E6%9B%A6'
    await open(path)
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await fillIn(page, 'agent', PASSWORD)
    await page.waitForURL(path)
    await page.getByRole('link', { name: '晨曦家居旗舰店' }).waitFor()

    await signOut(page)
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await page.getByRole('heading', { name: '登录' }).waitFor()
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    // The session is over, not only forgotten here.
    await open(path)
    await page.getByRole('heading', { name: '登录' }).waitFor()
  },
  { expected: UNAUTHENTICATED },
)

for (const hostile of ['//evil.example/store-management', '/\\evil.example', 'https://evil.example/']) {
  journey(`a link that would lead to ${hostile} after signing in leads home`, async ({ page, open }) => {
    await open(`/user/login?redirect=${encodeURIComponent(hostile)}`)
    await fillIn(page, 'agent', PASSWORD)
    await page.waitForURL('/welcome')
    await page.getByRole('heading', { name: '首页' }).waitFor()
  })
}

journey(
  'somebody who mistypes the password is told, and keeps the name that was typed',
  async ({ page, open }) => {
    await open('/user/login')
    await fillIn(page, 'agent', 'Demo@2027')
    await page.getByRole('alert').getByText('用户名或密码错误').waitFor()
    assert.equal(await page.getByLabel('用户名').inputValue(), 'agent')
    await fillIn(page, 'agent', PASSWORD)
    await page.waitForURL('/welcome')
  },
  { expected: UNAUTHENTICATED },
)

const DOORS = {
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

for (const [locale, { fields, unreachable, broken }] of Object.entries(DOORS)) {
  journey(
    `somebody whose sign-in the network or the server fails is told in the form, and tries again, in ${locale}`,
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

journey('signing out in one tab closes the door in the other', async ({ page, context, signIn }) => {
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
  'a new member of staff comes in with the one-time password and has to choose an own one first',
  async ({ page, context, signIn }) => {
    const username = `xinren${Date.now()}`
    await signIn('admin', '/user-management')
    const password = await makeMember(page, username)

    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/user/login?redirect=/store-management')
    await fillIn(page, username, password)
    await page.getByRole('heading', { name: '请先设置新密码' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: '主菜单' }).count(), 0)

    await change(page, password, 'password1')
    await page.getByText('这个密码太常见').waitFor()
    await change(page, password, '湖边的七棵老柳树')
    await page.getByRole('heading', { name: '店铺管理' }).waitFor()
    await signOut(page)
    await fillIn(page, username, '湖边的七棵老柳树')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  },
  { expected: [/status of 400/] },
)

/** Fills in the form of a new member of 陈思雨's team; answers the password that is shown, this once. */
async function makeMember(page: Page, username: string): Promise<string> {
  await page.getByRole('button', { name: '新建员工' }).click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('姓名').fill('新来的人')
  await pick(form.getByLabel('所属组长'), '陈思雨')
  await form.getByRole('button', { name: '确定' }).click()
  const shown = page.getByRole('dialog', { name: '新来的人的一次性密码' })
  await shown.waitFor()
  const copy = await shown.getByRole('button', { name: /^复制 / }).getAttribute('aria-label')
  await shown.getByRole('button', { name: '我已复制' }).click()
  await shown.waitFor({ state: 'hidden' })
  return copy?.slice('复制 '.length) ?? ''
}

async function change(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('原密码').fill(from)
  await page.getByLabel('新密码', { exact: true }).fill(to)
  await page.getByLabel('再次输入新密码').fill(to)
  await page.getByRole('button', { name: '设置并进入' }).click()
}
