import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import type { ScreenRoute } from '#app/routes.ts'
import { mayOpen, reachableScreens, screensOf } from '#app/routes.ts'
import { churnRecords } from '#features/churn-records/contract.ts'
import type { Bill } from '#features/customer-bills/contract.ts'
import { customerBills } from '#features/customer-bills/contract.ts'
import { kindNames } from '#features/customer-bills/rules.ts'
import { customers } from '#features/customers/contract.ts'
import { claims } from '#features/reimbursement-bills/contract.ts'
import { session } from '#features/session/contract.ts'
import { staff } from '#features/staff/contract.ts'
import { stores } from '#features/stores/contract.ts'
import { warnings } from '#features/warnings/contract.ts'
import type { Client } from '#kit/client.ts'
import { clientOf } from './support/api.ts'
import { follow } from './support/hands.ts'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible, assertFits, watchLoading } from './support/screens.ts'

const DEVICES = [
  { device: 'desk', viewport: { width: 1366, height: 768 } },
  { device: 'phone', viewport: PHONE },
]

/** The screens that axe has checked, each once per device. */
const judged = new Set<string>()

/** Every address that the person may open, with its title: the screens, and of each list the first record. */
async function addressesOf(client: Client): Promise<Map<string, string>> {
  const user = await client.call(session.currentUser, {})
  const screens = screensOf(reachableScreens(user))
  const lists = {
    '/user-management': staff.list,
    '/customer-management': customers.list,
    '/store-management': stores.list,
  }
  const found = new Map(screens.map(({ path, title }) => [path, title]))
  for (const [path, title] of screens.flatMap((screen) => beneath(screen, user))) {
    if (!judged.has(`${path} desk`)) found.set(path, title)
  }
  if (can(user, 'canReportWorklog')) found.set('/daily-store-report?store=1', '店铺日咨询量')
  if (can(user, 'canAdmin')) found.set('/account/settings?tab=aliases', '个人设置')
  for (const [path, list] of Object.entries(lists)) {
    if (!found.has(path)) continue
    const [first] = (await client.call(list, { pageSize: 1 })).items
    if (first) found.set(`${path}/${first.id}`, first.name)
  }
  if (can(user, 'canChargeCustomer')) {
    const [bill] = (await client.call(customerBills.list, { pageSize: 1 })).items
    if (bill) found.set(`/customer-bill-management/${bill.id}`, titleOf(bill))
  }
  for (const [path, title] of await recordsApart(client, user)) found.set(path, title)
  const [claim] = (await client.call(claims.list, { pageSize: 1 })).items
  if (claim) found.set(`/reimbursement-bill-management/${claim.id}`, claim.title)
  return found
}

/** Records, and drawers over a list, whose first one no list of a screen above leads to. */
async function recordsApart(client: Client, user: Actor): Promise<[path: string, title: string][]> {
  const found: [string, string][] = []
  if (can(user, 'canReadCustomer')) {
    for (const subject of ['customer', 'store'] as const) {
      const [lost] = (await client.call(churnRecords.list, { subject, status: ['churned'], pageSize: 1 }))
        .items
      const name = subject === 'store' ? lost?.storeName : lost?.customerName
      if (lost && name) found.push([`/${subject}-lost-record/${lost.id}`, name])
    }
  }
  if (can(user, 'canWarningCustomer')) {
    const [warning] = (await client.call(warnings.list, { pageSize: 1 })).items
    if (warning) found.push([`/weekly-warning-customer-report?warning=${warning.id}`, '周咨询量预警'])
  }
  if (can(user, 'canManageUser')) {
    const [agent] = (await client.call(staff.list, { keyword: 'zhouxiaohe', pageSize: 1 })).items
    if (agent) found.push([`/user-management/${agent.id}/leave`, `为${agent.name}办理离职`])
  }
  return found
}

const titleOf = ({ storeName, customerName, month, kind }: Bill) =>
  `${storeName ?? customerName} ${month} ${kindNames[kind]}`

/** The further screens of a path; those of one record want its number. */
function beneath({ path, needs, pages = [] }: ScreenRoute, user: Actor): [path: string, title: string][] {
  return pages
    .filter((page) => !page.path.startsWith(':') && mayOpen(user, { needs: page.needs ?? needs }))
    .map((page) => [`${path}/${page.path}`, page.title])
}

/** Whether axe has to look: once at each screen of a device, and at the first page of every role, which is never the same. */
function isNew(path: string, device: string): boolean {
  const screen = `${path.replace(/\d+(?=$|\/)/, ':id')} ${device}`
  const first = path === '/welcome' || !judged.has(screen)
  judged.add(screen)
  return first
}

// admin2 has the screens of admin.
for (const username of ['admin', 'head', 'agent', 'sales', 'finance']) {
  journey(
    `${username} can read and use every screen on a desk and on a phone`,
    async ({ page, base, signIn }) => {
      const addresses = await addressesOf(await clientOf(base, username))
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(username)
      // Each screen opens on the device on which the last one was left, and is then seen on the other.
      let devices = DEVICES
      for (const [path, title] of addresses) {
        await follow(page, path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        for (const { device, viewport } of devices) {
          await page.setViewportSize(viewport)
          await loaded()
          await assertFits(page, `${path} on a ${device}`)
          if (isNew(path, device)) await assertAccessible(page, `${path} on a ${device}`)
        }
        devices = devices.toReversed()
      }
      assert.ok(addresses.size > 6)
    },
  )
}

for (const { device, viewport } of DEVICES) {
  journey(
    `an admin can read and use forms and windows on a ${device}`,
    async ({ page, signIn }) => {
      const loaded = watchLoading(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn('admin')
      for (const [path, button] of Object.entries(WINDOWS)) await lookIntoWindow(page, path, button, loaded)
      if (device === 'desk') await lookIntoExplanation(page, loaded)
    },
    { viewport },
  )
}

const WINDOWS = {
  '/user-management': '新建员工',
  '/customer-management': '新建客户',
  '/store-management': '新建店铺',
  '/store-worklog/imports': '导入平台数据',
}

/** How a number comes about stands in no address: it is opened from a row of a report. */
async function lookIntoExplanation(page: Page, loaded: () => Promise<void>) {
  await follow(page, '/daily-store-report')
  await page.getByRole('button', { name: '怎么来的', exact: true }).first().click()
  await page.getByRole('dialog', { name: '这个数字怎么来的' }).getByText('覆盖').waitFor()
  await loaded()
  await assertFits(page, 'an explanation')
  await assertAccessible(page, 'an explanation')
}

async function lookIntoWindow(page: Page, path: string, button: string, loaded: () => Promise<void>) {
  await follow(page, path)
  await page.getByRole('button', { name: button }).first().click()
  const window = page.getByRole('dialog', { name: button })
  await window.waitFor()
  await loaded()
  await assertFits(page, button)
  await assertAccessible(page, button)
  await window.getByRole('button', { name: '取消' }).click()
  await window.waitFor({ state: 'hidden' })
}

journey('somebody who is not signed in can read and use the door', async ({ page, open }) => {
  const loaded = watchLoading(page)
  await open('/user/login')
  await page.getByRole('heading', { name: '登录' }).waitFor()
  for (const { viewport } of DEVICES) {
    await page.setViewportSize(viewport)
    await loaded()
    await assertFits(page, '/user/login')
    await assertAccessible(page, '/user/login')
  }
})
