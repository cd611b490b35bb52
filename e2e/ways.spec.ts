import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journey } from './support/journey.ts'

const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const firstStore = (page: Page) => page.getByRole('table', { name: '店铺' }).getByRole('link').first()

journey(
  'going back to a list restores its scroll position, another page begins at the top, and a filter keeps the position',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    await firstStore(page).waitFor()
    await page.evaluate(() => window.scrollTo(0, 320))
    const link = page.getByRole('table', { name: '店铺' }).getByRole('link').nth(8)
    const name = await link.innerText()
    await link.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    assert.equal(await scrolled(page), 0)
    await page.goBack()
    await firstStore(page).waitFor()
    await page.waitForFunction(() => window.scrollY === 320)
    await page.goForward()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    assert.equal(await scrolled(page), 0)
    await page.goBack()
    await page.waitForFunction(() => window.scrollY === 320)
    await page.reload()
    await firstStore(page).waitFor()
    await page.waitForFunction(() => window.scrollY === 320)
    await page.evaluate(() => window.scrollTo(0, 40))
    await page.getByRole('tab', { name: /服务中/ }).click()
    await page.waitForURL(/status=/)
    assert.equal(await scrolled(page), 40)
  },
)

journey(
  'going back from an unsaved form asks for confirmation each time, and then opens the previous page',
  async ({ page, signIn }) => {
    await signIn('admin', '/welcome')
    await page.getByRole('link', { name: '客户管理', exact: true }).click()
    await page.getByRole('button', { name: '新建客户' }).first().click()
    const form = page.getByRole('dialog', { name: '新建客户' })
    await form.getByLabel('客户名称').fill('没写完')
    const question = page.getByRole('dialog', { name: '您填写的内容还没有保存' })
    for (let times = 0; times < 2; times++) {
      await page.goBack()
      await question.getByRole('button', { name: '继续填写' }).click()
      await question.waitFor({ state: 'hidden' })
      assert.equal(new URL(page.url()).pathname, '/customer-management')
      assert.equal(await form.getByLabel('客户名称').inputValue(), '没写完')
    }
    await page.goBack()
    await question.getByRole('button', { name: '放弃修改' }).click()
    await page.getByRole('heading', { name: '首页' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/welcome')
    await page.goForward()
    await page.getByRole('heading', { name: '客户管理' }).waitFor()
    assert.equal(await form.count(), 0)
  },
)
