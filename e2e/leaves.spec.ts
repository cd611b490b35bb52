import assert from 'node:assert/strict'
import { addDays, today } from '#kit/calendar.ts'
import { duty } from '#operations/duty/contract.ts'
import { leaves } from '#operations/leaves/contract.ts'
import { clientOf } from './support/api.ts'
import { pick, send, typeDay } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits } from './support/screens.ts'

/** Days without a plan: the assignments say who works, so that the agent leaves stores uncovered. */
const [FIRST, SECOND] = [20, 27].map((days) =>
  addDays(
    today(() => new Date()),
    days,
  ),
) as [string, string]

journey(
  'an agent asks for a leave on a phone, the head approves it with stand-ins, and the stores are covered',
  async ({ page, base, signIn }) => {
    const reason = `陪家人去医院${Date.now()}`
    const agent = await clientOf(base, 'agent')
    await signIn('agent', '/store-worklog/leaves')
    await page.setViewportSize(PHONE)
    // One above the list, and one in the list while it is empty.
    await page.getByRole('button', { name: '申请请假' }).first().click()
    const form = page.getByRole('dialog', { name: '申请请假' })
    await pick(form.getByLabel('请假类型'), '年假')
    await typeDay(form.getByLabel('开始日期'), FIRST)
    await typeDay(form.getByLabel('结束日期'), FIRST)
    await form.getByText(/1 天/).first().waitFor()
    await form.getByLabel('原因').fill(reason)
    await assertFits(page, 'the form of a leave')
    await send(form, '提交申请')
    const own = page.getByRole('dialog', { name: '周小禾的请假' })
    await own.getByText('待审批').first().waitFor()
    assert.equal(await own.getByRole('button', { name: /同意/ }).count(), 0, 'nobody decides their own leave')
    await assertFits(page, 'the own leave')

    await page.setViewportSize({ width: 1366, height: 768 })
    await signIn('head', '/store-worklog/leaves')
    await page.getByRole('row').filter({ hasText: reason }).getByRole('button', { name: '周小禾' }).click()
    const drawer = page.getByRole('dialog', { name: '周小禾的请假' })
    await drawer.getByRole('button', { name: /^同意，安排 \d+ 个替班$/ }).waitFor()
    await assertAccessible(page, 'a leave to decide')
    await drawer.getByRole('button', { name: /^同意，安排 \d+ 个替班$/ }).click()
    await drawer.getByText('已同意').first().waitFor()

    const { items } = await agent.call(leaves.list, { since: FIRST, until: FIRST })
    const leave = items.find((one) => one.reason === reason)
    assert.equal(leave?.status, 'approved')
    const { standIns } = await agent.call(leaves.get, { id: leave?.id ?? 0 })
    assert.ok(standIns.length > 0)
    const head = await clientOf(base, 'head')
    const { stores } = await head.call(duty.stores, { from: FIRST })
    for (const { storeId, shift, staffId } of standIns) {
      const cell = stores
        .find(({ id }) => id === storeId)
        ?.cells.find((one) => one.on === FIRST && one.shift === shift)
      assert.ok(cell && cell.state !== 'none', `store ${storeId} ${shift}`)
      assert.ok(cell.people.some((person) => person.staffId === staffId && person.insteadOf !== null))
    }
  },
)

journey('a head asks for a leave; an admin decides it, with a reason', async ({ page, base, signIn }) => {
  const reason = `参加培训${Date.now()}`
  const head = await clientOf(base, 'head')
  const { id } = await head.call(leaves.request, { kind: 'other', fromOn: SECOND, toOn: SECOND, reason })
  await signIn('head', `/store-worklog/leaves?status=&leave=${id}`)
  const own = page.getByRole('dialog', { name: '陈思雨的请假' })
  await own.getByRole('button', { name: '撤回' }).waitFor()
  assert.equal(await own.getByRole('button', { name: /同意/ }).count(), 0)

  await signIn('admin', `/store-worklog/leaves?leave=${id}`)
  const drawer = page.getByRole('dialog', { name: '陈思雨的请假' })
  await drawer.getByRole('button', { name: '不同意' }).click()
  const form = page.getByRole('dialog', { name: '不同意陈思雨的请假' })
  await form.getByRole('textbox').fill('当天要见客户，请改一天')
  await send(form, '不同意')
  await drawer.getByText('当天要见客户，请改一天').first().waitFor()
  const decided = await head.call(leaves.get, { id })
  assert.deepEqual([decided.status, decided.decisionNote], ['refused', '当天要见客户，请改一天'])
})
