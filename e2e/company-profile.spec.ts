import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { companies } from '#people/companies/contract.ts'
import { companyProfile } from '#people/companies/profile/contract.ts'
import { svgPicture } from '#testing/testPictures.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { changePassword, signInWithForm } from './support/members.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const PASSWORD = '湖边的七棵老柳树'

/** Creates a company; returns its code and the account of its admin, who has not signed in yet. */
async function newCompany(base: string) {
  const admin = await clientOf(base, 'admin')
  const code = String(100 + (Date.now() % 900))
  const username = `profile${Date.now()}`
  const company = { code, name: `青禾 ${code}`, adminName: '沈岚', adminUsername: username }
  const { oneTimePassword } = await admin.call(companies.create, company)
  return { admin, code, username, oneTimePassword }
}

async function enter(
  page: Page,
  { username, oneTimePassword }: { username: string; oneTimePassword: string },
) {
  await signInWithForm(page, username, oneTimePassword)
  await changePassword(page, oneTimePassword, PASSWORD)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
}

const profilePage = '/account/settings/company'
const brandOf = (page: Page) => page.locator('.brand').first()

journey(
  'an admin fills in the profile of a new company, and the header and the tab show it, at the next visit from the start',
  async ({ page, base, open }) => {
    const { code, username, oneTimePassword } = await newCompany(base)
    await open('/user/login')
    await enter(page, { username, oneTimePassword })
    assert.equal(await brandOf(page).innerText(), '后台客服科技')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索', exact: true }).fill('gszl')
    await page.getByRole('option', { selected: true }).getByText('公司资料', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('公司名').waitFor()
    const preview = page.getByRole('complementary', { name: '这样显示' })
    await preview.getByText('未填').waitFor()

    await page.getByLabel('公司名').fill(`杭州青禾客服外包有限公司${code}`)
    await page.getByLabel('简称').fill('青禾客服')
    await page.getByLabel('户名').fill('杭州青禾客服外包有限公司')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('还要填开户行，或三项都不填。').waitFor()
    await page.getByText('还要填账号，或三项都不填。').waitFor()
    await assertAccessible(page, 'the refused profile')
    await page.getByLabel('开户行').fill('招商银行杭州高新支行')
    await page.getByLabel('账号', { exact: true }).fill('5719 0012 3410 801')

    // A logo is saved at once; what is typed and not saved stays.
    const bytes = svgPicture('<script>alert(1)</script><path d="M0 0h40v20H0z"/>')
    const file = { name: '青禾.svg', mimeType: 'image/svg+xml', buffer: bytes }
    await page.locator('input[type=file]').setInputFiles(file)
    const mark = page.locator('.top .brand img')
    await page.waitForFunction(
      () => document.querySelector('.top .brand img')?.getAttribute('src') !== '/logo.svg',
    )
    assert.match((await mark.getAttribute('src')) ?? '', /^\/logos\/[0-9a-f]{64}$/)
    assert.equal(await page.getByLabel('简称').inputValue(), '青禾客服')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存').waitFor()
    await page.waitForFunction(() => document.title === '公司设置 - 青禾客服')
    assert.equal(await page.getByLabel('账号', { exact: true }).inputValue(), '571900123410801')
    await preview.getByText('571900123410801').waitFor()
    assert.equal(await brandOf(page).innerText(), '青禾客服')

    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/welcome', { waitUntil: 'commit' })
    await page.locator('.early-frame').waitFor()
    assert.deepEqual(
      [
        await brandOf(page).innerText(),
        await page.title(),
        await brandOf(page).locator('img').getAttribute('width'),
      ],
      ['青禾客服', '青禾客服', '48'],
    )
    const early = await brandOf(page).boundingBox()
    held.resolve()
    await page.locator('.sider').waitFor()
    assert.deepEqual(await brandOf(page).boundingBox(), early)
  },
  { expected: [/status of 400/] },
)

journey(
  'a profile that somebody else has saved meanwhile is compared; the logo can be removed, and a wrong file says why',
  async ({ page, base, open }) => {
    const { admin, code, username, oneTimePassword } = await newCompany(base)
    await open('/user/login')
    await enter(page, { username, oneTimePassword })
    await page.goto(profilePage)
    await page.getByLabel('简称').fill('我的简称')
    const { version } = await admin.call(companyProfile.get, { code })
    await admin.call(companyProfile.update, { code, version, shortName: '他的简称' })
    await page.getByRole('button', { name: '保存' }).click()
    const dialog = page.getByRole('dialog', { name: '这条记录刚被别人修改过' })
    await dialog.getByRole('radio', { name: '简称 用我的' }).check()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await page.getByText('已保存').waitFor()
    assert.equal((await admin.call(companyProfile.get, { code })).shortName, '我的简称')

    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await choose('照片.png', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    await page.getByRole('alert').getByText('标志只能是 PNG 或 SVG 图片').waitFor()
    await assertAccessible(page, 'a refused logo')
    await choose('标志.png', svgPicture())
    await page.getByRole('button', { name: '更换图片' }).waitFor()
    await page.getByRole('button', { name: '移除' }).click()
    await page.getByRole('button', { name: '选择图片' }).waitFor()
    assert.equal((await admin.call(companyProfile.get, { code })).logo, null)
  },
  { expected: [/status of 409/, /status of 400/] },
)

journey(
  'on a phone the profile is reached from the menu, and its labels are above the fields',
  async ({ page, signIn }) => {
    await signIn('admin2', '/welcome')
    await page.getByRole('button', { name: '打开菜单' }).click()
    await page.getByRole('dialog').getByRole('menuitem', { name: '公司设置' }).click()
    await page.waitForURL(profilePage)
    const field = page.getByLabel('简称')
    await field.waitFor()
    await assertFits(page, 'the profile')
    const [label, box] = [
      await page.getByText('简称', { exact: true }).boundingBox(),
      await field.boundingBox(),
    ]
    assert.ok(label && box && label.y + label.height <= box.y)
    assert.ok(box.height >= 44)
    assert.equal(await brandOf(page).innerText(), '启明客服')
  },
  { viewport: PHONE },
)

journey(
  'a printed bill that is not paid names the account; a paid one does not',
  async ({ page, base, signIn }) => {
    const finance = await clientOf(base, 'finance')
    const paperOf = async (status: 'open' | 'paid') => {
      const filter = { status: [status], kind: ['service' as const], pageSize: 1 }
      const [bill] = (await finance.call(customerBills.list, filter)).items
      await page.goto(`/customer-bill-management/${bill?.id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByText(bill?.code ?? '')
        .first()
        .waitFor()
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      return page.locator('.paper').textContent()
    }
    await signIn('finance')
    assert.match(
      (await paperOf('open')) ?? '',
      /收款账户户名后台客服科技账号000012345678901开户行招商银行杭州高新支行/,
    )
    assert.doesNotMatch((await paperOf('paid')) ?? '', /收款账户/)
  },
)
