import assert from 'node:assert/strict'
import { addDays, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { worklogs } from '#operations/worklogs/contract.ts'
import { worklogCalendar, worklogDays } from '#operations/worklogs/contractDay.ts'
import { notices } from '#platform/notices/contract.ts'
import { clientOf } from './support/api.ts'
import { asksForFigures, REVIEWED } from './support/entry.ts'
import { journey } from './support/journey.ts'
import { assertAccessible } from './support/screens.ts'

const now = today(() => new Date())

/** A user's notices of a kind, newest first. */
async function noticesOf(client: Client, kind: string) {
  const { items } = await client.call(notices.list, {})
  return items.filter((notice) => notice.kind === kind)
}

journey(
  'an agent submits a log, the head returns it with a note, the agent edits it, and the head approves it',
  async ({ page, base, signIn }) => {
    const [agent, head] = [await clientOf(base, 'bailu'), await clientOf(base, 'heli')]
    const { shift, lines } = await agent.call(worklogDays.day, {})
    const log = await agent.call(worklogs.create, {
      on: now,
      shift,
      hours: 8,
      summary: '咨询集中在上午。',
      submit: true,
      lines: lines.slice(0, 1).map(({ storeId, nick }) => ({ storeId, nick, handledUsers: 31 })),
    })

    await signIn('heli', `/store-worklog?log=${log.id}`)
    const drawer = page.getByRole('dialog', { name: /^白露/ })
    await drawer.getByText('咨询集中在上午。').first().waitFor()
    await drawer.getByRole('button', { name: /^退\s?回$/ }).click()
    const form = page.getByRole('dialog', { name: /^退回白露/ })
    await form.getByLabel('退回原因').fill('少写了交接。')
    await form.getByRole('button', { name: /^退\s?回/ }).click()
    await drawer.waitFor({ state: 'hidden' })
    const returned = await head.call(worklogs.get, { id: log.id })
    assert.deepEqual([returned.status, returned.reviewNote], ['returned', '少写了交接。'])
    assert.equal((await noticesOf(agent, 'worklogReturned')).length, 1)

    await signIn('bailu', `/store-worklog?on=${now}&shift=${shift}`)
    await page.getByText(/少写了交接。/).waitFor()
    await page.getByLabel(/^交接/).fill('两位买家等退款。')
    await page.getByRole('button', { name: '提交给何立' }).click()
    const keyed = lines.slice(0, 1).map(({ storeId }) => storeId)
    if (asksForFigures(lines, keyed)) await page.getByRole('button', { name: '仍要提交' }).click()
    await page.getByRole('button', { name: '撤回修改' }).waitFor()

    await signIn('heli', `/store-worklog?log=${log.id}`)
    await drawer.getByText('两位买家等退款。').first().waitFor()
    await assertAccessible(page, 'a log in review')
    await drawer.getByRole('button', { name: /^通\s?过/ }).click()
    await drawer.waitFor({ state: 'hidden' })
    const approvedLog = await head.call(worklogs.get, { id: log.id })
    assert.deepEqual(
      [
        approvedLog.status,
        approvedLog.reviewedByName,
        approvedLog.handover,
        approvedLog.lines[0]?.handledUsers,
      ],
      ['approved', '何立', '两位买家等退款。', lines.length > 0 ? 31 : undefined],
    )
  },
)

journey(
  'a head reviews logs one after another: the next one opens automatically, and the drawer closes after the last',
  async ({ page, base, signIn }) => {
    const head = await clientOf(base, 'suman')
    const word = `连着审核${Date.now()}`
    const ids: number[] = []
    for (const username of REVIEWED) {
      const agent = await clientOf(base, username)
      const { shift, lines } = await agent.call(worklogDays.day, {})
      const { id } = await agent.call(worklogs.create, {
        on: now,
        shift,
        hours: 8,
        summary: word,
        submit: true,
        lines: lines.slice(0, 1).map(({ storeId, nick }) => ({ storeId, nick, handledUsers: 31 })),
      })
      ids.push(id)
    }
    const statuses = async () => {
      const logs = await Promise.all(ids.map((id) => head.call(worklogs.get, { id })))
      return logs.map(({ status }) => status).sort()
    }
    await signIn('suman', `/store-worklog?keyword=${encodeURIComponent(word)}`)
    const drawer = page.getByRole('dialog').filter({ hasText: word })
    const shown = () => new URL(page.url()).searchParams.get('log') ?? ''
    await page
      .getByRole('table', { name: '工作日志' })
      .getByRole('row')
      .nth(1)
      .getByRole('button')
      .first()
      .click()
    await drawer.waitFor()
    const first = shown()
    assert.ok(ids.map(String).includes(first))

    // A double click approves only one log.
    await drawer.getByRole('button', { name: /^通\s?过/ }).dblclick()
    await page.waitForURL((url) => ![first, null].includes(url.searchParams.get('log')))
    await drawer.getByRole('button', { name: /^退\s?回$/ }).waitFor()
    assert.deepEqual(await statuses(), ['approved', 'submitted', 'submitted'])
    const second = shown()
    await drawer.getByRole('button', { name: /^退\s?回$/ }).click()
    const form = page.getByRole('dialog', { name: /^退回.*的日志$/ })
    await form.getByLabel('退回原因').fill('少写了交接。')
    await form.getByRole('button', { name: /^退\s?回/ }).click()
    await page.waitForURL((url) => ![first, second, null].includes(url.searchParams.get('log')))
    await drawer.getByRole('button', { name: /^通\s?过/ }).click()
    await page.getByText('列表里待审核的日志都处理完了').waitFor()
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(shown(), '')
    assert.deepEqual(await statuses(), ['approved', 'approved', 'returned'])
  },
)

journey('a head can remind an agent without a log once per hour', async ({ page, base, signIn }) => {
  const [head, agent] = [await clientOf(base, 'chengyuan'), await clientOf(base, 'wenyan')]
  const month = monthOf(addDays(now, -1))
  await signIn('chengyuan', `/store-worklog/calendar?month=${month}`)
  const row = page.getByRole('row').filter({ hasText: '温言' })
  await row.getByRole('button', { name: /^提\s?醒$/ }).click()
  await row.getByText(/提醒过$/).waitFor()
  const [notice, ...others] = await noticesOf(agent, 'worklogReminder')
  assert.ok(notice && others.length === 0)
  await assertAccessible(page, 'who has not handed in')

  const { agents } = await head.call(worklogCalendar.calendar, { month })
  const { id } = agents.find(({ name }) => name === '温言') ?? { id: 0 }
  const again = await head.call(worklogCalendar.remind, { staffIds: [id] })
  assert.match(again.results[0]?.problem ?? '', /^刚提醒过/)
  assert.equal((await noticesOf(agent, 'worklogReminder')).length, 1)

  // The notice links to the log of the day.
  assert.ok(notice.link)
  await signIn('wenyan', notice.link)
  await page.getByRole('button', { name: /^提交给/ }).waitFor()
})
