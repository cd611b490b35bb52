import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { stores } from '#clients/stores/contract.ts'
import { preferences } from '#platform/preferences/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy, newRows } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { sheetsOf } from './support/sheets.ts'

// The header is a separate table, so that it can stay visible.
const rows = (page: Page) => page.locator('.list-table .ant-table-row')
const cards = (page: Page) => page.locator('.card-choice')
const heads = async (page: Page) => {
  const words = await page.getByRole('columnheader').allInnerTexts()
  return words.map((word) => word.trim()).filter(Boolean)
}

/** Waits until the given table headers are in this order. */
async function assertOrder(page: Page, ...names: string[]): Promise<void> {
  const expected = names.join()
  for (let left = 50; left > 0; left -= 1) {
    const found = (await heads(page)).filter((head) => names.includes(head)).join()
    if (found === expected) return
    await page.waitForTimeout(100)
  }
  assert.equal((await heads(page)).filter((head) => names.includes(head)).join(), expected)
}

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '列设置' }).click()
  const panel = page.getByRole('toolbar', { name: '列设置' })
  await panel.waitFor()
  // Its contents move while the panel's animation runs.
  await page.locator('.ant-popover[class*="-zoom-"]').waitFor({ state: 'detached' })
  return panel
}

/** Presses ArrowUp until the new place is announced: a press before the rows have been measured has no effect. */
async function moveUp(page: Page, announced: string): Promise<void> {
  const announcement = page.locator('[aria-live]', { hasText: announced })
  for (let attempt = 0; attempt < 4 && (await announcement.count()) === 0; attempt += 1) {
    await page.keyboard.press('ArrowUp')
    await announcement.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => undefined)
  }
  await announcement.waitFor({ state: 'attached' })
}

const tag = (page: Page) => page.locator('.filter-tag', { hasText: /平台.*天猫.*淘宝/ })

/** Carries out an action and waits until the preference that it changes is saved. */
const saves = (page: Page, act: () => Promise<unknown>) =>
  causedBy(
    act,
    page.waitForResponse((answer) => answer.url().includes('/api/preferences/') && answer.ok()),
  )

journey(
  'an admin arranges columns by keyboard and mouse, finds them in another browser, and resets them',
  async ({ page, context, base, signIn }) => {
    await (await clientOf(base, 'admin2')).call(preferences.remove, { key: 'list.stores' })
    await signIn('admin2', '/store-management')
    await assertOrder(page, '店铺', '平台', '客户', '组长', '状态')
    const panel = await openColumns(page)

    await panel.getByRole('button', { name: '移动组长' }).focus()
    await page.keyboard.press('Space')
    await page.locator('[aria-live]', { hasText: '组长移到第 5 位' }).waitFor({ state: 'attached' })
    await moveUp(page, '组长移到第 4 位')
    await saves(page, () => page.keyboard.press('Space'))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    const moved = await heads(page)

    const again = await openColumns(page)
    await again.getByRole('button', { name: '移动客服' }).hover()
    await page.mouse.down()
    const target = await again.getByRole('button', { name: '移动平台' }).boundingBox()
    assert.ok(target)
    await page.mouse.move(target.x + 8, target.y + 24, { steps: 12 })
    await page.mouse.move(target.x + 8, target.y + 10, { steps: 4 })
    await page.getByText(/客服移到第 3 位/).waitFor({ state: 'attached' })
    await saves(page, () => page.mouse.up())
    await assertOrder(page, '客服', '平台')

    await saves(page, () => again.getByRole('button', { name: '状态固定在左侧' }).click())
    await assertOrder(page, '店铺', '状态', '客服', '平台')
    assert.notDeepEqual(await heads(page), moved)

    // Another browser, the same user.
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const elsewhere = await context.browser()?.newContext({ viewport: { width: 1366, height: 768 } })
    assert.ok(elsewhere && token)
    const other = await elsewhere.newPage()
    await other.goto(new URL('/logo.svg', page.url()).href)
    await other.evaluate((held) => localStorage.setItem('token', held), token)
    await other.goto(new URL('/store-management', page.url()).href)
    await assertOrder(other, '店铺', '状态', '客服', '平台')
    await elsewhere.close()

    await saves(page, () => again.getByRole('button', { name: '恢复默认' }).click())
    await assertOrder(page, '店铺', '平台', '客户', '组长', '客服', '状态')
  },
)

journey(
  'a column setting applies immediately even if the server cannot save it, which is reported once',
  async ({ page, signIn }) => {
    await signIn('admin2', '/customer-management')
    await rows(page).first().waitFor()
    await page.route('**/api/preferences/*', (route) => route.abort())
    const panel = await openColumns(page)
    await panel.getByRole('checkbox', { name: '客户编号' }).uncheck()
    await page.getByText(/界面设置没有保存到服务器/).waitFor()
    await assertOrder(page, '客户', '负责商务')
    assert.ok(!(await heads(page)).includes('客户编号'))
    await panel.getByRole('checkbox', { name: '手机号' }).uncheck()

    // The next page load sends the unsaved setting.
    await page.unroute('**/api/preferences/*')
    await saves(page, () => page.reload())
    await rows(page).first().waitFor()
    assert.ok(!(await heads(page)).includes('手机号'))
    const reset = await openColumns(page)
    await saves(page, () => reset.getByRole('button', { name: '恢复默认' }).click())
    await assertOrder(page, '客户', '客户编号', '负责商务')
  },
  { expected: [/ERR_FAILED/] },
)

journey(
  'an admin selects rows across pages, then all rows, and exports the selection',
  async ({ page, base, signIn }) => {
    const { total } = await (await clientOf(base, 'admin')).call(stores.list, { pageSize: 10 })
    await signIn('admin', '/store-management?pageSize=10')
    const bar = page.getByRole('region', { name: '批量操作' })
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await bar.getByText('已选 10 项').waitFor()
    await page.getByTitle('2', { exact: true }).click()
    await page.waitForURL(/current=2/)
    await bar.getByText('（本页 0 项）').waitFor()
    await rows(page).first().getByRole('checkbox').check()
    await bar.getByText('已选 11 项').waitFor()

    await bar.getByRole('button', { name: `选择全部 ${total} 条` }).click()
    await bar.getByText(`已选 ${total} 项`).waitFor()
    const download = await causedBy(
      () => bar.getByRole('button', { name: '导出所选' }).click(),
      page.waitForEvent('download'),
    )
    const sheets = await sheetsOf(download)
    assert.equal(sheets.get('店铺')?.length, total + 1)
    assert.deepEqual(sheets.get('导出说明')?.[2], ['筛选条件', `所选 ${total} 项`])

    await bar.getByRole('button', { name: '取消选择' }).click()
    await bar.waitFor({ state: 'hidden' })
  },
)

journey(
  'an admin changes the head of three stores in bulk and sees which one failed, and why',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management?pageSize=10&companyCode=001')
    const refused = JSON.stringify({ success: false, errorCode: 'STALE', errorMessage: '店铺刚被修改过。' })
    let requestCount = 0
    await page.route('**/api/stores/*', async (route) => {
      requestCount += 1
      if (requestCount === 2)
        await route.fulfill({ status: 409, contentType: 'application/json', body: refused })
      else await route.fulfill({ contentType: 'application/json', body: '{"success":true,"data":{}}' })
    })
    for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: '更换组长' }).click()
    const form = page.getByRole('dialog', { name: '为 3 家店铺更换组长' })
    await form.getByRole('button', { name: '更换', exact: true }).click()
    await form.getByText('请选择新的组长').waitFor()
    await form.getByLabel('新的组长').click()
    await page.locator('.ant-select-item-option').first().click()
    await form.getByRole('button', { name: '更换', exact: true }).click()
    const results = page.getByRole('dialog', { name: '更换组长' })
    await results.getByText('成功 2，失败 1').waitFor()
    await results.getByText('店铺刚被修改过。').waitFor()
    await results.getByRole('button', { name: '知道了' }).click()
    await page.getByText('已选 1 项').waitFor()
  },
  { expected: [/status of 409/] },
)

journey('going back from a record restores filters, sort, page and place', async ({ page, signIn }) => {
  await signIn('admin', '/store-management?sort=-createdAt&pageSize=50&platform=tmall&platform=taobao')
  await rows(page).first().waitFor()
  await tag(page).waitFor()
  const link = rows(page).nth(30).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  assert.ok(before > 100)
  await link.click()
  await page.waitForURL(/store-management\/\d+/)
  await page.goBack()
  await tag(page).waitFor()
  await page.waitForFunction((at) => Math.abs(window.scrollY - at) < 4, before)
  assert.match(page.url(), /sort=-createdAt.*pageSize=50|pageSize=50.*sort=-createdAt/)
})

journey('a user finds a store and opens it by keyboard only', async ({ page, signIn }) => {
  await signIn('admin', '/store-management?pageSize=10')
  await rows(page).first().getByRole('link').first().waitFor()
  await page.keyboard.press('/')
  await page.getByPlaceholder('名称或编号').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('店')
  await newRows(page, /keyword=/, () => page.keyboard.press('Enter'))
  assert.match(page.url(), /keyword=/)
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByText('已选 1 项').waitFor()
  const name = await rows(page).nth(1).getByRole('link').first().innerText()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  await page.goBack()
  await rows(page).first().getByRole('link').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘操作' }).waitFor()
  await page.keyboard.press('Escape')
})

journey(
  'ten thousand rows load one page at a time, and the next page is prefetched',
  async ({ page, signIn }) => {
    const requestedPages: string[] = []
    await page.route('**/api/stores?*', async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      requestedPages.push(new URL(route.request().url()).searchParams.get('current') ?? '')
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, total: 10_000 } } })
    })
    await signIn('admin', '/store-management')
    await page.getByText('第 1-20 条/总共 10,000 条').waitFor()
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByText('一次最多选择 5,000 条，请先筛选').waitFor()
    const next = page.getByRole('navigation', { name: '分页' })
    await next.hover()
    await page.waitForTimeout(300)
    await next.getByTitle('下一页').click()
    await page.getByText('第 21-40 条/总共 10,000 条').waitFor()
    assert.deepEqual(requestedPages.filter((one) => one === '2').length, 1)
  },
)

journey(
  'on a phone a sales person selects cards and acts with the bar at the bottom',
  async ({ page, signIn }) => {
    await signIn('sales', '/store-management')
    await page.getByRole('button', { name: '选择', exact: true }).click()
    await cards(page).first().click()
    const bar = page.getByRole('region', { name: '批量操作' })
    await bar.getByText('已选 1 项').waitFor()
    await bar.getByRole('button', { name: '更换组长' }).waitFor()
    assert.match(page.url(), /store-management$/)
    await page.getByRole('button', { name: '取消选择' }).click()
    await bar.waitFor({ state: 'hidden' })
  },
  { viewport: { width: 390, height: 844 }, moving: true },
)
