import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { reachableScreens, screensOf } from '#app/routes.ts'
import { session } from '#features/session/contract.ts'
import { clientOf } from './support/api.ts'
import { follow } from './support/hands.ts'
import { journey, PASSWORD, PHONE } from './support/journey.ts'
import { assertFits, watchLoading } from './support/screens.ts'

/** Chinese signs, and the punctuation that only Chinese has. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

/** Stores a language on this device, as an earlier visit would have. */
async function speak(page: Page, locale: string): Promise<void> {
  await page.goto('/logo.svg')
  await page.evaluate((code) => localStorage.setItem('locale', code), locale)
}

/** Every text that the API answered so far; what of it stands on a screen is data, in whatever language. */
function collectData(page: Page): Set<string> {
  const said = new Set<string>()
  const collect = (value: unknown): void => {
    // Names that the server lists in one text stand on the screen with the reader's comma between them.
    if (typeof value === 'string') for (const text of [value, ...value.split('、')]) said.add(text.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    collect(await response.json().catch(() => null))
  })
  return said
}

/** The Chinese that is left on the page when the data has been taken away: texts, labels, titles, placeholders. */
async function chineseOn(page: Page, data: Set<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent && !parent.closest('[lang]:not(html), [aria-hidden="true"], script, style, noscript')) {
        found.push(walker.currentNode.nodeValue ?? '')
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return [document.title, ...found]
  })
  const known = [...data].filter((text) => CHINESE.test(text)).sort((a, b) => b.length - a.length)
  const left = texts.filter((text) => {
    if (!CHINESE.test(text)) return false
    const rest = known.reduce(
      (whole, word) => whole.replaceAll(word, ''),
      text.replaceAll('后台客服科技', ''),
    )
    return CHINESE.test(rest)
  })
  return [...new Set(left)]
}

const WINDOWS = {
  '/user-management': 'New staff member',
  '/customer-management': 'New customer',
  '/store-management': 'New store',
  '/store-worklog/imports': 'Import platform data',
}

// The admin's screens are walked in Arabic below: our texts are English there too.
for (const username of ['head', 'agent']) {
  journey(
    `${username} who chose English reads no Chinese but names and data`,
    async ({ page, base, signIn }) => {
      const user = await (await clientOf(base, username)).call(session.currentUser, {})
      const data = collectData(page)
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, 'en-US')
      await signIn(username)
      const left: Record<string, string[]> = {}
      for (const { path } of screensOf(reachableScreens(user))) {
        await follow(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await loaded()
        const chinese = await chineseOn(page, data)
        if (chinese.length > 0) left[path] = chinese
      }
      assert.deepEqual(left, {})
    },
  )
}

journey('an admin who chose English reads no Chinese in forms and windows', async ({ page, signIn }) => {
  const data = collectData(page)
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
    const chinese = await chineseOn(page, data)
    if (chinese.length > 0) left[path] = chinese
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  assert.deepEqual(left, {})
})

/** The choice at the top of the console. */
async function chooseInHeader(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('banner').getByRole('combobox', { name: /^(界面语言|Language)$/ })
  await choice.click()
  await choice.fill(name)
  await page.locator('.language-list').getByTitle(name, { exact: true }).click()
}

journey(
  'a person chooses a language at the door, and finds it again after signing out',
  async ({ page, open }) => {
    await open('/user/login')
    await page.getByRole('heading', { name: '登录' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
    await page.getByRole('combobox', { name: '界面语言' }).selectOption('de-DE')
    // German has Ant Design's words; ours are English.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE')
    await signInByHand(page, { username: 'Username', password: 'Password', button: 'Sign in' })
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    const kept = page.waitForResponse((answer) => answer.url().includes('/api/preferences/language'))
    await chooseInHeader(page, 'English (UK)')
    assert.equal((await kept).status(), 200)
    await page.getByRole('button', { name: /account$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await page.getByLabel('用户名').waitFor()
    await signInByHand(page, { username: '用户名', password: '密码', button: '登录' })
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en-GB')
    assert.equal(await page.evaluate(() => localStorage.getItem('locale')), 'en-GB')
  },
)

async function signInByHand(
  page: Page,
  words: { username: string; password: string; button: string },
): Promise<void> {
  await page.getByLabel(words.username).fill('finance')
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.button, exact: true }).click()
}

journey(
  'a refusal is told in the language of the page, by the server too',
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
  'an admin reads English beside Chinese dates, and weeks begin on Monday',
  async ({ page, signIn }) => {
    await speak(page, 'en-US')
    await signIn('admin', '/account/settings?tab=language')
    await page.getByRole('heading', { level: 1, name: 'Personal settings' }).waitFor()
    // The page is drawn anew, the choice with it.
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

/** The heads of the days in the calendar of 合同到期. */
async function weekHeads(page: Page): Promise<string[]> {
  await page.getByPlaceholder('Start').click()
  const heads = page.locator('.ant-picker-content').first().locator('th')
  await heads.first().waitFor()
  const words = await heads.allInnerTexts()
  await page.keyboard.press('Escape')
  return words
}

const DESK = { width: 1366, height: 768 }

journey(
  'an admin who reads Arabic has every screen mirrored, on a desk and on a phone, and reads no Chinese but data',
  async ({ page, base, signIn }) => {
    const user = await (await clientOf(base, 'admin')).call(session.currentUser, {})
    const data = collectData(page)
    const loaded = watchLoading(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await speak(page, 'ar-EG')
    await signIn('admin')
    const left: Record<string, string[]> = {}
    // Each screen is opened once: on the device on which the last one was left, then seen on the other.
    let devices = [DESK, PHONE]
    for (const { path } of screensOf(reachableScreens(user))) {
      await follow(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const device of devices) {
        await page.setViewportSize(device)
        await loaded()
        await assertFits(page, path)
        const end = await page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().right)
        assert.ok(end && end > device.width / 2, `${path} begins at the right`)
        const chinese = await chineseOn(page, data)
        if (chinese.length > 0) left[`${path} ${device.width}`] = chinese
      }
      devices = devices.toReversed()
    }
    assert.deepEqual(left, {})
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  },
)
