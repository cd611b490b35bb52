import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { today } from '#kit/calendar.ts'
import { worklogs } from '#operations/worklogs/contract.ts'
import { worklogDays } from '#operations/worklogs/contractDay.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const now = today(() => new Date())

/** Counts the presses of a user. */
function counted() {
  let presses = 0
  return {
    press: async (target: Locator) => {
      presses += 1
      await target.click()
    },
    presses: () => presses,
  }
}

/** An agent of the demo without a log of today, with a store whose file is expected or has come. */
async function agentWithFiles(base: string) {
  for (const username of [
    'jiangyifan',
    'qinzimo',
    'songjiayin',
    'liruotong',
    'fangke',
    'jiangwen',
    'shilei',
  ]) {
    const client = await clientOf(base, username)
    const day = await client.call(worklogDays.day, {})
    if (day.worklog === null && day.lines.some(isByFile)) return { username, client, day }
  }
  return assert.fail('no agent of the demo has a store with files')
}

const isByFile = ({ figureSource, source }: { figureSource: string; source: string }) =>
  figureSource === 'file' || source === 'imported'

/** Every agent of the demo also serves a platform without files: its stores are left out of the response. */
async function leaveOutKeyedStores(page: Page): Promise<void> {
  await page.route(/\/api\/worklogs\/day\b/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const lines = answer.data?.lines?.filter(isByFile)
    await route.fulfill({ response, json: lines ? { ...answer, data: { ...answer.data, lines } } : answer })
  })
}

journey(
  'an agent whose platforms have files writes the log from the home page in at most 5 presses and one text',
  async ({ page, base, signIn }) => {
    const { username, client, day } = await agentWithFiles(base)
    const { press, presses } = counted()
    await leaveOutKeyedStores(page)
    await signIn(username, '/welcome')
    await press(page.getByRole('menuitem', { name: '客服工作日志' }))
    if (day.off !== null) await press(page.getByRole('link', { name: '仍要写' }))
    await page.getByLabel('今日小结').fill('整体平稳，催发货的已请仓库核实。')
    assert.equal(await page.locator('.grid-open').count(), 0, 'no cell asks for a figure')
    await assertAccessible(page, 'the evening log')
    await press(page.getByRole('button', { name: /^提交/ }))
    await page.getByRole('button', { name: '撤回修改' }).waitFor()
    assert.ok(presses() <= 5, `${presses()} presses`)
    const { worklog } = await client.call(worklogDays.day, {})
    assert.deepEqual([worklog?.status, worklog?.hours], ['submitted', day.times.hours])
  },
)

/** Two agents of a team who have not written about a shift of today in which they serve a store with figures. */
async function writersOfTeam(base: string, headName: string) {
  const admin = await clientOf(base, 'admin')
  const [head] = (await admin.call(staff.list, { keyword: headName, role: [2] })).items
  const members = await admin.call(staff.list, {
    parentId: [head?.id ?? 0],
    status: ['active'],
    pageSize: 50,
  })
  const found = []
  for (const { username, name } of members.items) {
    const agent = await clientOf(base, username)
    const { worklog, shift, lines } = await agent.call(worklogDays.day, {})
    const isFree = worklog === null && lines.some(({ mean7 }) => mean7 !== null)
    if (isFree) found.push({ agent, name, shift, lines })
    if (found.length === 2) return found
  }
  return assert.fail(`only ${found.length} of ${members.items.length} can write`)
}

/** The width of the widest table of the log, and of the window around it. */
const widths = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.ant-drawer-body')
    const tables = [...document.querySelectorAll('.ant-drawer-body table')]
    return {
      body: body?.clientWidth ?? 0,
      scrolls: body ? body.scrollWidth > body.clientWidth : true,
      widest: Math.max(...tables.map((table) => table.scrollWidth)),
    }
  })

journey(
  'a head on a phone reviews logs with at most two presses each, without scrolling sideways',
  async ({ page, base, signIn }) => {
    const head = await clientOf(base, 'kangning')
    const word = `手机审核${Date.now()}`
    const ids: number[] = []
    const writers = await writersOfTeam(base, 'kangning')
    for (const { agent, shift, lines } of writers) {
      const { id } = await agent.call(worklogs.create, {
        on: now,
        shift,
        hours: 11,
        summary: word,
        submit: true,
        lines: lines
          .filter(({ mean7 }) => mean7 !== null)
          .slice(0, 1)
          .map(({ storeId, nick }) => ({ storeId, nick, consultUsers: 4_012, handledUsers: 4_000 })),
      })
      ids.push(id)
    }
    const { press, presses } = counted()
    await signIn('kangning', `/store-worklog?keyword=${encodeURIComponent(word)}`)
    await press(
      page
        .getByRole('button', { name: new RegExp(`^(${writers.map(({ name }) => name).join('|')})`) })
        .first(),
    )
    const drawer = page.getByRole('dialog').filter({ hasText: word })
    await drawer.getByText('第 1 份，共 2 份').waitFor()
    // What is unusual is named: the hours, and the figure that is far from the mean.
    await drawer.getByText('班次是 8 小时').first().waitFor()
    await drawer
      .getByText(/近 7 日均/)
      .first()
      .waitFor()
    const { body, widest, scrolls } = await widths(page)
    assert.ok(!scrolls && widest > 0 && widest <= body, `${widest} in ${body}`)
    await assertFits(page, 'a log in review on a phone')
    await assertAccessible(page, 'a log in review on a phone')
    await press(drawer.getByRole('button', { name: '通过，看下一份' }))
    await drawer.getByText('第 2 份，共 2 份').waitFor()
    await press(drawer.getByRole('button', { name: /^通\s?过$/ }))
    await drawer.waitFor({ state: 'hidden' })
    assert.ok(presses() <= 2 * ids.length, `${presses()} presses`)
    const logs = await Promise.all(ids.map((id) => head.call(worklogs.get, { id })))
    assert.deepEqual(
      logs.map(({ status }) => status),
      ['approved', 'approved'],
    )
  },
  { viewport: PHONE },
)
