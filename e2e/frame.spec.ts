import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { signOut } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((found, key) => getComputedStyle(found).getPropertyValue(key), name)
const widthOf = async (page: Page) => (await page.locator('.sider').boundingBox())?.width

journey(
  'the frame has the specified sizes, colours and title, and it has no footer',
  async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('admin', '/store-management')
    await page.getByRole('heading', { level: 1, name: '店铺管理' }).waitFor()
    assert.equal(await widthOf(page), 200)
    assert.equal(await page.title(), '店铺管理 - 后台客服科技')
    assert.equal(await page.locator('footer').count(), 0)
    assert.equal(await styleOf(page, '.top', 'position'), 'static')
    assert.equal(await styleOf(page, '.sider', 'background-color'), 'rgb(255, 255, 255)')
    // The primary colour is #1890ff; a filled button is darker for contrast with its text.
    assert.equal(await styleOf(page, '.ant-pagination-item-active', 'border-top-color'), 'rgb(24, 144, 255)')
    assert.equal(await styleOf(page, '.ant-btn-primary', 'background-color'), 'rgb(9, 109, 217)')

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

journey('screens and actions can be opened by keyboard only', async ({ page, signIn }) => {
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
    // Without the opening animation, so that the measured size is final.
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

journey(
  'on a phone the menu opens from the header and leads to a screen',
  async ({ page, signIn }) => {
    await signIn('agent', '/welcome')
    await page.getByRole('button', { name: '打开菜单' }).click()
    await page.getByRole('dialog').getByRole('menuitem', { name: '店铺管理' }).click()
    await page.waitForURL('/store-management')
    await page.getByRole('heading', { level: 1, name: '店铺管理' }).waitFor()
  },
  { viewport: PHONE },
)

/** The actions of a record's page: the visible buttons and those in the menu 更多. */
async function actionsOf(page: Page, bar: Locator): Promise<string[]> {
  await bar.getByRole('button').first().waitFor()
  const texts = await bar.getByRole('button').allInnerTexts()
  // The previous and next buttons have no text.
  const names = texts.map((text) => text.replaceAll(' ', '').trim()).filter((name) => name !== '')
  const visibleNames = names.filter((name) => name !== '更多')
  if (visibleNames.length === names.length) return visibleNames.toSorted()
  await bar.getByRole('button', { name: '更多' }).click()
  const menu = page.getByRole('menu').last()
  await menu.waitFor()
  const more = await menu.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return [...visibleNames, ...more].toSorted()
}

journey(
  "on the narrowest phone a store's page has all actions of the desktop, and its end scrolls above them",
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(/\/store-management\/\d+/)
    const onDesk = await actionsOf(page, page.locator('.detail-acts'))
    assert.ok(onDesk.length > 2)

    await page.setViewportSize({ width: 280, height: 640 })
    const bar = page.locator('.thumb-bar')
    await bar.waitFor()
    assert.deepEqual(await actionsOf(page, bar), onDesk)

    const last = page.locator('.detail-content > div').last()
    await page.locator('.content').evaluate((content) => {
      for (let part: Element | null = content; part; part = part.parentElement)
        part.scrollTop = part.scrollHeight
    })
    const [end, edge] = [await last.boundingBox(), await bar.boundingBox()]
    assert.ok(end && edge && end.y + end.height <= edge.y, JSON.stringify({ end, edge }))
  },
)

journey('service workers and caches of an old program are removed by a visit', async ({ page, open }) => {
  // The page of the old program has no policy; this program's forbids to register a worker.
  const served = {
    '**/old-page': { contentType: 'text/html', body: '<title>old</title>' },
    '**/old-worker.js': {
      contentType: 'text/javascript',
      body: 'addEventListener("fetch", () => undefined)',
    },
  }
  for (const [url, answer] of Object.entries(served)) {
    await page.context().route(url, (route) => route.fulfill(answer))
  }
  await page.goto('/old-page')
  const registrations = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/old-worker.js')
    await (await caches.open('old')).put('/x', new Response('x'))
    return [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]
  })
  assert.deepEqual(registrations, [1, 1])
  await open('/user/login')
  await page.getByRole('button', { name: '登录' }).first().waitFor()
  await page.waitForFunction(async () => {
    const left = await navigator.serviceWorker.getRegistrations()
    return left.length === 0 && (await caches.keys()).length === 0
  })
})

journey(
  'signing out keeps the page in the redirect, clears local storage, and adds no second redirect',
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

journey(
  'the document paints the frame before any script has loaded, and it does not move later',
  async ({ page, signIn }) => {
    const brand = page.locator('.brand')
    /** Opens the list with delayed scripts; returns the brand's position before and after they run. */
    const placesOf = async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto('/store-management', { waitUntil: 'commit' })
      await brand.waitFor()
      assert.equal(await page.locator('.early-frame').count(), 1)
      const early = { brand: await brand.boundingBox(), dir: await page.evaluate('document.dir || "ltr"') }
      held.resolve()
      await page.locator('.sider').waitFor()
      await page.unroute('**/assets/*.js')
      return [early, { brand: await brand.boundingBox(), dir: await page.evaluate('document.dir') }]
    }
    await signIn('admin', '/logo.svg')
    const [early, late] = await placesOf()
    assert.deepEqual(early, late)

    await page.evaluate(() => localStorage.setItem('locale', 'ar-EG'))
    const [mirrored, lateMirrored] = await placesOf()
    assert.equal((mirrored as { dir: string }).dir, 'rtl')
    assert.deepEqual(mirrored, lateMirrored)
  },
)
