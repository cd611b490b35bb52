import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** The chunks of antd's Select, of the language menu, and of antd's messages. */
const CHOICES = /\/StartedSelect-[^/]*\.js$/
const LANGUAGES = /\/LanguageSelect-[^/]*\.js$/
const NOTICES = /\/NoticeHolder-[^/]*\.js$/

const NOISE = [/Failed to load resource/, /chunk failed to load/, /ChunkError/, /Failed to fetch dynamically/]

/** Delays the requests of a chunk; returns a function that releases them. */
async function hold(page: Page, part: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(part, (route) => void held.push(route))
  return async () => {
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute(part)
  }
}

const platforms = (page: Page) => page.getByRole('combobox', { name: '平台' })
const entries = (page: Page) => page.locator('.ant-select-dropdown').filter({ visible: true })

const CUSTOMERS_SCREEN = /\/CustomersScreen-[^/]*\.js$/
const FIRST_CUSTOMERS = /\/api\/customers\?current=1&pageSize=20$/

journey(
  'the first rows of the next screen are requested with the click, once, while its code is still loading',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const release = await hold(page, CUSTOMERS_SCREEN)
    const requests: string[] = []
    page.on('request', (request) => {
      if (FIRST_CUSTOMERS.test(request.url())) requests.push(request.url())
    })
    const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '客户管理' })
    await causedBy(() => link.click(), page.waitForResponse(FIRST_CUSTOMERS))
    await release()
    await page.getByRole('table', { name: '客户列表' }).getByRole('row').nth(1).waitFor()
    assert.equal(requests.length, 1)
  },
  { firstVisit: true },
)

const SCRIPTS = /\/assets\/[^/]*\.js$/
const FIRST_READS = /\/api\/(stores\?|startup)/

journey(
  'a page that was visited before requests its first data while no script has been loaded yet, and only once',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const table = page.getByRole('table', { name: '店铺列表' })
    await table.getByRole('row').nth(1).waitFor()
    const release = await hold(page, SCRIPTS)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (FIRST_READS.test(request.url())) requests.push(pathname)
    })
    await causedBy(
      () => page.goto('/store-management', { waitUntil: 'commit' }),
      page.waitForResponse(/\/api\/stores\?current=1&pageSize=20$/),
    )
    await release()
    await table.getByRole('row').nth(1).waitFor()
    assert.deepEqual(requests.sort(), ['/api/startup', '/api/stores'])
  },
  { firstVisit: true },
)

journey(
  'text typed into a select before its code has loaded is searched for afterwards',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const release = await hold(page, CHOICES)
    await platforms(page).focus()
    await page.keyboard.type('京')
    assert.equal(await platforms(page).inputValue(), '京')
    assert.equal(await entries(page).count(), 0)
    await release()
    await entries(page).getByTitle('京东', { exact: true }).waitFor()
    assert.equal(await entries(page).getByTitle('淘宝', { exact: true }).count(), 0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '查询' }).click()
    await page.waitForURL(/platform=jd/)
  },
  { firstVisit: true },
)

journey(
  'text typed into the language menu before its code has loaded is searched for afterwards',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const release = await hold(page, LANGUAGES)
    const field = page.getByRole('banner').getByRole('combobox', { name: '界面语言' })
    await field.focus()
    await page.keyboard.type('de')
    assert.equal(await field.inputValue(), 'de')
    assert.equal(await entries(page).count(), 0)
    await release()
    const german = entries(page).locator('.ant-select-item-option', { hasText: 'Deutsch' })
    await german.waitFor()
    // With the language's name in Chinese.
    assert.match(await german.innerText(), /德语/)
    assert.equal(await entries(page).locator('.ant-select-item-option', { hasText: '中文' }).count(), 0)
    assert.equal(await field.inputValue(), 'de')
  },
  { firstVisit: true },
)

journey(
  'a select opens by click and by key as soon as its code has loaded, and keeps the focus',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const release = await hold(page, CHOICES)
    await platforms(page).click()
    await release()
    await entries(page).getByTitle('淘宝', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await entries(page).waitFor({ state: 'hidden' })
    assert.ok(await platforms(page).evaluate((field) => field === document.activeElement))
    const size = page.getByRole('combobox', { name: '页码' })
    await size.focus()
    await page.keyboard.press('ArrowDown')
    await entries(page).getByTitle('50 条/页', { exact: true }).waitFor()
  },
  { firstVisit: true },
)

journey(
  'a select whose code fails to load says so in its place; a second attempt loads it',
  async ({ page, signIn }) => {
    let broken = true
    await page.route(CHOICES, (route) => (broken ? route.abort('connectionreset') : route.continue()))
    await signIn('admin', '/store-management')
    await platforms(page).click()
    const again = page.getByRole('button', { name: '加载失败，重试' })
    await again.first().waitFor()
    broken = false
    await again.first().click()
    // The first click has opened it.
    await entries(page).getByTitle('淘宝', { exact: true }).waitFor()
  },
  { expected: NOISE, firstVisit: true },
)

journey(
  'a message whose code fails to load is displayed as plain text, and a later one as usual',
  async ({ page, base, signIn }) => {
    let broken = true
    await page.route(NOTICES, (route) => (broken ? route.abort('connectionreset') : route.continue()))
    const admin = await clientOf(base, 'admin')
    const { id } = await admin.call(customers.create, { name: `只说一次${Date.now()}` })
    await signIn('admin', `/customer-management/${id}`)
    const save = async (remark: string) => {
      await page.getByRole('button', { name: '编辑' }).click()
      const form = page.getByRole('dialog', { name: /^编辑/ })
      await form.getByLabel('备注').fill(remark)
      await form.getByRole('button', { name: '确定' }).click()
      await form.waitFor({ state: 'hidden' })
    }
    await save('第一次')
    await page.locator('.plain-message').getByText('已保存').waitFor()
    broken = false
    await page.locator('.plain-message').waitFor({ state: 'hidden' })
    await save('第二次')
    await page.locator('.ant-message').getByText('已保存').waitFor()
  },
  { expected: NOISE, firstVisit: true },
)

journey(
  'the menu of a row opens by the press, even if its plain button is replaced before the release',
  async ({ page, signIn }) => {
    await signIn('admin', '/user-management')
    const more = page.locator('.ant-table-row').getByRole('button', { name: '更多操作' }).first()
    // A fast user: the pointer arrives and presses before the button has been replaced, and no click follows.
    await more.evaluate((button) => {
      button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
    })
    // Not an item of the main menu.
    await page.locator('.ant-dropdown').getByRole('menuitem').first().waitFor({ timeout: 10_000 })
  },
)
