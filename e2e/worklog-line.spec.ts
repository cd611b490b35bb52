import assert from 'node:assert/strict'
import { worklogs } from '#operations/worklogs/contract.ts'
import { worklogDays } from '#operations/worklogs/contractDay.ts'
import { clientOf, until } from './support/api.ts'
import { dayOf, ENTRY, enterGrid, keyAllStores } from './support/entry.ts'
import { signOut } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** The status, texts and version of today's logs of 杜若, as an admin sees them. */
async function storedLogs(base: string) {
  const admin = await clientOf(base, 'admin')
  const { today } = await admin.call(worklogDays.day, {})
  const { items } = await admin.call(worklogs.list, { keyword: '杜若', from: today, to: today })
  return items.map((log) => [log.status, log.summary, log.problems, log.version])
}

journey(
  'without a connection entries are queued, also while another user is signed in, and sent once by their author',
  async ({ page, context, base, signIn }) => {
    await signIn('duruo', ENTRY)
    await keyAllStores(page)
    await enterGrid(page)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByLabel('今日小结').fill('断网时写的小结。')
    // The server handles the request, but the response is lost.
    await page.route('**/api/worklogs', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page.getByText(/等待发送：.*早班日志/).waitFor()
    const first = [['draft', '断网时写的小结。', null, 1]]
    assert.deepEqual(await storedLogs(base), first)

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
    await page.getByLabel('今日小结').waitFor()
    assert.equal(await page.getByText(/等待发送/).count(), 0)
    assert.equal((await dayOf(base, 'luxingchen')).worklog, null)
    assert.deepEqual(await storedLogs(base), first)

    await signIn('duruo', ENTRY)
    const all = [['draft', '断网时写的小结。', '断网后又补了一句。', 2]]
    const isAll = (logs: unknown) => JSON.stringify(logs) === JSON.stringify(all)
    await until(() => storedLogs(base), isAll, 'what waited did not arrive')
    await page
      .getByText(/等待发送/)
      .first()
      .waitFor({ state: 'hidden' })
    const problems = () => page.getByLabel('问题').inputValue()
    await until(problems, (text) => text === '断网后又补了一句。', 'the page shows something else')
    assert.deepEqual(await storedLogs(base), all)
    assert.equal((await dayOf(base, 'luxingchen')).worklog, null)
  },
  {
    expected: [/Failed to load resource/, /dynamically imported module/, /chunk failed to load/],
    // In a separate process: as soon as one page is online, all pages of the process are notified.
    firstVisit: true,
  },
)
