import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journey } from './support/journey.ts'

const atHeading = (page: Page, name: string) =>
  page.waitForFunction(
    (text) => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === text,
    name,
  )

journey(
  'opening a page by keyboard moves the focus to its heading, and the shortcuts of the list work',
  async ({ page, signIn }) => {
    await signIn('admin', '/welcome')
    await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()
    // The first page is loaded by the browser: the focus is at its top.
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true)

    await page.getByRole('link', { name: '客户管理' }).first().focus()
    await page.keyboard.press('Enter')
    await atHeading(page, '客户管理')
    const row = page.getByRole('row').nth(1)
    await row.getByRole('link').first().waitFor()
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.closest('search') !== null)

    // A record's heading appears, and gets the focus, when the record has loaded.
    await row.focus()
    const name = (await row.getByRole('link').first().innerText()).trim()
    await page.keyboard.press('Enter')
    await atHeading(page, name)
    await page.goBack()
    await atHeading(page, '客户管理')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索', exact: true }).fill('dpgl')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await atHeading(page, '店铺管理')
  },
)

journey('the first Tab offers to skip the menu without changing the address', async ({ page, signIn }) => {
  await signIn('agent', '/store-management')
  await page.getByRole('heading', { level: 1, name: '店铺管理' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: '跳到正文' }).waitFor()
  const top = await page
    .getByRole('link', { name: '跳到正文' })
    .evaluate((link) => link.getBoundingClientRect().top)
  assert.ok(top >= 0, 'it is seen while it has the keyboard')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  assert.equal(new URL(page.url()).hash, '')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.closest('#main') !== null), true)
})
