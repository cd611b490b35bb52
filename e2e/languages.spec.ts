import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { preferences } from '#platform/preferences/contract.ts'
import { addressesOf } from './support/addresses.ts'
import { clientOf } from './support/api.ts'
import { chineseOn, collectData } from './support/chineseTexts.ts'
import { causedBy, follow } from './support/hands.ts'
import { journey, PASSWORD, speak } from './support/journey.ts'
import { assertFits, cutOffOn, watchLoading } from './support/screens.ts'

/** The screens already tested in English. */
const walked = new Set<string>()

const WINDOWS = {
  '/user-management': 'New staff member',
  '/customer-management': 'New customer',
  '/store-management': 'New store',
  '/store-worklog/imports': 'Import platform data',
}

for (const username of ['admin', 'head', 'agent', 'sales', 'finance']) {
  journey(
    `in English ${username} reads every screen at 1366 × 768 without Chinese, except names and data`,
    async ({ page, base, signIn }) => {
      const addresses = await addressesOf(await clientOf(base, username), (path) => walked.has(path))
      const data = await collectData(page)
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, 'en-US')
      await signIn(username)
      const left: Record<string, string[]> = {}
      for (const path of addresses.keys()) {
        walked.add(path)
        await follow(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await loaded()
        await assertFits(page, path)
        const found = [...(await cutOffOn(page)), ...(await chineseOn(page, data))]
        if (found.length > 0) left[path] = found
      }
      assert.deepEqual(left, {})
    },
  )
}

journey('in English an admin reads forms and dialogs without Chinese', async ({ page, signIn }) => {
  const data = await collectData(page)
  const loaded = watchLoading(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await speak(page, 'en-US')
  await signIn('admin')
  const left: Record<string, string[]> = {}
  for (const [path, button] of Object.entries(WINDOWS)) {
    await follow(page, path)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await loaded()
    const found = [...(await cutOffOn(page)), ...(await chineseOn(page, data))]
    if (found.length > 0) left[path] = found
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  assert.deepEqual(left, {})
})

/** Selects a language in the header. */
async function chooseInHeader(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('banner').getByRole('combobox', { name: /^(界面语言|Language)$/ })
  await choice.click()
  await choice.fill(name)
  const options = page.locator('.language-list .ant-select-item-option')
  await options.filter({ hasText: name }).first().waitFor()
  // A list that is still opening, or still to be filtered by the typed text, may lose the click.
  await page.waitForFunction(() => !document.querySelector('[class*="ant-slide-"]'))
  await options.nth(1).waitFor({ state: 'detached' })
  await options.first().click()
}

journey(
  'the language selected on the sign-in page is kept after the user signs out',
  async ({ page, base, open }) => {
    const loaded = watchLoading(page)
    await open('/user/login')
    await page.getByRole('heading', { name: '登录' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
    await page.getByRole('combobox', { name: '界面语言' }).selectOption('de-DE')
    // German has Ant Design's texts only; the program's own texts are English.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE')
    await signInByHand(page, { username: 'Username', password: 'Password', button: 'Sign in' })
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    const saved = await causedBy(
      () => chooseInHeader(page, 'English (UK)'),
      page.waitForResponse((answer) => answer.url().includes('/api/preferences/language')),
    )
    assert.equal(saved.status(), 200)
    // Wait until no request of the home page is pending when the session ends.
    await loaded()
    await page.getByRole('button', { name: /account$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await page.getByLabel('用户名').waitFor()
    await signInByHand(page, { username: '用户名', password: '密码', button: '登录' })
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en-GB')
    assert.equal(await page.evaluate(() => localStorage.getItem('locale')), 'en-GB')
    await forgetLanguage(base)
  },
)

/** Removes the language that finance has chosen: other tests open pages as this user too. */
async function forgetLanguage(base: string): Promise<void> {
  await (await clientOf(base, 'finance')).call(preferences.remove, { key: 'language' })
}

async function signInByHand(
  page: Page,
  words: { username: string; password: string; button: string },
): Promise<void> {
  await page.getByLabel(words.username).fill('finance')
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.button, exact: true }).click()
}

journey(
  'on a phone the language list is completely in the window',
  async ({ page, base, signIn }) => {
    await signIn('finance')
    await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()
    await page.getByRole('banner').getByRole('combobox', { name: '界面语言' }).click()
    const list = page.locator('.language-list')
    await list.getByText('简体中文').waitFor()
    const { x, width } = (await list.boundingBox()) ?? assert.fail('no list')
    assert.ok(x >= 0 && x + width <= 390, `from ${x}, ${width} wide`)
    const saved = await causedBy(
      () => list.locator('.ant-select-item-option', { hasText: 'Tiếng Việt' }).click(),
      page.waitForResponse((answer) => answer.url().includes('/api/preferences/language')),
    )
    assert.equal(saved.status(), 200)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await forgetLanguage(base)
  },
  { viewport: { width: 390, height: 844 } },
)

journey(
  'a refused sign-in is reported in the language of the page, also by the server',
  async ({ page, open }) => {
    await speak(page, 'en-US')
    await open('/user/login')
    await page.getByLabel('Username').fill('nobody-here')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong username or password.').waitFor()
  },
  { expected: [/status of 400|status of 401/] },
)

journey(
  'an admin combines English with Chinese dates, and weeks begin on Monday',
  async ({ page, signIn }) => {
    await speak(page, 'en-US')
    await signIn('admin', '/account/settings?tab=language')
    await page.getByRole('heading', { level: 1, name: 'Personal settings' }).waitFor()
    // The selection reloads the page.
    await page.getByRole('radio', { name: '中文（中国）' }).click()
    await page.getByRole('radio', { name: '中文（中国）', checked: true }).waitFor()
    await page.reload()
    await follow(page, '/store-management')
    assert.deepEqual(await weekHeads(page), ['一', '二', '三', '四', '五', '六', '日'])
    await follow(page, '/account/settings?tab=language')
    await page.getByRole('radio', { name: 'As the language' }).click()
    await page.getByRole('radio', { name: 'As the language', checked: true }).waitFor()
    await follow(page, '/store-management')
    assert.deepEqual(await weekHeads(page), ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
  },
)

/** The weekday headers of the calendar of 合同到期. */
async function weekHeads(page: Page): Promise<string[]> {
  await page.getByPlaceholder('Start').click()
  const heads = page.locator('.ant-picker-content').first().locator('th')
  await heads.first().waitFor()
  const words = await heads.allInnerTexts()
  await page.keyboard.press('Escape')
  return words
}
