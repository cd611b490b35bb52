import assert from 'node:assert/strict'
import { causedBy } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** The chunk of a list's form, which loads when the form is first opened. */
const PART = /OpenedDrawer-[^/]*\.js$/

const NOISE = [/Failed to load resource/, /chunk failed to load/, /ChunkError/, /Failed to fetch dynamically/]

const WORDS = { open: '新建客户', failed: '这部分没有加载成功', again: '重试', reload: '刷新页面' }

journey(
  'a chunk that fails to load says so in its place; a second attempt loads it, and the input is kept',
  async ({ page, signIn }) => {
    let broken = true
    await page.route(PART, (route) => (broken ? route.abort('connectionreset') : route.continue()))
    await signIn('admin', '/customer-management')
    const search = page.locator('search').getByRole('textbox').first()
    await search.fill('还没有查询的字')
    await page.getByRole('button', { name: WORDS.open }).click()
    await page.getByRole('alert').getByText(WORDS.failed).waitFor()
    broken = false
    await page.getByRole('button', { name: WORDS.again }).click()
    await page.getByRole('dialog', { name: WORDS.open }).waitFor()
    assert.equal(await search.inputValue(), '还没有查询的字')
  },
  { expected: NOISE, firstVisit: true },
)

journey(
  'after 120 s without the chunk only a page reload is offered, which loads it',
  async ({ page, signIn }) => {
    let hangs = true
    await page.route(PART, (route) => (hangs ? undefined : route.continue()))
    await page.clock.install()
    await signIn('admin', '/customer-management')
    const button = page.getByRole('button', { name: WORDS.open })
    await button.waitFor()
    await causedBy(() => button.click(), page.waitForRequest(PART))
    // The fake clock also advances in real time; this leaves room for slow machines.
    await page.clock.fastForward(108_000)
    assert.equal(await page.getByText(WORDS.failed).count(), 0)
    await page.clock.fastForward(12_100)
    await page.getByText(WORDS.failed).waitFor()
    hangs = false
    const reload = page.getByRole('button', { name: WORDS.reload })
    // A click before the new page has loaded would be lost.
    await causedBy(() => reload.click(), page.waitForEvent('domcontentloaded'))
    await button.click()
    await page.getByRole('dialog', { name: WORDS.open }).waitFor()
  },
  { expected: [/chunk timeout of 120000ms/, /ChunkError/], firstVisit: true },
)

journey(
  'a part whose styles fail to load is not displayed without them; a second attempt loads them',
  async ({ page, signIn }) => {
    const styles = /\/Palette-[^/]*\.css$/
    let broken = true
    await page.route(styles, (route) => (broken ? route.abort('connectionreset') : route.continue()))
    await signIn('admin', '/customer-management')
    await page.getByRole('button', { name: '搜索' }).click()
    // A part of the list that uses the same styles fails too.
    const palette = page.getByRole('banner')
    await palette.getByRole('alert').getByText('这部分没有加载成功').waitFor()
    assert.equal(await page.getByRole('combobox', { name: '搜索' }).count(), 0)
    broken = false
    await palette.getByRole('button', { name: '重试' }).click()
    await page.getByRole('combobox', { name: '搜索' }).waitFor()
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
    assert.ok(sheets.some((href) => styles.test(href)))
  },
  { expected: [...NOISE, /Unable to preload CSS/], firstVisit: true },
)
