import assert from 'node:assert/strict'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { today } from '#kit/calendar.ts'
import { rosters } from '#operations/rosters/contract.ts'
import { shifts } from '#people/shifts/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { clientOf } from './support/api.ts'
import { pick, send } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const now = today(() => new Date())
const SETTINGS = '/account/settings/company?tab=shifts'
/** A company of the demo whose shifts no other journey changes. */
const [ADMIN, HEAD, AGENT] = ['qiaomu', 'kangning', 'rentianxing']

journey(
  'an admin adds 大夜 23:00–07:00, a head assigns and plans it, and the log of the agent opens with its 8 hours',
  async ({ page, base, signIn }) => {
    await signIn(ADMIN, SETTINGS)
    const row = page.getByRole('row').filter({ hasText: '大夜' })
    await page.getByRole('row').filter({ hasText: '早班' }).waitFor()
    await assertAccessible(page, 'the shifts of a company')
    await page.getByRole('button', { name: '添加班次' }).click()
    const form = page.getByRole('dialog', { name: '添加班次' })
    await form.getByLabel('名称').fill('大夜')
    await form.getByLabel('标记').fill('夜')
    await form.getByLabel('上班时间').fill('23:00')
    await form.getByLabel('下班时间').fill('7:00')
    await assertAccessible(page, 'the form of a shift')
    await form.getByRole('button', { name: '确定' }).click()
    // The mark is taken.
    await form.getByText('标记“夜”已被夜班使用。').first().waitFor()
    await form.getByLabel('标记').fill('大')
    await send(form, '确定')
    await row.waitFor()
    const text = await row.innerText()
    for (const part of ['23:00–次日 07:00', '8 小时', '还没用过', '使用中'])
      assert.ok(text.includes(part), part)

    const [head, agent] = [await clientOf(base, HEAD), await clientOf(base, AGENT)]
    const person = await agent.call(session.currentUser, {})
    const { items } = await head.call(stores.list, { status: ['serving'], pageSize: 1 })
    const store = items[0]
    assert.ok(store)
    await signIn(HEAD, `/store-management/${store.id}?tab=agents`)
    await page.getByRole('button', { name: '分配客服' }).first().click()
    const assigning = page.getByRole('dialog', { name: `分配客服到${store.name}` })
    await pick(assigning.getByLabel('客服'), person.name)
    await pick(assigning.getByLabel('班次'), '大夜')
    await assigning.getByLabel('占比').fill('0')
    await send(assigning, '确定')
    await page.getByRole('row').filter({ hasText: '大夜' }).waitFor()

    const { cells } = await head.call(rosters.week, { from: now })
    const seen = cells.find(({ staffId, on }) => staffId === person.id && on === now)?.entries ?? []
    const all = await head.call(shifts.list, {})
    const code = all.findLast(({ name }) => name === '大夜')?.code
    assert.ok(code)
    await head.call(rosters.plan, { cells: [{ staffId: person.id, on: now, entries: [code], seen }] })

    // On some days of the week the demo has the agent stand in for the morning as well.
    await signIn(AGENT, `/store-worklog?shift=${code}`)
    await page.getByText('23:00–07:00，照排班').waitFor()
    assert.equal(await page.getByLabel('工时').inputValue(), '8.0')
    await page.getByRole('region', { name: `${now.slice(5)} 大夜日志` }).waitFor()

    // Leaves the demo as it was for other tests of the company.
    await head.call(rosters.plan, { cells: [{ staffId: person.id, on: now, entries: seen, seen: [code] }] })
    const { items: assigned } = await head.call(storeAssignments.list, { storeId: store.id, sort: '-id' })
    const added = assigned.find(({ shift }) => shift === code)
    assert.ok(added)
    await head.call(storeAssignments.end, { id: added.id, version: added.version, toOn: now })
  },
  // The mark that is taken.
  { expected: [/status of 409/] },
)

journey(
  'on a phone the shifts are blocks with labelled times, and a form fits',
  async ({ page, signIn }) => {
    await signIn(ADMIN, SETTINGS)
    await page.getByText('08:00–16:00').first().waitFor()
    await assertFits(page, 'the shifts on a phone')
    await page
      .getByRole('row')
      .filter({ hasText: '早班' })
      .getByRole('button', { name: '修改', exact: true })
      .click()
    await page.getByRole('dialog', { name: '从某天起改早班' }).waitFor()
    await assertFits(page, 'the form of a shift on a phone')
  },
  { viewport: PHONE },
)
