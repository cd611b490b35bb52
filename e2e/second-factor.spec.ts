import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { session } from '#people/sign-in/contract.ts'
import { secondFactor } from '#people/sign-in/second-factor/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { signOut } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { MEMBER_PASSWORD, newMember } from './support/members.ts'
import { assertAccessible } from './support/screens.ts'

const PASSWORD = MEMBER_PASSWORD

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

/** The set-up begins with the password. */
async function confirmPassword(page: Page): Promise<void> {
  await page.getByLabel('您的密码').fill(PASSWORD)
  await page.getByRole('button', { name: '下一步' }).click()
}

const otpOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Sets up the second factor in the open dialog; returns its secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const copy = page.getByRole('button', { name: /^复制 / })
  const secret = (await copy.getAttribute('aria-label'))?.slice('复制 '.length) ?? ''
  await page.getByLabel('动态码').fill(otpOf(secret))
  await page.getByRole('button', { name: '开启两步验证' }).last().click()
  const list = page.getByRole('list', { name: '恢复码' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  return { secret, codes }
}

journey(
  'a user sets up the second factor, signs in with it and with a recovery code, and turns it off',
  async ({ page, base, open }) => {
    const { username } = await newMember(base)
    await open('/user/login?redirect=/account/settings')
    await fillIn(page, username)
    const panel = page.getByRole('region', { name: '两步验证' })
    await panel.getByRole('button', { name: '开启两步验证' }).click()
    await page.getByLabel('您的密码').fill('guess')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByText('密码不正确。').waitFor()
    await assertAccessible(page, 'password before the set-up')
    await confirmPassword(page)
    await page.getByRole('dialog').getByLabel('动态码').waitFor()
    await assertAccessible(page, 'setting up')
    await page.getByLabel('动态码').fill('12')
    await page.getByRole('dialog').getByRole('button', { name: '开启两步验证' }).click()
    await page.getByText('请输入 6 位动态码').waitFor()
    const { secret, codes } = await setUp(page)
    assert.equal(codes.length, 10)
    await page.getByRole('button', { name: '我已保存' }).click()
    await panel.getByText('恢复码还剩 10 个').waitFor()

    await signOut(page)
    await fillIn(page, username)
    await page.getByRole('heading', { name: '两步验证' }).waitFor()
    await assertAccessible(page, 'second step')
    await page.getByLabel('动态码').fill('000000')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('alert').getByText('动态码不正确').waitFor()
    // The code of this half minute was used in the set-up; the next one is accepted too.
    await page.getByLabel('动态码').fill(otpOf(secret, Date.now() + 30_000))
    await page.getByRole('button', { name: '登录' }).click()
    await panel.waitFor()

    await signOut(page)
    await fillIn(page, username)
    await page.getByRole('button', { name: '手机不在身边，用恢复码' }).click()
    await page.getByLabel('恢复码').fill(codes[0] ?? '')
    await page.getByRole('button', { name: '登录' }).click()
    await panel.getByText('恢复码还剩 9 个').waitFor()

    await panel.getByRole('button', { name: '关闭两步验证' }).click()
    const question = page.getByRole('dialog', { name: '关闭两步验证' })
    await question.getByLabel('密码').fill(PASSWORD)
    await question.getByRole('button', { name: '关闭', exact: true }).last().click()
    await panel.getByText('未开启').waitFor()
  },
  { expected: [/status of 401/] },
)

journey(
  'an admin requires a second factor for a role: its users must set it up first',
  async ({ page, base, signIn, open }) => {
    const admin = await clientOf(base, 'admin2')
    const username = `caiwu${Date.now()}`
    const made = await admin.call(staff.create, { username, name: '洪波', role: 4 })
    const member = await clientOf(base, username, made.oneTimePassword)
    await member.call(session.changePassword, { oldPassword: made.oneTimePassword, newPassword: PASSWORD })

    await signIn('admin2', '/account/settings/company?tab=security')
    await page.getByRole('checkbox', { name: '财务' }).check()
    await page
      .getByRole('region', { name: '必须开启两步验证的角色' })
      .getByRole('button', { name: '保存' })
      .click()
    await page.getByText('已保存').waitFor()
    await signOut(page)
    await open('/user/login?redirect=/customer-management')
    await fillIn(page, username)
    await page.getByRole('heading', { name: '请先开启两步验证' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: '主菜单' }).count(), 0)
    await confirmPassword(page)
    await page.getByLabel('动态码').waitFor()
    await assertAccessible(page, 'set up before anything else')
    await setUp(page)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByRole('heading', { name: '客户管理' }).waitFor()
    await signOut(page)

    await signIn('admin2', '/account/settings/company?tab=security')
    await page.getByRole('checkbox', { name: '财务' }).uncheck()
    await page
      .getByRole('region', { name: '必须开启两步验证的角色' })
      .getByRole('button', { name: '保存' })
      .click()
    await page.getByText('已保存').waitFor()
  },
)

journey(
  'a signed-in user must set up a newly required second factor at the next request',
  async ({ page, base, open }) => {
    const admin = await clientOf(base, 'admin2')
    const username = `shangwu${Date.now()}`
    const made = await admin.call(staff.create, { username, name: '易安', role: 3 })
    const member = await clientOf(base, username, made.oneTimePassword)
    await member.call(session.changePassword, { oldPassword: made.oneTimePassword, newPassword: PASSWORD })
    await open('/user/login?redirect=/welcome')
    await fillIn(page, username)
    await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()

    const { version } = await admin.call(secondFactor.getRule, {})
    const rule = await admin.call(secondFactor.setRule, { roles: [3], version })
    const link = page.getByRole('link', { name: '客户管理' }).first()
    const barred = page.getByRole('heading', { name: '请先开启两步验证' })
    // The page also polls the number of messages, which may be the next request.
    await link.or(barred).click()
    await barred.waitFor()
    await confirmPassword(page)
    await setUp(page)
    await page.getByRole('button', { name: '我已保存' }).click()
    await link.click()
    await page.getByRole('heading', { name: '客户管理' }).waitFor()
    await admin.call(secondFactor.setRule, { roles: [], version: rule.version })
  },
  { expected: [/status of 403/] },
)

journey(
  'a head resets the second factor of a member who lost the phone',
  async ({ page, base, open, signIn }) => {
    const { id, username } = await newMember(base)
    await open('/user/login?redirect=/account/settings')
    await fillIn(page, username)
    await page.getByRole('button', { name: '开启两步验证' }).click()
    await confirmPassword(page)
    await page.getByRole('dialog').getByLabel('动态码').waitFor()
    await setUp(page)
    await page.getByRole('button', { name: '我已保存' }).click()
    await signOut(page)

    await signIn('head', `/user-management/${id}`)
    await page.getByRole('heading', { name: '唐果' }).waitFor()
    const reset = page.getByRole('button', { name: '重置两步验证' })
    await reset.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(确定|重置两步验证|重置)$/ })
      .click()
    await page.getByText('两步验证已重置').waitFor()
    await page.getByText('重置两步验证').last().waitFor()
  },
)
