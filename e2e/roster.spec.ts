import assert from 'node:assert/strict'
import { addDays, mondayOf, today } from '#kit/calendar.ts'
import { rosters } from '#operations/rosters/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Weeks in the future that no other test writes. */
const thisWeek = mondayOf(today(() => new Date()))
const [SOURCE, TARGET] = [addDays(thisWeek, 56), addDays(thisWeek, 63)]

const PLAN = '/api/rosters/plan'
/** Time in which an edit is sent, also on a busy machine. */
const ARRIVAL_MS = 30_000

journey(
  'a head copies last week, changes two shifts by keyboard and brush, and the agent sees it on a phone',
  async ({ page, context, base, signIn }) => {
    const [head, agent] = [await clientOf(base, 'head'), await clientOf(base, 'agent')]
    const { id, name } = await agent.call(session.currentUser, {})
    for (const from of [SOURCE, TARGET]) await head.call(rosters.clear, { from })
    await head.call(rosters.plan, {
      cells: [0, 1, 2].map((n) => ({
        staffId: id,
        on: addDays(SOURCE, n),
        entries: [n === 2 ? 'rest' : 'morning'],
        seen: [],
      })) as { staffId: number; on: string; entries: ['morning']; seen: [] }[],
    })

    await signIn('head', `/store-worklog/roster?by=person&week=${TARGET}`)
    await page.getByRole('button', { name: '编辑排班' }).click()
    await page.getByRole('gridcell').first().waitFor()
    const row = page.getByRole('row').filter({ hasText: name })
    await row.waitFor()
    await page.getByRole('button', { name: '复制上周' }).click()
    await page.getByText('已填 3 格').waitFor()
    const day = (n: number) => row.getByRole('gridcell').nth(n)
    await day(1).getByText('早').waitFor()

    // Monday by keyboard: two shifts.
    await day(1).click()
    await page.keyboard.type('13')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await day(1).getByText('晚').waitFor()
    // Tuesday by brush.
    await page.getByRole('button', { name: /^夜\s*夜班/ }).click()
    await day(2).click()
    await day(2).getByText('夜').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('正在保存').waitFor({ state: 'hidden' })
    await assertAccessible(page, 'the roster')
    // The same week by store, and back; the former address of 排班表 still opens it.
    await page.getByText('按店铺', { exact: true }).click()
    await page.waitForURL(new RegExp(`week=${TARGET}&by=store`))
    await page.getByRole('rowheader').first().waitFor()
    await page.getByRole('button', { name: '复制上周' }).waitFor({ state: 'hidden' })
    await assertAccessible(page, 'the week by store')
    await page.goto(`/store-management/board?week=${TARGET}&by=agent`)
    await page.waitForURL(`/store-worklog/roster?week=${TARGET}&by=person`)
    const own = page.getByRole('row').filter({ hasText: name })
    await own.getByText('24 小时').waitFor()
    await own.getByText('夜', { exact: true }).waitFor()
    await assertAccessible(page, 'the week by person')

    const { cells } = await agent.call(rosters.week, { from: TARGET })
    assert.deepEqual(
      cells.filter(({ on }) => on >= TARGET).map(({ entries }) => entries.join('+')),
      ['morning+evening', 'night', 'rest'],
    )
    const phone = await context.browser()?.newContext({
      baseURL: base,
      viewport: PHONE,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    assert.ok(phone)
    const agentPage = await phone.newPage()
    await agentPage.goto('/logo.svg')
    const answer = await agentPage.request.post('/api/login/account', {
      data: { type: 'account', username: 'agent', password: 'Demo@2026' },
    })
    const { data } = await answer.json()
    await agentPage.evaluate((token) => localStorage.setItem('token', token), data.token)
    await agentPage.goto(`/store-worklog/roster?week=${TARGET}`)
    await agentPage.getByText('24 小时').waitFor()
    assert.equal(await agentPage.locator('.duty-cards').getByText('夜', { exact: true }).count(), 1)
    await assertFits(agentPage, 'the own roster')
    assert.equal(await agentPage.getByRole('button', { name: '复制上周' }).count(), 0)
    await phone.close()
    for (const from of [SOURCE, TARGET]) await head.call(rosters.clear, { from })
  },
)

/** The server's response to an edit of a day that somebody else has changed. */
const CONFLICT = {
  success: false,
  errorCode: 'CONFLICT',
  errorMessage: '周小禾的排班刚被别人改过，这次的修改没有保存。请核对后再排。',
  showType: 2,
}

journey(
  'an edit made while another is being saved is saved too, also if the other is rejected or the page is left',
  async ({ page, base, signIn }) => {
    const head = await clientOf(base, 'head')
    const { id, name } = await (await clientOf(base, 'agent')).call(session.currentUser, {})
    const from = addDays(thisWeek, 70)
    await head.call(rosters.clear, { from })
    await signIn('head', `/store-worklog/roster?by=person&edit=1&week=${from}`)
    const row = page.getByRole('row').filter({ hasText: name })
    await page.getByRole('button', { name: /^夜\s*夜班/ }).click()
    const paint = async (day: number) => {
      await row.getByRole('gridcell').nth(day).click()
      await row.getByRole('gridcell').nth(day).getByText('夜').waitFor()
    }
    /** Each request waits until the test lets it pass; the first one is rejected. */
    const waiting: (() => void)[] = []
    const arrived = async (count: number) => {
      const end = Date.now() + ARRIVAL_MS
      while (waiting.length < count) {
        assert.ok(Date.now() < end, `request ${count} did not arrive`)
        await page.waitForTimeout(50)
      }
    }
    await page.route(`**${PLAN}`, async (route) => {
      const isFirst = waiting.length === 0
      await new Promise<void>((resolve) => void waiting.push(resolve))
      await (isFirst ? route.fulfill({ status: 409, json: CONFLICT }) : route.continue())
    })

    await paint(1)
    await arrived(1)
    await paint(2)
    waiting[0]?.()
    await page.getByText('刚被别人改过').first().waitFor()
    await arrived(2)
    await paint(3)
    await page.getByRole('link', { name: '打卡', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '打卡' }).waitFor()
    waiting[1]?.()
    await arrived(3)
    const saved = await causedBy(
      async () => waiting[2]?.(),
      page.waitForResponse((response) => response.url().endsWith(PLAN)),
    )
    assert.equal(saved.status(), 200)

    const { cells } = await head.call(rosters.week, { from })
    assert.deepEqual(
      cells.filter(({ staffId, on }) => staffId === id && on >= from).map(({ on }) => on),
      [addDays(from, 1), addDays(from, 2)],
    )
    await head.call(rosters.clear, { from })
  },
  { expected: [/status of 409/] },
)
