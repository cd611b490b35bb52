import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type Notice, notices } from '#platform/notices/contract.ts'
import { savedViews } from '#platform/saved-views/contract.ts'
import { clientOf, until } from './support/api.ts'
import { causedBy, pick } from './support/hands.ts'
import { journey } from './support/journey.ts'

/** Opens the menu of views and waits for its animation. */
async function openViews(page: Page): Promise<void> {
  await page.locator('.views-button').click()
  await page.locator('.views-items').waitFor()
  await page.locator('.ant-dropdown[class*="-slide-"]').waitFor({ state: 'detached' })
}

const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

/** Removes the views of earlier runs. */
async function clear(base: string, who: string, name = '抖音'): Promise<void> {
  const client = await clientOf(base, who)
  for (const view of await client.call(savedViews.list, {})) {
    if (view.mine && view.name.startsWith(name)) await client.call(savedViews.remove, { id: view.id })
  }
}

journey(
  'a head saves filters and columns as a team view; a member opens it and sees only own stores',
  async ({ page, base, signIn }) => {
    await clear(base, 'head')
    await signIn('head', '/store-management?platform=douyin&sort=-name')
    await openViews(page)
    await item(page, '保存为视图').click()
    const form = page.getByRole('dialog', { name: '保存为视图' })
    await form.getByLabel('视图名称').fill('抖音店铺')
    await form.getByLabel('谁可以用').click()
    await page.locator('.ant-select-item-option', { hasText: '本组' }).click()
    await form.getByRole('button', { name: /确\s*定/ }).click()
    await page.getByRole('button', { name: '视图：抖音店铺' }).waitFor()
    assert.match(page.url(), /platform=douyin&sort=-name&saved=\d+$/)
    const rowCount = await page.locator('.list-table .ant-table-row').count()

    const client = await clientOf(base, 'agent')
    const [view] = (await client.call(savedViews.list, {})).filter(({ name }) => name === '抖音店铺')
    assert.deepEqual([view?.scope, view?.mine], ['team', false])

    await signIn('agent', '/store-management')
    await openViews(page)
    await item(page, '抖音店铺').click()
    await page.getByRole('button', { name: '视图：抖音店铺' }).waitFor()
    await page.locator('.filter-tag', { hasText: '抖音' }).waitFor()
    // The previous rows are displayed until those of the view have loaded.
    const others = page.locator('.list-table .ant-table-row', { hasNotText: '抖音' })
    await others.first().waitFor({ state: 'detached' })
    assert.ok((await page.locator('.list-table .ant-table-row').count()) <= rowCount)

    await page.locator('.filter-tag', { hasText: '抖音' }).getByRole('button').click()
    await page.getByRole('button', { name: '视图：抖音店铺，已改动' }).waitFor()
    await openViews(page)
    assert.equal(await item(page, '保存改动').count(), 0)
    await item(page, '默认列表').click()
    await page.getByRole('button', { name: '视图', exact: true }).waitFor()
    await clear(base, 'head')
  },
)

journey("a sales person sets a view as a list's default, and removes it", async ({ page, base, signIn }) => {
  await clear(base, 'sales')
  await signIn('sales', '/customer-management?status=trial')
  await openViews(page)
  await item(page, '保存为视图').click()
  const form = page.getByRole('dialog', { name: '保存为视图' })
  await form.getByLabel('视图名称').fill('抖音试用')
  assert.equal(await form.getByLabel('谁可以用').count(), 0)
  await form.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByRole('button', { name: '视图：抖音试用' }).waitFor()
  await openViews(page)
  await causedBy(
    () => item(page, '设为默认打开').click(),
    page.waitForResponse((answer) => answer.url().includes('/api/preferences/opens-with')),
  )

  await page.goto('/customer-management')
  await page.getByRole('button', { name: '视图：抖音试用' }).waitFor()
  assert.match(page.url(), /status=trial&saved=\d+$/)
  await openViews(page)
  await item(page, '管理视图').click()
  const all = page.getByRole('dialog', { name: '管理视图' })
  await all.getByText('打开时默认').waitFor()
  await all.getByRole('button', { name: '删除视图「抖音试用」' }).click()
  await page.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByText('视图已删除').waitFor()
  await page.goto('/customer-management')
  await page.getByRole('button', { name: '视图', exact: true }).waitFor()
})

/** A saved view of the demo's admin whose delivery is due when the demo starts. */
const DUE = '服务中，按到期'

journey(
  'an admin subscribes to a view, changes the day and unsubscribes; a delivery that was due has arrived',
  async ({ page, base, signIn }) => {
    await clear(base, 'admin', '拼多多')
    const admin = await clientOf(base, 'admin')
    const isDue = ({ title: { values } }: Notice) => values?.view === DUE
    const arrived = () => admin.call(notices.list, { kind: ['subscription'] })
    await until(arrived, ({ items }) => items.some(isDue), 'nothing came')

    await signIn('admin', '/store-management?platform=pdd')
    await openViews(page)
    await item(page, '保存为视图').click()
    const form = page.getByRole('dialog', { name: '保存为视图' })
    await form.getByLabel('视图名称').fill('拼多多店铺')
    await form.getByRole('button', { name: /确\s*定/ }).click()
    await page.getByRole('button', { name: '视图：拼多多店铺' }).waitFor()
    await openViews(page)
    await item(page, '订阅这个视图').click()
    const subscribe = page.getByRole('dialog', { name: '订阅视图「拼多多店铺」' })
    await subscribe.getByRole('button', { name: /确\s*定/ }).click()
    await page.getByText('已订阅，可在个人设置的「订阅」里改时间').waitFor()

    await page.goto('/account/settings?tab=subscriptions')
    const row = page.getByRole('listitem').filter({ hasText: '拼多多店铺' })
    await row.getByText('每天 09:00').waitFor()
    // If the webhooks cannot be loaded, the field is displayed and says why.
    const failure = { success: false, errorCode: 'BROKEN', errorMessage: '读不到群机器人。', showType: 2 }
    await page.route('**/api/webhooks/options*', (route) => route.fulfill({ status: 500, json: failure }))
    await row.getByRole('button', { name: '修改' }).click()
    const change = page.getByRole('dialog', { name: '修改订阅「拼多多店铺」' })
    await change.getByLabel('同时发到群').click()
    await page.getByRole('alert').getByText('读不到群机器人。').waitFor()
    await change.getByText('修改订阅「拼多多店铺」').click()
    await pick(change.getByLabel('多久一次'), '每周')
    await pick(change.getByLabel('星期'), '周五')
    await change.getByRole('button', { name: /确\s*定/ }).click()
    await row.getByText('每周五 09:00').waitFor()
    await row.getByRole('button', { name: '取消订阅' }).click()
    await page.getByRole('button', { name: /确\s*定/ }).click()
    await row.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^通知/ }).click()
    const drawer = page.getByRole('dialog', { name: '通知' })
    await drawer
      .getByRole('link', { name: new RegExp(`您订阅的「${DUE}」有 \\d+ 条`) })
      .first()
      .click()
    await page.getByRole('button', { name: `视图：${DUE}` }).waitFor()
    assert.match(page.url(), /status=serving&saved=\d+$/)
    await clear(base, 'admin', '拼多多')
  },
  { expected: [/status of 500/] },
)
