import assert from 'node:assert/strict'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { clock } from '#operations/clock-records/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { wecomCells } from '#testing/testClock.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'
import { toXlsxBuffer } from './support/sheets.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const now = today(() => new Date())
const [first, second, third] = [addDays(now, -3), addDays(now, -2), addDays(now, -1)] as const

/** Adds an agent to the head's team who works 08:00–16:00 at a store of the team and writes no logs. */
async function createAgent(base: string) {
  const [admin, head] = [await clientOf(base, 'admin'), await clientOf(base, 'head')]
  const { id: leaderId } = await head.call(session.currentUser, {})
  const stamp = Date.now()
  const fromOn = addDays(now, -10)
  const contract = { contractStartOn: '2026-01-01', contractEndOn: '2028-12-31' }
  const customer = await admin.call(customers.create, {
    name: `打卡茶业${stamp}`,
    status: 'active',
    ...contract,
  })
  const place = { customerId: customer.id, platform: 'tmall' as const, name: `打卡旗舰店${stamp}`, leaderId }
  const store = await admin.call(stores.create, { ...place, status: 'trial', trialOn: fromOn })
  const person = { username: `dk${stamp}`, name: `卡小新${stamp % 10_000}`, role: 2, parentId: leaderId }
  const created = await admin.call(staff.create, { ...person, hiredOn: fromOn })
  const { id: staffId } = created.staff
  await admin.call(storeAssignments.create, { storeId: store.id, staffId, fromOn })
  return { staffId, name: person.name, account: person.username }
}

journey(
  'a head imports clock records, says who an account is, sees 迟到 and 旷工, takes a proposal, and undoes the import',
  async ({ page, base, signIn }) => {
    const { staffId, name, account } = await createAgent(base)
    const head = await clientOf(base, 'head')
    const read = async () => {
      const { items } = await head.call(clock.days, { from: first, to: third, keyword: name })
      return items.toSorted((a, b) => (a.on < b.on ? -1 : 1))
    }
    const row = (on: string, punches: readonly [] | readonly [string, string]) => ({
      on,
      name: '小新同事',
      account,
      punches,
    })
    const rows = [row(first, ['08:25', '16:02']), row(second, []), row(third, ['07:58', '16:01'])]

    await signIn('head', '/store-worklog/clock')
    await page.getByRole('button', { name: '导入打卡' }).first().click()
    const drawer = page.getByRole('dialog', { name: '导入打卡' })
    const fileName = `日报${account}.xlsx`
    await drawer.locator('input[type=file]').setInputFiles({
      name: fileName,
      mimeType: XLSX_TYPE,
      buffer: toXlsxBuffer('概况统计与打卡明细', wecomCells(rows)),
    })
    await drawer.getByText('还不知道“小新同事”是哪位员工，请先对应。').first().waitFor()
    await drawer.getByRole('button', { name: '导入，等待对应' }).click()
    await drawer.getByText('已导入', { exact: true }).waitFor()
    await drawer
      .getByRole('button', { name: /关\s*闭/ })
      .last()
      .click()

    await page.getByRole('button', { name: '去对应' }).click()
    const person = page.getByRole('row').filter({ hasText: account })
    await pick(person.getByRole('combobox', { name: '小新同事是谁' }), name)
    await person.getByRole('button', { name: /对\s*应/ }).click()
    await page.getByText('已对应“小新同事”，写入 3 天打卡').waitFor()
    assert.deepEqual(
      (await read()).map(({ states }) => states[0]?.state),
      ['late', 'absent', 'normal'],
    )

    await signIn('head', `/store-worklog/clock?keyword=${encodeURIComponent(name)}&from=${first}&to=${third}`)
    const line = (on: string) => page.getByRole('row').filter({ hasText: on })
    await line(first).getByText('迟到 25 分', { exact: true }).waitFor()
    await line(second).getByText('旷工', { exact: true }).waitFor()
    await assertAccessible(page, 'clock records')
    await line(third).getByRole('button', { name: '接受', exact: true }).click()
    await page.getByText('已接受，记入出勤更正').waitFor()
    await line(third)
      .getByText(/接受了 \+1 天/)
      .waitFor()

    await signIn('head', '/store-worklog/clock?view=files')
    await page
      .getByRole('row')
      .filter({ hasText: fileName })
      .getByRole('button', { name: /撤\s*销/ })
      .click()
    const window = page.getByRole('dialog', { name: `撤销“${fileName}”？` })
    await window.getByText('撤回的出勤决定').waitFor()
    await window.getByRole('button', { name: /撤\s*销/ }).click()
    await page.getByRole('row').filter({ hasText: fileName }).getByText('已撤销', { exact: true }).waitFor()
    assert.ok((await read()).every(({ staffId: id, decision }) => id === staffId && decision === null))
  },
)

journey('an agent sees the own days only, and decides nothing', async ({ page, signIn }) => {
  await signIn('agent', '/store-worklog/clock')
  await page.getByRole('row').nth(1).waitFor()
  assert.equal(await page.getByRole('button', { name: '导入打卡' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: '接受', exact: true }).count(), 0)
  assert.equal(await page.getByRole('columnheader', { name: '客服', exact: true }).count(), 0)
})

for (const [who, path] of [
  ['agent', '/store-worklog/clock'],
  ['head', '/store-worklog/clock'],
  ['head', '/store-worklog/clock?view=people'],
  ['head', '/store-worklog/clock?view=files'],
] as const) {
  journey(
    `on a phone ${path} fits for ${who}`,
    async ({ page, signIn }) => {
      await signIn(who, path)
      await page.locator('article.row-card').first().waitFor()
      await assertFits(page, path)
      await assertAccessible(page, path)
    },
    { viewport: PHONE },
  )
}
