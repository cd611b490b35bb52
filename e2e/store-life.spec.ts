import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { duty } from '#operations/duty/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clientOf } from './support/api.ts'
import { assignOnBoard, storeRow } from './support/board.ts'
import { act, follow, pick, send, typeDay } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'

const now = today(() => new Date())

/** Makes a name unique to this run. */
const uniqueName = (name: string) => `${name}${Date.now()}`

/** Creates a customer and signs the contract; ends on the customer's page. */
async function signCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '新建客户' }).first().click()
  const form = page.getByRole('dialog', { name: '新建客户' })
  await form.getByLabel('客户名称').fill(name)
  await send(form, '确定')
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { name }).waitFor()
  await act(page, '签约')
  const contract = page.getByRole('dialog', { name: `与${name}签约` })
  await contract.locator('input:focus').waitFor()
  await typeDay(contract.getByLabel('合同开始日期'), now)
  await typeDay(contract.getByLabel('合同结束日期'), addDays(now, 365))
  await send(contract, '签约')
  await page.locator('.status-tag', { hasText: '合作中' }).first().waitFor()
}

/** Adds a store to the customer and opens its page. */
async function addStore(page: Page, customerId: number, name: string): Promise<void> {
  await follow(page, `/store-management?customerId=${customerId}&new=1`)
  const form = page.getByRole('dialog', { name: '新建店铺' })
  await form.getByLabel('店铺名称').fill(name)
  await pick(form.getByLabel('平台', { exact: true }), '拼多多')
  await send(form, '确定')
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { name }).waitFor()
}

async function goLive(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '上线' }).click()
  const live = page.getByRole('dialog', { name: `${name}上线` })
  // The first field gets the focus when the dialog has opened.
  await live.locator('input:focus').waitFor()
  // 固定月费 is the first option.
  await live.getByLabel('计费方式').press('ArrowDown')
  await page.locator('.ant-select-dropdown').filter({ visible: true }).waitFor()
  await page.keyboard.press('Enter')
  await live.getByLabel('月费').fill('6000')
  await live.getByLabel('店铺工资').fill('2400')
  await send(live, '确定')
  await page.getByRole('button', { name: '暂停服务' }).waitFor()
  await page.getByRole('tab', { name: '计费' }).click()
  await page.getByText('固定月费 · ¥6,000.00/月').waitFor()
}

async function stopLastStore(page: Page, name: string): Promise<void> {
  await act(page, '停止服务')
  const stop = page.getByRole('dialog', { name: `停止${name}的服务` })
  await stop.getByText('结束的客服分配').waitFor()
  await stop.getByText('周小禾').waitFor()
  await stop.getByText('建议收取的当月服务费').waitFor()
  await stop.getByText('这是该客户最后一家在服务的店铺').waitFor()
  await pick(stop.getByLabel('流失原因'), '价格')
  await stop.getByRole('button', { name: '停止服务' }).click()
}

/** Records the risk on the customer's page, confirms the loss, and wins the customer back. */
async function loseAndWinBack(page: Page, customer: string, store: string): Promise<void> {
  await page.getByRole('tab', { name: '流失与召回' }).click()
  await page.getByRole('button', { name: '登记流失风险' }).click()
  const risk = page.getByRole('dialog', { name: `登记${customer}的流失风险` })
  await pick(risk.getByLabel('流失原因'), '价格')
  await send(risk, '确定')
  await page
    .getByRole('region', { name: '流失与召回' })
    .getByRole('link', { name: customer, exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: '确认流失' }).click()
  await send(page.getByRole('dialog', { name: `确认${customer}流失` }), '确认流失')
  await page.locator('.status-tag', { hasText: '已流失' }).first().waitFor()
  await page.getByRole('button', { name: '召回' }).click()
  const back = page.getByRole('dialog', { name: `召回${customer}` })
  // Stores that stopped before the loss are offered too.
  await back.getByText(store).first().waitFor()
  await send(back, '召回')
  await page.locator('.status-tag', { hasText: '已召回' }).waitFor()
}

journey(
  'a customer is signed, its store goes online and stops, both are lost, and both are won back',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const [customer, name] = [uniqueName('云栖茶业'), uniqueName('云栖茶业旗舰店')]
    await signIn('admin', '/customer-management')
    await signCustomer(page, customer)
    const customerId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    await addStore(page, customerId, name)
    const storePath = new URL(page.url()).pathname
    await goLive(page, name)

    await assignOnBoard(page, name, '周小禾')
    await follow(page, storePath)
    await page.getByRole('heading', { name }).waitFor()
    await stopLastStore(page, name)
    await page.getByText(`${customer}已没有在服务的店铺`).last().waitFor()
    await page.getByRole('button', { name: '去客户页' }).click()
    await page.getByRole('heading', { name: customer }).waitFor()
    await loseAndWinBack(page, customer, name)

    const storeId = Number(/\d+$/.exec(storePath)?.[0])
    assert.equal((await admin.call(customers.get, { id: customerId })).status, 'active')
    assert.equal((await admin.call(stores.get, { id: storeId })).status, 'serving')
    await follow(page, `${storePath}?tab=churn`)
    await page.getByText('已召回').first().waitFor()
  },
)

journey(
  'a head opens an uncovered shift of a store and assigns an agent to it',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const name = uniqueName('竹里茶业店')
    const customer = await admin.call(customers.create, { name: uniqueName('竹里茶业') })
    const [leader] = await admin.call(staffOptions, { purpose: 'leader', keyword: 'chensiyu' })
    const input = { customerId: customer.id, platform: 'pdd' as const, name, leaderId: leader?.id }
    const store = await admin.call(stores.create, { ...input, status: 'trial', trialOn: now })
    await signIn('head', `/store-worklog/roster?by=store&keyword=${encodeURIComponent(name)}`)
    const row = storeRow(page, name)
    await row.getByRole('button', { name: /今天.*无人/ }).click()
    const drawer = page.getByRole('dialog', { name: /^今天/ })
    await drawer.getByRole('button', { name: '分配客服' }).click()
    const form = page.getByRole('dialog', { name: '分配客服' })
    await pick(form.getByLabel('客服', { exact: true }), '方可')
    await send(form, '确定')
    await drawer.getByText('方可').first().waitFor()
    const { items } = await admin.call(storeAssignments.list, { storeId: store.id })
    assert.deepEqual(
      items.map(({ staffName, fromOn }) => [staffName, fromOn]),
      [['方可', now]],
    )
  },
)

journey(
  'on a phone an agent hands an own shift to a team mate for a day, and sees no prices',
  async ({ page, base, signIn }) => {
    const agent = await clientOf(base, 'agent')
    const me = await agent.call(session.currentUser, {})
    const { people } = await agent.call(duty.people, { from: addDays(now, 7) })
    const day = people[0]?.days.find(({ posts }) =>
      posts.some(({ assigned, shift, insteadOf }) => assigned === shift && insteadOf === null),
    )
    assert.ok(day)
    await signIn('agent', `/store-worklog/roster?by=person&week=${day.on}&person=${me.id}_${day.on}`)
    const drawer = page.getByRole('dialog').filter({ hasText: me.name })
    await drawer.getByRole('button').filter({ hasText: /店/ }).first().click()
    const slot = page.getByRole('dialog').filter({ hasText: '在岗' })
    await slot.getByRole('button', { name: '找人替班' }).click()
    assert.doesNotMatch(await page.locator('body').innerText(), /¥/)
    const form = page.getByRole('dialog', { name: /安排替班/ })
    await pick(form.getByLabel('替班的人'), '方可')
    await send(form, '确定')
    await slot.getByText('方可').first().waitFor()
    const { items } = await agent.call(storeAssignments.list, { pageSize: 100 })
    const substitutes = items.filter((one) => one.duty === 'substitute' && one.staffName === '方可')
    assert.ok(substitutes.some(({ fromOn, toOn }) => fromOn === toOn && fromOn === day.on))
  },
  { viewport: PHONE },
)
