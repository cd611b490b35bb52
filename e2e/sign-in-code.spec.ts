import assert from 'node:assert/strict'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { codeOf } from './support/codes.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** The mobile number in the demo's data, derived from the id. */
async function mobileOf(base: string, username: string): Promise<string> {
  const admin = await clientOf(base, 'admin')
  const { items } = await admin.call(staff.list, { keyword: username })
  const id = items.find((person) => person.username === username)?.id ?? 0
  return `1990000${String(id).padStart(4, '0')}`
}

journey(
  'a user signs in with a code sent to the mobile, after a mistyped attempt',
  async ({ page, base, open }) => {
    const mobile = await mobileOf(base, 'sales')
    await open('/user/login?redirect=/customer-management')
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await page.getByLabel('手机号').fill(mobile)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('手机号已登记的，会收到验证码，5 分钟内有效。').waitFor()
    assert.equal(await page.getByRole('button', { name: /秒后重发/ }).isDisabled(), true)
    assert.equal(
      await page
        .getByRole('textbox', { name: '验证码' })
        .evaluate((field) => field === document.activeElement),
      true,
    )

    const code = await codeOf(mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    await page.getByRole('textbox', { name: '验证码' }).fill(wrong)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('alert').getByText('验证码错误或已过期').waitFor()
    assert.equal(await page.getByLabel('手机号').inputValue(), mobile)
    await page.getByRole('textbox', { name: '验证码' }).fill(code)
    await page.getByRole('button', { name: '登录' }).click()
    await page.waitForURL('/customer-management')
  },
  { expected: [/status of 401/] },
)

journey(
  'a mistyped number or an empty field is reported at the field',
  async ({ page, open }) => {
    await open('/user/login')
    await page.getByRole('button', { name: '登录' }).click()
    const name = page.getByLabel('用户名')
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    assert.equal(await name.evaluate((field) => field === document.activeElement), true)
    await page.getByRole('tab', { name: '账号登录' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('手机号').fill('1390000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('请输入 11 位手机号').waitFor()
    await page.getByLabel('手机号').fill('13900000000')
    await page.getByText('请输入 11 位手机号').waitFor({ state: 'hidden' })
  },
  { expected: [/status of 400/] },
)

journey('if codes cannot be sent, the tab says how to sign in instead', async ({ page, open }) => {
  await page.route('/user/login', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      'name="code-sign-in" content="on"',
      'name="code-sign-in" content="off"',
    )
    await route.fulfill({ response: answer, body })
  })
  await open('/user/login')
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByText('系统还没有开通短信验证码').waitFor()
  await page.getByRole('button', { name: '用账号登录' }).click()
  await page.getByLabel('用户名').waitFor()
})

for (const [where, viewport] of [
  ['a desk', undefined],
  ['a phone', PHONE],
] as const) {
  journey(
    `the sign-in page on ${where} fits and is accessible`,
    async ({ page, open }) => {
      await open('/user/login')
      for (const tab of ['账号登录', '验证码登录']) {
        await page.getByRole('tab', { name: tab }).click()
        await assertFits(page, tab)
        await assertAccessible(page, tab)
      }
    },
    viewport ? { viewport } : {},
  )
}
