import assert from 'node:assert/strict'
import { fakeAnswers } from './support/fakes.ts'
import { signOut } from './support/hands.ts'
import { journey, PASSWORD } from './support/journey.ts'
import { changePassword, comeIn, makeMember } from './support/members.ts'

/** Who is not signed in is told so by the server; the browser writes that into its console. */
const UNAUTHENTICATED = [/status of 401/]

journey(
  'somebody who follows a link while signed out comes to it after signing in, and back to the door after signing out',
  async ({ page, open }) => {
    const path = '/store-management?keyword=%E6%99%A8%E6%9B%A6'
    await open(path)
    await page.waitForURL(`/user/login?redirect=${encodeURIComponent(path)}`)
    await comeIn(page, 'agent', PASSWORD)
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
    await comeIn(page, 'agent', PASSWORD)
    await page.waitForURL('/welcome')
    await page.getByRole('heading', { name: '首页' }).waitFor()
  })
}

journey(
  'somebody who mistypes the password is told, and keeps the name that was typed',
  async ({ page, open }) => {
    await open('/user/login')
    await comeIn(page, 'agent', 'Demo@2027')
    await page.getByRole('alert').getByText('用户名或密码错误').waitFor()
    assert.equal(await page.getByLabel('用户名').inputValue(), 'agent')
    await comeIn(page, 'agent', PASSWORD)
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
    const password = await makeMember(page, username, '新来的人')

    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/user/login?redirect=/store-management')
    await comeIn(page, username, password)
    await page.getByRole('heading', { name: '请先设置新密码' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: '主菜单' }).count(), 0)

    await changePassword(page, password, 'password1')
    await page.getByText('这个密码太常见').waitFor()
    await changePassword(page, password, '湖边的七棵老柳树')
    await page.getByRole('heading', { name: '店铺管理' }).waitFor()
    await signOut(page)
    await comeIn(page, username, '湖边的七棵老柳树')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  },
  { expected: [/status of 400/] },
)
