import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clientOf } from './support/api.ts'
import { send } from './support/hands.ts'
import { journey, PASSWORD } from './support/journey.ts'
import { taobaoFile } from './support/platformFiles.ts'

const yesterday = addDays(
  today(() => new Date()),
  -1,
)
const FILE = `客服数据_${yesterday}.xlsx`

/** Creates a store of 陈思雨's team, served by 周小禾, with 40 consult users yesterday from an imported file. */
async function storeWithFigures(page: Page, base: string) {
  const admin = await clientOf(base, 'admin')
  const name = `问渠书店${Date.now()}`
  const [leader] = await admin.call(staffOptions, { purpose: 'leader', keyword: 'chensiyu' })
  const [agent] = await admin.call(staffOptions, { purpose: 'agent', keyword: 'zhouxiaohe' })
  assert.ok(leader && agent)
  const customer = await admin.call(customers.create, { name })
  const input = { customerId: customer.id, platform: 'taobao' as const, name, leaderId: leader.id }
  const store = await admin.call(stores.create, { ...input, status: 'trial', trialOn: yesterday })
  await admin.call(storeAssignments.create, { storeId: store.id, staffId: agent.id, fromOn: yesterday })
  await importFile(page, store.id, name)
  return { name, path: `/daily-store-report?from=${yesterday}&to=${yesterday}&storeId=${store.id}` }
}

async function importFile(page: Page, storeId: number, store: string): Promise<void> {
  const data = { type: 'account', username: 'agent', password: PASSWORD }
  const { token } = (await (await page.request.post('/api/login/account', { data })).json()).data
  const headers = { authorization: token }
  const file = taobaoFile(FILE, [[`${store}:小禾`, 40, 39, 1]])
  const multipart = { storeId: String(storeId), on: yesterday, file }
  const preview = (await (await page.request.post('/api/imports', { headers, multipart })).json()).data
  const commit = { headers, data: { version: preview.version } }
  const answer = await page.request.post(`/api/imports/${preview.id}/commit`, commit)
  assert.equal(answer.status(), 200, await answer.text())
}

/** Opens the explanation of the report's only row. */
async function explain(page: Page) {
  await page.getByRole('button', { name: '怎么来的', exact: true }).first().click()
  const drawer = page.getByRole('dialog', { name: '这个数字怎么来的' })
  await drawer.getByText('覆盖').waitFor()
  return drawer
}

journey(
  "an agent traces a figure to the file's line and questions it; the head corrects it; the agent is notified with the reason",
  async ({ page, base, signIn }) => {
    const { name, path } = await storeWithFigures(page, base)
    await signIn('agent', path)
    const before = await explain(page)
    assert.equal(await before.locator('.explain-head strong').innerText(), '40')
    await before.getByText(/^第 \d+ 行，周小禾导入/).waitFor()
    await before.getByText(FILE).waitFor()
    await before.getByRole('button', { name: '这个数字不对' }).click()
    const doubt = page.getByRole('dialog', { name: `${name}的这个数字不对` })
    await doubt.getByLabel('哪里不对').fill('有 2 个是测试账号')
    await send(doubt, '确定')

    await signIn('head', '/store-worklog/figures?toAnswer=true')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByRole('button', { name: '更正' }).click()
    const answer = page.getByRole('dialog', { name: `答复${name}的疑问` })
    const facts = answer.locator('.facts')
    await facts.getByText('有 2 个是测试账号').waitFor()
    for (const fact of [name, yesterday, '周小禾']) assert.ok((await facts.innerText()).includes(fact), fact)
    const changes = answer.getByRole('region', { name: '将发生的变化' })
    await answer.getByLabel('咨询人数', { exact: true }).fill('38')
    await changes.getByText('当天的咨询量').waitFor()
    assert.match(await changes.innerText(), /当天的咨询量\s*40\s*→\s*38/)
    await answer.getByLabel('答复', { exact: true }).fill('扣除测试账号 2 个')
    await send(answer, '确定')
    await row.getByText('已更正').waitFor()

    await signIn('agent', '/store-worklog/figures')
    await page.getByRole('button', { name: /^通知/ }).click()
    const notices = page.getByRole('dialog', { name: '通知' })
    await notices.getByText('咨询量由 40 更正为 38：“扣除测试账号 2 个”').first().waitFor()
    await page.keyboard.press('Escape')
    await notices.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: new RegExp(`${name}.*已更正.*扣除测试账号 2 个`) }).waitFor()
    await page.goto(path)
    const after = await explain(page)
    assert.equal(await after.locator('.explain-head strong').innerText(), '38')
    await after.getByText(/咨询人数由 40 更正为 38：扣除测试账号 2 个/).waitFor()
  },
)
