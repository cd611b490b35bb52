import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const manual = (page: Page) => page.getByRole('dialog', { name: '用户手册' })
const questionMark = (page: Page) => page.getByRole('button', { name: '这个页面的说明' })
const title = (page: Page, name: string) => manual(page).getByRole('heading', { level: 2, name })

journey(
  'the question mark opens the page of the screen; Escape closes it and returns the focus',
  async ({ page, signIn }) => {
    await signIn('admin', '/customer-bill-management?status=draft')
    await questionMark(page).click()
    await title(page, '客户账单').waitFor()
    assert.equal(new URL(page.url()).search, '?status=draft&help=screen')
    await assertAccessible(page, 'the manual')
    const picture = manual(page).locator('img').first()
    assert.ok(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    )

    // Going from page to page adds no steps, so that one "back" closes the manual.
    await manual(page).getByRole('link', { name: '银行流水' }).first().click()
    await title(page, '银行流水').waitFor()
    await page.goBack()
    await manual(page).waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).search, '?status=draft')

    await questionMark(page).click()
    await title(page, '客户账单').waitFor()
    await page.keyboard.press('Escape')
    await manual(page).waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.classList.contains('manual-button'))
    assert.equal(new URL(page.url()).search, '?status=draft')
  },
)

journey(
  'the page of a record has a question mark, and keeps its place in the list',
  async ({ page, signIn }) => {
    await signIn('admin', '/customer-management')
    await page.locator('.ant-table-row').getByRole('link').first().click()
    const next = page.getByRole('button', { name: '下一条' })
    await next.waitFor()
    await questionMark(page).click()
    await title(page, '客户详情').waitFor()
    await page.keyboard.press('Escape')
    await manual(page).waitFor({ state: 'hidden' })
    await next.waitFor()
  },
)

journey('Ctrl K finds a task by its initials, and opens it over the screen', async ({ page, signIn }) => {
  await signIn('admin', '/store-management')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('scygydzd')
  const group = page.getByRole('group', { name: '手册' })
  await group.getByRole('option', { name: '生成一个月的账单并出账' }).click()
  await title(page, '客户账单').waitFor()
  await manual(page).locator('[data-sought="true"]').getByText('生成一个月的账单并出账').waitFor()
  assert.equal(new URL(page.url()).pathname, '/store-management')
  await manual(page).getByRole('link', { name: '打开这个页面' }).click()
  await page.waitForURL('**/customer-bill-management')
  await manual(page).waitFor({ state: 'hidden' })
})

journey('the search finds pages by their text; all pages are listed', async ({ page, signIn }) => {
  await signIn('agent', '/welcome?help=contents')
  const search = manual(page).getByRole('searchbox', { name: '查找手册' })
  await search.fill('延迟统计')
  const results = manual(page).getByRole('status')
  await results.getByRole('link', { name: '数字核对' }).click()
  await title(page, '数字核对').waitFor()
  assert.equal(await search.inputValue(), '')
  await search.fill('没有这样的词')
  await manual(page).getByText('手册里没有“没有这样的词”').waitFor()
})

journey('a link to a page that the role does not include shows the other pages', async ({ page, signIn }) => {
  await signIn('agent', '/store-management?help=bills')
  await manual(page).getByText('您的角色没有这个页面。').waitFor()
  assert.equal(await manual(page).getByText('客户账单', { exact: true }).count(), 0)
  await manual(page).getByRole('link', { name: '店铺管理' }).click()
  await title(page, '店铺管理').waitFor()
  assert.equal(await manual(page).getByText('店铺工资').count(), 0)
})

journey('in another language the manual says that it is Chinese', async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en-US'))
  await signIn('admin', '/store-management?help=stores')
  const dialog = page.getByRole('dialog', { name: 'User manual' })
  await dialog.getByText('The manual is written in Chinese only').waitFor()
  await dialog.getByRole('heading', { name: 'Common tasks' }).waitFor()
  assert.ok((await dialog.locator('article [lang="zh-CN"]').count()) > 10)
})

journey('traditional Chinese shows the manual in traditional characters', async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'zh-TW'))
  await signIn('admin', '/store-management?help=stores')
  await page
    .locator('article [lang="zh-TW"]', { hasText: '管理每一家店' })
    .filter({ hasText: '組長' })
    .first()
    .waitFor()
})

journey(
  'on a phone the manual fills the window, with the contents one step away',
  async ({ page, signIn }) => {
    await signIn('agent', '/store-worklog')
    await questionMark(page).click()
    await title(page, '我的日志').waitFor()
    await assertFits(page, 'the manual on a phone')
    assert.equal(await manual(page).evaluate((dialog) => dialog.getBoundingClientRect().width), PHONE.width)
    await manual(page).getByRole('link', { name: '全部目录' }).click()
    await manual(page).getByRole('link', { name: '店铺管理' }).click()
    await title(page, '店铺管理').waitFor()
    await assertAccessible(page, 'the manual on a phone')
  },
  { viewport: PHONE },
)
