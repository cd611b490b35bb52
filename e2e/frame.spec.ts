import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { signOut } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((found, key) => getComputedStyle(found).getPropertyValue(key), name)
const widthOf = async (page: Page) => (await page.locator('.sider').boundingBox())?.width

journey(
  'the frame stands as specified: its sizes, its colour, its title, no footer',
  async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('admin', '/store-management')
    await page.getByRole('heading', { level: 1, name: '店铺管理' }).waitFor()
    assert.equal(await widthOf(page), 200)
    assert.equal(await page.title(), '店铺管理 - 后台客服科技')
    assert.equal(await page.locator('footer').count(), 0)
    assert.equal(await styleOf(page, '.top', 'position'), 'static')
    assert.equal(await styleOf(page, '.sider', 'background-color'), 'rgb(255, 255, 255)')
    assert.equal(await styleOf(page, '.ant-btn-primary', 'background-color'), 'rgb(24, 144, 255)')

    await page.getByRole('button', { name: '收起菜单' }).click()
    await page.waitForFunction(() => document.querySelector('.sider')?.getBoundingClientRect().width === 80)
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    assert.equal(await widthOf(page), 80)

    await page.setViewportSize({ width: 1920, height: 1080 })
    const content = await page.locator('#main').boundingBox()
    assert.equal(content?.width, 1840)
  },
)

journey('somebody opens screens and actions from the keyboard alone', async ({ page, signIn }) => {
  await signIn('admin', '/welcome')
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()
  const button = page.getByRole('button', { name: '搜索', exact: true })
  const field = page.getByRole('combobox', { name: '搜索', exact: true })
  const marked = page.getByRole('option', { selected: true })

  await button.focus()
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('dpgl')
  await marked.getByText('店铺管理', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.activeElement?.className === 'palette-button')

  await page.keyboard.press('Control+k')
  await field.fill('店铺')
  await marked.getByText('店铺管理', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await marked.getByText('店铺流失', { exact: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('/store-management')

  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: '最近使用' }).getByRole('option', { name: '店铺管理' }).waitFor()
  await field.fill('xjkh')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '新建客户' }).waitFor()
})

journey(
  'on a phone the search fills the screen and is closed by its own button',
  async ({ page, signIn }) => {
    // Without the opening's movement, so that what is measured stands still.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('agent', '/welcome')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    const field = page.getByRole('combobox', { name: '搜索', exact: true })
    await field.fill('新建店铺')
    await page.getByText('没有找到。请换个说法，或从菜单进入。').waitFor()
    const window = await page.locator('.palette .ant-modal-container').boundingBox()
    assert.deepEqual([window?.x, window?.y, window?.width, window?.height], [0, 0, PHONE.width, PHONE.height])
    await page.getByRole('button', { name: '取消' }).click()
    await field.waitFor({ state: 'hidden' })
  },
  { viewport: PHONE },
)

journey('workers and caches of an earlier program are gone after the next visit', async ({ page, open }) => {
  await page
    .context()
    .route('**/old-worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'addEventListener("fetch", () => undefined)' }),
    )
  await page.goto('/logo.svg')
  await open('/user/login')
  await page.getByRole('button', { name: '登录' }).first().waitFor()
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/old-worker.js')
    await (await caches.open('old')).put('/x', new Response('x'))
    return [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]
  })
  assert.deepEqual(kept, [1, 1])
  await page.reload()
  await page.waitForFunction(async () => {
    const left = await navigator.serviceWorker.getRegistrations()
    return left.length === 0 && (await caches.keys()).length === 0
  })
})

journey(
  'signing out remembers the page, clears this device, and adds no second redirect',
  async ({ page, signIn }) => {
    const path = '/account/settings?tab=language'
    await signIn('agent', path)
    await page.getByRole('heading', { level: 1, name: '个人设置' }).waitFor()
    await signOut(page)
    const door = `/user/login?redirect=${encodeURIComponent(path)}`
    await page.waitForURL(door)
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    await page.reload()
    await page.getByRole('button', { name: '登录' }).first().waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, door)
  },
)
