import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '#access/permissions.ts'
import {
  type Group,
  isGroup,
  type MenuEntry,
  mayOpen,
  menu,
  movedPaths,
  reachableScreens,
  screensOf,
  validateScreens,
} from './routes.ts'

const person = (role: number, parentId: number | null = null) => ({
  id: 9,
  role,
  parentId,
  companyCode: '001',
})
const admin = person(1)
const head = person(2)
const agent = person(2, 4)
const sales = person(3)
const finance = person(4)

/** The table of specification §2, without the sign-in page and the fallback, which need no user. */
const specified: Record<string, Permission | 'signedIn'> = {
  '/account/settings': 'signedIn',
  '/welcome': 'signedIn',
  '/user-management': 'canManageUser',
  '/customer-management': 'canReadCustomer',
  '/store-management': 'canReadStore',
  '/customer-lost-record': 'canReadCustomer',
  '/store-lost-record': 'canReadCustomer',
  '/store-worklog': 'canReportWorklog',
  '/customer-bill-management': 'canChargeCustomer',
  '/reimbursement-bill-management': 'canReportReimbursementBill',
  '/weekly-warning-customer-report': 'canWarningCustomer',
  '/daily-store-report': 'canReportWorklog',
  '/daily-store-response-rate-report': 'canReportWorklog',
  '/daily-customer-report': 'canReadCustomer',
  '/daily-worker-report': 'canReportWorklog',
  '/monthly-financial-history': 'canManageMonthlyFinancial',
}

const titles = (entries: readonly MenuEntry[]) => screensOf(entries).map((screen) => screen.title)
const groups = (entries: readonly MenuEntry[]) => entries.filter(isGroup).map((group) => group.title)

test('the screens and their permissions are those of the specification', () => {
  assert.deepEqual(Object.fromEntries(screensOf(menu).map(({ path, needs }) => [path, needs])), specified)
  assert.doesNotThrow(() => validateScreens(menu))
})

test('a screen whose rule is not a permission is invalid', () => {
  const wrong = { path: '/x', title: 'x', line: 'x', needs: 'canDoMagic' as Permission }
  assert.throws(() => validateScreens([wrong]), /canDoMagic/)
  const inGroup: Group = { title: 'g', icon: 'table', screens: [wrong] }
  assert.throws(() => validateScreens([inGroup]), /canDoMagic/)
  const unnamed = { path: '/x', title: 'x', line: 'x', needs: (() => true) as unknown as Permission }
  assert.throws(() => validateScreens([unnamed]), /is not a permission/)
})

test('two screens never share a path', () => {
  const screen = { path: '/x', title: 'x', line: 'x', needs: 'canAdmin' } as const
  assert.throws(() => validateScreens([screen, screen]), /two screens/)
})

test('the admin may open every screen', () => {
  assert.deepEqual(titles(reachableScreens(admin)), titles(menu))
})

test('an agent may open stores, the log, own claims and three reports', () => {
  assert.deepEqual(titles(reachableScreens(agent)), [
    '首页',
    '店铺管理',
    '客服工作日志',
    '报销单',
    '店铺日咨询量',
    '店铺日回复率',
    '客服日咨询量',
    '个人设置',
  ])
})

test('a heading without reachable screens is removed from the menu', () => {
  assert.deepEqual(groups(reachableScreens(admin)), ['流失记录', '账单管理', '报表'])
  assert.deepEqual(groups(reachableScreens(agent)), ['账单管理', '报表'])
})

test('a head, sales and finance may open the screens that the table allows', () => {
  assert.ok(titles(reachableScreens(head)).includes('员工管理'))
  assert.ok(!titles(reachableScreens(head)).includes('客户账单'))
  assert.ok(!titles(reachableScreens(sales)).includes('客服工作日志'))
  assert.ok(titles(reachableScreens(sales)).includes('客户日咨询量'))
  assert.ok(titles(reachableScreens(finance)).includes('客户账单'))
  assert.ok(!titles(reachableScreens(finance)).includes('历史月度财务报表'))
})

test('without a user no screen is reachable; with an unknown role only those that need no permission', () => {
  assert.deepEqual(reachableScreens(null), [])
  assert.deepEqual(titles(reachableScreens(person(9))), ['首页', '个人设置'])
  assert.equal(mayOpen(undefined, { needs: 'signedIn' }), false)
})

test('the path of the former 排班表 redirects to 排班 with its week, team and search', () => {
  const [board] = movedPaths.filter(({ path }) => path === '/store-management/board')
  assert.ok(board)
  const to = (search: string) => board.to(new URLSearchParams(search))
  assert.equal(to(''), '/store-worklog/roster?by=store')
  assert.equal(
    to('week=2026-05-18&by=agent&headId=4'),
    '/store-worklog/roster?week=2026-05-18&by=person&headId=4',
  )
  assert.equal(
    to('by=store&keyword=%E6%99%A8%E6%9B%A6'),
    '/store-worklog/roster?by=store&keyword=%E6%99%A8%E6%9B%A6',
  )
})
