import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { agentAccounts, nickClaims } from '#clients/stores/nicks/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { inChinese } from '#kit/text.ts'
import { session } from '#people/sign-in/contract.ts'
import { notices } from '#platform/notices/contract.ts'
import { workerReports } from '#reporting/reports/workers/contract.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const on = today(() => new Date())
const SCREEN = '/store-worklog/imports?view=nicks'
const DESK = { width: 1366, height: 768 }

/** The users that the demo's agent handled in the last days, according to the reports. */
async function handledBy(agent: Client): Promise<number> {
  const { id } = await agent.call(session.currentUser, {})
  const days = { from: addDays(on, -6), to: on }
  const { totals } = await agent.call(workerReports.dailyWorkerRows, { ...days, staffId: [id] })
  return totals.volume ?? 0
}

const rowOf = (page: Page, nick: string) =>
  page.getByRole('region', { name: '昵称认领' }).getByRole('listitem').filter({ hasText: nick })

async function confirm(window: Locator, name: RegExp): Promise<void> {
  await window.getByRole('button', { name }).click()
  await window.waitFor({ state: 'hidden' })
}

journey(
  'an agent claims a nick on a phone; the head reads the consequences, confirms the claim and undoes it',
  async ({ page, base, signIn }) => {
    const agent = await clientOf(base, 'agent')
    const [unmatchedNick] = (await agent.call(agentAccounts.unmatched, {})).items
    assert.ok(unmatchedNick, 'the demo has no unmatched nick of the agent')
    const { nick } = unmatchedNick
    const before = await handledBy(agent)

    await signIn('agent', SCREEN)
    const unmatched = page.getByRole('region', { name: '待对应' })
    const nickItem = unmatched.getByRole('listitem').filter({ hasText: nick })
    await nickItem.getByRole('button', { name: /^认\s?领$/ }).click()
    const claimDialog = page.getByRole('dialog', { name: `认领昵称“${nick}”` })
    const moved = await readRows(claimDialog)
    const handled = Number(moved.周小禾增加的接待人数?.replaceAll(',', ''))
    assert.deepEqual(
      [moved.从这一天起, moved.周小禾增加的天数],
      [unmatchedNick.firstOn, String(unmatchedNick.days)],
    )
    assert.ok(handled > 0)
    await assertFits(page, 'the window before a nick is claimed')
    await assertAccessible(page, 'the window before a nick is claimed')
    await confirm(claimDialog, /^认\s?领$/)
    await rowOf(page, nick).first().getByText('待确认').waitFor()
    await unmatched.getByRole('button', { name: '撤回认领' }).waitFor()
    await assertFits(page, 'claims of nicks on a phone')
    await assertAccessible(page, 'claims of nicks on a phone')
    assert.equal(await handledBy(agent), before)

    await page.setViewportSize(DESK)
    await signIn('head')
    await page.getByRole('link', { name: /待确认的昵称认领/ }).click()
    const row = rowOf(page, nick).first()
    await row.getByRole('button', { name: /^确\s?认$/ }).click()
    const window = page.getByRole('dialog', { name: `确认昵称“${nick}”归周小禾` })
    assert.deepEqual(await readRows(window), moved)
    await assertAccessible(page, 'the window before a claim is confirmed')
    await confirm(window, /^确\s?认$/)
    await row.getByText('已确认').waitFor()
    assert.equal(await handledBy(agent), before + handled)

    await row.getByRole('button', { name: /^撤\s?销$/ }).click()
    const undoing = page.getByRole('dialog', { name: `撤销昵称“${nick}”的归属` })
    assert.equal((await readRows(undoing)).周小禾减少的接待人数, moved.周小禾增加的接待人数)
    await confirm(undoing, /^撤\s?销$/)
    await row.getByText('已撤销').waitFor()
    assert.equal(await handledBy(agent), before)
    const decisionNotices = (await agent.call(notices.list, { kind: ['nickDecided'], pageSize: 2 })).items
    assert.deepEqual(
      decisionNotices.map(({ title }) => inChinese(title.sentence, title.values)),
      [
        `${unmatchedNick.storeName}的昵称“${nick}”的归属已撤销`,
        `您认领的${unmatchedNick.storeName}的昵称“${nick}”已确认`,
      ],
    )
  },
  { viewport: PHONE },
)

journey(
  'an agent claims a nick that a team mate has, and withdraws the claim',
  async ({ page, base, signIn }) => {
    const agent = await clientOf(base, 'agent')
    const { id } = await agent.call(session.currentUser, {})
    const { items } = await agent.call(agentAccounts.list, { pageSize: 100 })
    const mate = items.find(({ staffId, toOn }) => staffId !== id && toOn === null)
    assert.ok(mate, 'no team mate has a nick at a store of the agent')
    await signIn('agent', `/store-management/${mate.storeId}?tab=nicks`)
    const line = page.getByRole('row', { name: new RegExp(mate.nick) })
    await line.getByRole('button', { name: /^认\s?领$/ }).click()
    const window = page.getByRole('dialog', { name: `认领${mate.staffName}的昵称“${mate.nick}”` })
    await window.getByText(`这个账号现在是${mate.staffName}的，提交后由组长确认。`).waitFor()
    const rows = await readRows(window)
    assert.equal(rows.昵称归属, `${mate.staffName} → 周小禾`)
    await confirm(window, /^认\s?领$/)
    const row = rowOf(page, mate.nick).first()
    await row.getByText(`现在是${mate.staffName}的`).waitFor()
    await row.getByRole('button', { name: '撤回认领' }).click()
    await row.getByText('已撤回', { exact: true }).waitFor()
    const pending = await agent.call(nickClaims.list, { status: ['pending'] })
    assert.ok(!pending.items.some(({ nick, staffId }) => nick === mate.nick && staffId === id))
  },
)
