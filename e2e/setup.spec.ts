import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { companies } from '#people/companies/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { clientOf } from './support/api.ts'
import { journey, PASSWORD, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Replaces a one-time password by that of the demo. */
async function settle(base: string, username: string, oneTimePassword: string): Promise<void> {
  const person = await clientOf(base, username, oneTimePassword)
  await person.call(session.changePassword, { oldPassword: oneTimePassword, newPassword: PASSWORD })
}

/** A company without anything, and the user name of its admin 沈岚. */
async function newCompany(base: string): Promise<{ name: string; admin: string }> {
  const headquarters = await clientOf(base, 'admin')
  const { items } = await headquarters.call(companies.list, { pageSize: 100 })
  const code = String(Math.max(...items.map((one) => Number(one.code)), 800) + 1)
  const [name, admin] = [`青禾客服${code}`, `shenlan${code}`]
  const created = await headquarters.call(companies.create, {
    code,
    name,
    adminName: '沈岚',
    adminUsername: admin,
  })
  await settle(base, admin, created.oneTimePassword)
  return { name, admin }
}

const step = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: '开通清单' }).getByRole('link', { name })
const progress = (page: Page) => page.getByRole('progressbar', { name: '开通进度' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function assertDone(page: Page, n: number): Promise<void> {
  await page.getByText(`完成 ${n}/7`).waitFor()
  assert.equal(await progress(page).getAttribute('aria-valuenow'), String(n))
}

/** Adds a head, two members and a sales person in the table; returns the shown passwords by user name. */
async function addPeople(page: Page): Promise<Map<string, string>> {
  await step(page, '员工').click()
  const names = ['周宁', '王一诺', '单晓雨', '许岚']
  for (const [at, name] of names.entries()) {
    await field(page, `姓名 ${at + 1}`).fill(name)
    await field(page, `姓名 ${at + 1}`).press('Enter')
  }
  await field(page, '角色 4').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '商务', visible: true }).click()
  await page.getByRole('button', { name: '新建并生成密码' }).click()
  const issued = page.getByRole('dialog', { name: '4 位员工的一次性密码' })
  await issued.waitFor()
  await assertAccessible(page, 'the one-time passwords')
  const rows = await issued.getByRole('row').allInnerTexts()
  await issued.getByRole('button', { name: '我已保存' }).click()
  const cells = rows.slice(1).map((row) => row.split('\t').map((cell) => cell.trim()))
  return new Map(cells.map(([, username = '', password = '']) => [username, password]))
}

journey(
  'an admin of a company without data gets the list, adds people, skips a step and hides the list; nobody sees a reassuring message',
  async ({ page, base, signIn }) => {
    const { name, admin } = await newCompany(base)
    await signIn(admin)
    await page.getByText(`${name}，还没有数据。`).waitFor()
    await assertDone(page, 0)
    await assertAccessible(page, 'the set-up list')
    await assertFits(page, 'the set-up list')
    assert.equal(await page.getByText(/报齐|没有逾期|没有要担心/).count(), 0)

    const passwords = await addPeople(page)
    await assertDone(page, 1)
    await page.getByText('2 客服、1 组长、1 商务').first().waitFor()
    await page.getByRole('button', { name: '下一步：客户与店铺' }).click()
    await page.getByRole('heading', { name: '客户与店铺' }).waitFor()

    await step(page, '公司名与标志').click()
    await page.getByRole('button', { name: '跳过' }).click()
    await page.getByText('已跳过').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '客户与店铺' }).waitFor()

    for (const [username, password] of passwords) await settle(base, username, password)
    const [head = '', member = '', , sales = ''] = [...passwords.keys()]
    await assertWaits(page, signIn, member, '等周宁分配')
    await assertWaits(page, signIn, head, '等沈岚交给您的小组')
    await assertWaits(page, signIn, sales, '您来登记，或等沈岚移交')

    await signIn(admin)
    await page.getByRole('button', { name: '首页不再显示' }).click()
    await page.getByText('昨日没有服务中的店铺').waitFor()
    assert.equal(await page.getByText(/报齐|没有逾期|没有要担心/).count(), 0)
    await page.goto('/welcome/setup')
    await page.getByRole('button', { name: '放回首页' }).click()
    await page.getByRole('button', { name: '放回首页' }).waitFor({ state: 'hidden' })
    await page.goto('/welcome')
    await assertDone(page, 1)
  },
)

async function assertWaits(
  page: Page,
  signIn: (username: string) => Promise<void>,
  username: string,
  sentence: string,
): Promise<void> {
  await signIn(username)
  await page.getByRole('region', { name: '还在等什么' }).waitFor()
  await page.getByText(sentence).waitFor()
  await assertAccessible(page, `the home page of ${username}`)
}

journey(
  'on a phone the open step is inside the list, and a refused person is marked in the own row',
  async ({ page, base, signIn }) => {
    const { admin } = await newCompany(base)
    await signIn(admin)
    await step(page, '员工').click()
    await field(page, '姓名 1').fill('周宁')
    await field(page, '用户名 1').fill('admin')
    await page.getByRole('button', { name: '再加一位' }).click()
    await field(page, '姓名 2').fill('王一诺')
    await page.getByRole('button', { name: '新建并生成密码' }).click()
    const refused = page.locator('.people-row').first().getByText('该用户名已被使用，请换一个。')
    await refused.waitFor()
    await assertFits(page, 'a refused person')
    await field(page, '用户名 1').fill(`zhouning${Date.now()}`)
    await refused.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '新建并生成密码' }).click()
    await page.getByRole('dialog', { name: '2 位员工的一次性密码' }).waitFor()
  },
  { viewport: PHONE, expected: [/400/] },
)
