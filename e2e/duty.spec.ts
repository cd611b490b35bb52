import assert from 'node:assert/strict'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { duty } from '#operations/duty/contract.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clientOf } from './support/api.ts'
import { storeRow } from './support/board.ts'
import { send } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

const now = today(() => new Date())

/** A store of the head's team whose morning nobody serves from tomorrow on: its agent's assignment ended today. */
async function openStore(admin: Client, word: string) {
  const name = `${word}${Date.now()}`
  const customer = await admin.call(customers.create, { name: `${name}客户` })
  const [leader] = await admin.call(staffOptions, { purpose: 'leader', keyword: 'chensiyu' })
  const store = await admin.call(stores.create, {
    customerId: customer.id,
    platform: 'pdd',
    name,
    leaderId: leader?.id,
    status: 'trial',
    trialOn: now,
  })
  return { id: store.id, name }
}

journey(
  'a head sees an uncovered shift in red, opens it, chooses who stands in, and sets how many people it needs',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const head = await clientOf(base, 'head')
    const store = await openStore(admin, '缺口茶业店')
    const { gaps } = await head.call(duty.attention, {})
    const gap = gaps.find(({ storeId }) => storeId === store.id)
    assert.ok(gap)
    await signIn(
      'head',
      `/store-worklog/roster?by=store&week=${addDays(now, 7)}&keyword=${encodeURIComponent(store.name)}`,
    )
    const row = storeRow(page, store.name)
    await row.getByRole('button', { name: /无人/ }).first().click()
    const drawer = page.getByRole('dialog').filter({ hasText: store.name })
    await drawer.getByText('无人，需要 1 人').waitFor()
    await assertAccessible(page, 'a slot')
    await drawer
      .getByRole('button', { name: /^选.*替班$/ })
      .first()
      .click()
    await page.getByText(/已安排替班/).waitFor()
    await drawer.getByText('在岗 1 人，需要 1 人').waitFor()
    const { items } = await admin.call(storeAssignments.list, { storeId: [store.id] })
    assert.deepEqual(
      items.map((one) => one.duty),
      ['substitute'],
    )

    await drawer.getByRole('button', { name: '每班要几个人' }).click()
    const form = page.getByRole('dialog', { name: `${store.name}每班要几个人` })
    await form.getByLabel('早班 每天 人数').fill('2')
    await send(form, '确定')
    await drawer.getByText('在岗 1 人，需要 2 人').waitFor()
    const stored = await head.call(duty.needs, { storeId: store.id })
    assert.deepEqual(stored.needs, [{ shift: 'morning', weekday: null, on: null, heads: 2 }])
  },
)

journey(
  'on a phone a head sees the day, what is missing on each day, and the next gap first',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const store = await openStore(admin, '手机茶业店')
    await signIn('head', '/store-worklog/roster')
    await page.getByRole('region', { name: '最近的缺口' }).waitFor()
    assert.equal(await page.getByRole('tab').count(), 7)
    await assertFits(page, 'the day by store')
    await assertAccessible(page, 'the day by store')
    await page.getByText(store.name).first().waitFor()
    await page.getByText('按人', { exact: true }).click()
    await page.locator('.duty-cards').waitFor()
    await assertFits(page, 'the day by person')
  },
  { viewport: PHONE },
)

journey('an agent sees the own week and asks for a leave', async ({ page, signIn }) => {
  await signIn('agent', '/store-worklog/roster')
  await page.getByRole('row').filter({ hasText: '小时' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /接受|编辑排班/ }).count(), 0)
  assert.equal(await page.getByText('要处理').count(), 0)
  await assertAccessible(page, 'the own week')
  await page.getByRole('button', { name: '申请请假' }).click()
  await page.getByRole('dialog', { name: '申请请假' }).waitFor()
})
