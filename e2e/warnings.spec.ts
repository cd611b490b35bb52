import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { today } from '#kit/calendar.ts'
import { warnings } from '#reporting/warnings/contract.ts'
import { addWeeks, lastCompleteWeek, sundayOf } from '#reporting/warnings/weeks.ts'
import { clientOf } from './support/api.ts'
import { pick } from './support/hands.ts'
import { journey } from './support/journey.ts'

type Client = Awaited<ReturnType<typeof clientOf>>

/** Runs the newest completed week that is not a promotion week, and returns it. */
async function checkedWeek(admin: Client): Promise<string> {
  const newest = lastCompleteWeek(today(() => new Date()))
  for (let ago = 0; ago < 8; ago += 1) {
    const week = addWeeks(newest, -ago)
    const { promotion } = await admin.call(warnings.run, { week })
    if (promotion === null) return week
  }
  throw new Error('eight promotion weeks in a row')
}

/** Creates a customer whose only store has been on trial for long without figures. */
async function silentMerchant(admin: Client): Promise<string> {
  const name = `听雨瓷器${Date.now()}`
  const contract = { contractStartOn: '2025-01-01', contractEndOn: '2028-12-31' }
  const customer = await admin.call(customers.create, { name, status: 'active', ...contract })
  const store = { customerId: customer.id, platform: 'tmall' as const, name: `${name}旗舰店` }
  await admin.call(stores.create, { ...store, status: 'trial', trialOn: '2025-01-01' })
  return name
}

async function send(page: Page, title: string, fill?: [label: string, text: string]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  if (fill) await dialog.getByLabel(fill[0]).fill(fill[1])
  await dialog.getByRole('button', { name: /^(确定|检查)$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

journey(
  "an admin runs a week, opens a red warning, plans a follow-up and resolves it; a head sees only the team's warnings",
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const week = await checkedWeek(admin)
    const name = await silentMerchant(admin)
    await signIn('admin', '/weekly-warning-customer-report')
    await page.getByRole('tab', { name: /^待处理/, selected: true }).waitFor()
    await page.getByRole('button', { name: '重新检查' }).first().click()
    const label = `${week.slice(0, 4)} ${week.slice(5)} 至 ${sundayOf(week).slice(5)}`
    await pick(page.getByRole('dialog', { name: '重新检查' }).getByLabel('周'), label)
    await send(page, '重新检查')

    await page.goto(`/weekly-warning-customer-report?keyword=${encodeURIComponent(name)}`)
    await page.getByText('缺数据 · 红色').first().waitFor()
    await page.getByRole('button', { name, exact: true }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: '各周咨询量' })
    await drawer.getByText('缺 7 店天').first().waitFor()
    await drawer.getByRole('button', { name: '安排跟进' }).click()
    await send(page, '安排跟进', ['跟进内容', '问为什么没有数据'])
    await drawer.getByText('处理中').first().waitFor()
    await drawer.getByRole('paragraph').filter({ hasText: '问为什么没有数据' }).waitFor()
    await drawer.getByRole('button', { name: '标为已解决' }).click()
    await send(page, '标为已解决', ['处理说明', '平台账号已重新授权'])
    await drawer.locator('.status-tag', { hasText: '已解决' }).waitFor()
    await drawer.getByRole('paragraph').filter({ hasText: '平台账号已重新授权' }).waitFor()
    // A resolved warning is not in the default list, but in the tab 全部.
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page
      .getByRole('table', { name: '预警' })
      .getByRole('button', { name, exact: true })
      .waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^全部/ }).click()
    await page.getByRole('table', { name: '预警' }).getByRole('button', { name, exact: true }).waitFor()

    const head = await clientOf(base, 'head')
    assert.equal((await head.call(warnings.list, { keyword: name })).total, 0)
    const team = await head.call(warnings.list, {})
    const all = await admin.call(warnings.list, {})
    assert.ok(team.total > 0 && team.total < all.total, `${team.total} of ${all.total}`)
    assert.ok(team.items.every((row) => !('overageCents' in row)))
    await signIn('head', '/weekly-warning-customer-report')
    await page.getByRole('table', { name: '预警' }).getByRole('row').nth(1).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: '超量金额' }).count(), 0)
  },
)
