import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { worklogs } from '#features/worklogs/contract.ts'
import { worklogDays } from '#features/worklogs/contractDay.ts'
import { clientOf, until } from './support/api.ts'
import { paste, signOut } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Nobody else writes the logs of today of these agents; the demo has none of them. */
const SHIFT = 'morning'
const ENTRY = `/store-worklog?shift=${SHIFT}`

/** The agent's log of today, as the server has it. */
async function dayOf(base: string, username: string) {
  const client = await clientOf(base, username)
  return client.call(worklogDays.day, { shift: SHIFT })
}

const grid = (page: Page) => page.getByRole('grid', { name: '各店数据' })

/** Puts the keyboard into the first cell to fill. */
async function enterGrid(page: Page): Promise<void> {
  await grid(page).locator('.grid-open').first().click()
}

journey(
  'an agent at the desk fills the day by keyboard and from a spreadsheet, and hands it in',
  async ({ page, base, signIn }) => {
    const { lines } = await dayOf(base, 'yezhiqiu')
    assert.ok(lines.length >= 2 && lines.every(({ source }) => source === 'empty'))
    await signIn('yezhiqiu', ENTRY)
    await enterGrid(page)
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await page.keyboard.type('38')
    // After a row of Tabs Enter goes to where the next one begins.
    await page.keyboard.press('Enter')
    await grid(page).getByRole('gridcell', { name: '38' }).first().waitFor()

    const rest = lines.slice(1).map((_, at) => [50 + at, 40 + at])
    await paste(page, rest.map((row) => `${row.join('\t')}\r\n`).join(''))
    await page.getByText(`已粘贴 ${rest.length * 2} 格。`).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText(/已撤销/).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await page.getByText(/已重做/).waitFor()
    await assertAccessible(page, 'the entry of a log')

    await page.getByLabel('今日小结').fill('早班咨询平稳。')
    await page.keyboard.press('Control+Enter')
    await page.getByText('请填写工时。').first().waitFor()
    await page.getByLabel('工时').fill('7.5')
    await page.getByRole('button', { name: /^提交给/ }).click()
    await page.getByRole('button', { name: '撤回修改' }).waitFor()

    const { worklog } = await dayOf(base, 'yezhiqiu')
    assert.deepEqual(
      [worklog?.status, worklog?.hours, worklog?.summary],
      ['submitted', 7.5, '早班咨询平稳。'],
    )
    assert.deepEqual(
      worklog?.lines.map((line) => [line.source, line.consultUsers, line.handledUsers]),
      [[40, 38], ...rest].map((figures) => ['keyed', ...figures]),
    )
    assert.equal(await grid(page).locator('.grid-open').count(), 0)
  },
)

journey(
  'an agent on a phone fills one store a card; a closed page loses nothing',
  async ({ page, base, signIn }) => {
    await signIn('mengfanxing', ENTRY)
    const cards = page.locator('.entry-store').filter({ hasText: '等您填写' })
    await cards.first().getByLabel('接待人数').fill('21')
    await page.getByLabel('今日小结').fill('手机上写的。')
    await page.getByText(/已存在这台电脑上/).waitFor()
    await assertFits(page, 'the entry of a log on a phone')
    await assertAccessible(page, 'the entry of a log on a phone')
    await page.reload()
    await page.getByText('手机上写的。').waitFor()
    await page.getByLabel('工时').fill('8')
    await page.getByRole('button', { name: /^提交给/ }).click()
    const { lines } = await dayOf(base, 'mengfanxing')
    if (lines.length > 1) await page.getByRole('button', { name: '仍要提交' }).click()
    await page.getByRole('button', { name: '撤回修改' }).waitFor()

    const { worklog } = await dayOf(base, 'mengfanxing')
    assert.deepEqual([worklog?.status, worklog?.summary], ['submitted', '手机上写的。'])
    assert.equal(worklog?.lines.filter(({ handledUsers }) => handledUsers === 21).length, 1)
  },
  { viewport: PHONE },
)

/** Today's logs of 杜若, as an admin sees them: what arrived, and how often. */
async function arrived(base: string) {
  const admin = await clientOf(base, 'admin')
  const { today } = await admin.call(worklogDays.day, {})
  const { items } = await admin.call(worklogs.list, { keyword: '杜若', from: today, to: today })
  return items.map((log) => [log.status, log.summary, log.problems, log.version])
}

journey(
  'the line drops: entries wait, also while somebody else is at the computer, and are sent once in the own name',
  async ({ page, context, base, signIn }) => {
    await signIn('duruo', ENTRY)
    await enterGrid(page)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByLabel('今日小结').fill('断网时写的小结。')
    // The server does the work, and the answer is lost.
    await page.route('**/api/worklogs', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page.getByText(/等待发送：.*早班日志/).waitFor()
    const first = [['draft', '断网时写的小结。', null, 1]]
    assert.deepEqual(await arrived(base), first)

    await context.setOffline(true)
    await page.getByLabel('问题').fill('断网后又补了一句。')
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page
      .getByText(/早班日志还没有发到服务器/)
      .last()
      .waitFor()
    await signOut(page)
    await page.getByRole('dialog', { name: '您有 2 份内容还没有发到服务器' }).waitFor()
    await page.getByRole('button', { name: '保留草稿并退出' }).click()
    await page.getByRole('heading', { name: '登录页没有打开' }).waitFor()
    await page.unroute('**/api/worklogs')
    await context.setOffline(false)
    await page.getByRole('heading', { name: '登录', exact: true }).waitFor()

    await signIn('luxingchen', ENTRY)
    await grid(page).waitFor()
    assert.equal(await page.getByText(/等待发送/).count(), 0)
    assert.equal((await dayOf(base, 'luxingchen')).worklog, null)
    assert.deepEqual(await arrived(base), first)

    await signIn('duruo', ENTRY)
    const all = [['draft', '断网时写的小结。', '断网后又补了一句。', 2]]
    const isAll = (logs: unknown) => JSON.stringify(logs) === JSON.stringify(all)
    await until(() => arrived(base), isAll, 'what waited did not arrive')
    await page.getByText(/等待发送/).waitFor({ state: 'hidden' })
    await page.getByText('断网后又补了一句。').waitFor()
    assert.deepEqual(await arrived(base), all)
    assert.equal((await dayOf(base, 'luxingchen')).worklog, null)
  },
  { expected: [/Failed to load resource/, /dynamically imported module/, /chunk failed to load/] },
)
