import assert from 'node:assert/strict'
import { customers } from '#features/customers/contract.ts'
import { stores } from '#features/stores/contract.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'

/** Names that no other run of the tests has used. */
const fresh = (name: string) => `${name}${Date.now()}`

journey(
  'an admin takes a store online with its price, puts an agent on it on the rota, stops it, and finds the loss on record',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const [customerName, name] = [fresh('云栖茶业'), fresh('云栖茶业旗舰店')]
    const customer = await admin.call(customers.create, { name: customerName })
    const store = await admin.call(stores.create, { customerId: customer.id, platform: 'pdd', name })

    await signIn('admin', `/store-management/${store.id}`)
    await page.getByRole('button', { name: '上线' }).click()
    const live = page.getByRole('dialog', { name: `${name}上线` })
    // The first field takes the focus once the window stands.
    await live.locator('input:focus').waitFor()
    // 固定月费 stands first.
    await live.getByLabel('计费方式').press('ArrowDown')
    await page.locator('.ant-select-dropdown').filter({ visible: true }).waitFor()
    await page.keyboard.press('Enter')
    await live.getByLabel('月费').fill('6000')
    await live.getByLabel('店铺工资').fill('2400')
    await live.getByRole('button', { name: '确定' }).click()
    await page.getByRole('button', { name: '暂停服务' }).waitFor()
    await page.getByRole('tab', { name: '计费' }).click()
    await page.getByText('固定月费 · ¥6,000.00/月').waitFor()

    await page.goto(`${base}/store-management/board?keyword=${encodeURIComponent(name)}`)
    const row = page.getByRole('region', { name })
    await row
      .getByRole('button', { name: /分配客服$/ })
      .last()
      .focus()
    await page.keyboard.press('Enter')
    const assign = page.getByRole('dialog', { name: '分配客服' })
    await assign.locator('input:focus').waitFor()
    await pick(assign.getByLabel('客服', { exact: true }), '周小禾')
    await assign.getByRole('button', { name: '确定' }).click()
    await row.getByRole('button', { name: /周小禾/ }).waitFor()

    await page.goto(`${base}/store-management/${store.id}`)
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '停止服务' }).click()
    const stop = page.getByRole('dialog', { name: `停止${name}的服务` })
    await stop.getByText('结束 周小禾 在这家店铺的分配').waitFor()
    await stop.getByText(/建议收取 .* 的服务费/).waitFor()
    await pick(stop.getByLabel('流失原因'), '价格')
    await stop.getByRole('button', { name: '停止服务' }).click()
    await page.getByText(`${customerName}已没有在服务的店铺`).last().waitFor()
    await page.getByRole('button', { name: '暂不处理' }).click()
    await page.getByRole('tab', { name: '流失与召回' }).click()
    await page.getByText('已流失').first().waitFor()
  },
)

journey('a head carries an agent onto a day of the rota with the mouse', async ({ page, signIn }) => {
  await signIn('head', '/store-management/board')
  const agent = page.locator('.board-carry').filter({ hasText: '方可' })
  const cell = page.locator('.board-cell').nth(10)
  await agent.waitFor()
  const [from, to] = [await agent.boundingBox(), await cell.boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 })
  await page.mouse.up()
  const form = page.getByRole('dialog', { name: '分配客服' })
  await form.getByText('方可').waitFor()
})

journey(
  'an agent on a phone finds the own shifts of the week and no price anywhere',
  async ({ page, signIn }) => {
    await signIn('agent', '/store-management/board')
    await page.getByRole('button', { name: '安排替班' }).first().waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), /¥/)
    await page.getByRole('button', { name: '安排替班' }).first().click()
    await page.getByRole('dialog', { name: /安排替班/ }).waitFor()
  },
  { viewport: PHONE },
)
