import { type Actor, can } from '#access/can.ts'
import { mayOpen, reachableScreens, type ScreenRoute, screensOf } from '#app/routes.ts'
import { type Bill, customerBills } from '#billing/customer-bills/contract.ts'
import { kindNames } from '#billing/customer-bills/rules.ts'
import { customers } from '#clients/customers/contract.ts'
import { churnRecords } from '#clients/retention/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import type { Client } from '#kit/client.ts'
import { session } from '#people/sign-in/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { warnings } from '#reporting/warnings/contract.ts'

/**
 * All addresses that the user may open, with their titles: the screens, and the first record of each list. Omits
 * subscreens for which `isDone` returns true.
 */
export async function addressesOf(
  client: Client,
  isDone: (path: string) => boolean = () => false,
): Promise<Map<string, string>> {
  const user = await client.call(session.currentUser, {})
  const screens = screensOf(reachableScreens(user))
  const lists = {
    '/user-management': staff.list,
    '/customer-management': customers.list,
    '/store-management': stores.list,
  }
  const found = new Map(screens.map(({ path, title }) => [path, title]))
  for (const [path, title] of screens.flatMap((screen) => beneath(screen, user))) {
    if (!isDone(path)) found.set(path, title)
  }
  if (can(user, 'canReportWorklog')) found.set('/daily-store-report?store=1', '店铺日咨询量')
  if (can(user, 'canAdmin')) found.set('/account/settings/company?tab=aliases', '公司设置')
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

/** Records and drawers that the lists above do not cover. */
async function recordsApart(client: Client, user: Actor): Promise<[path: string, title: string][]> {
  const found = can(user, 'canReadCustomer') ? await lostRecords(client) : []
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

/** The first lost customer and the first lost store. */
async function lostRecords(client: Client): Promise<[path: string, title: string][]> {
  const found: [string, string][] = []
  for (const subject of ['customer', 'store'] as const) {
    const [lost] = (await client.call(churnRecords.list, { subject, status: ['churned'], pageSize: 1 })).items
    const name = subject === 'store' ? lost?.storeName : lost?.customerName
    if (lost && name) found.push([`/${subject}-lost-record/${lost.id}`, name])
  }
  return found
}

const titleOf = ({ storeName, customerName, month, kind }: Bill) =>
  `${storeName ?? customerName} ${month} ${kindNames[kind]}`

/** The subscreens of a screen, except those of a single record, which need its id. */
function beneath({ path, needs, pages = [] }: ScreenRoute, user: Actor): [path: string, title: string][] {
  return pages
    .filter((page) => !page.path.startsWith(':') && mayOpen(user, { needs: page.needs ?? needs }))
    .map((page) => [`${path}/${page.path}`, page.title])
}
