import type { Actor } from '#access/can.ts'
import { settingsOf } from '#app/browser/settingsTabs.ts'
import { HOME, mayOpen, menu, type ScreenRoute, screensOf } from '#app/routes.ts'
import type { ScreenPath } from '#app/screenPaths.ts'
import { type ManualKey, screenPages, settingsPages } from './keys.ts'
import { isShown, type Needs } from './page.ts'

/** A chapter of the manual. */
export interface Chapter {
  readonly title: string
  readonly keys: readonly ManualKey[]
}

/** The table of contents; a test checks that it lists every page once. */
export const chapters: readonly Chapter[] = [
  { title: '上手', keys: ['start', 'roles', 'lists', 'home'] },
  { title: '人员', keys: ['staff', 'person', 'leaving'] },
  {
    title: '客户与店铺',
    keys: [
      'customers',
      'customer',
      'follow-ups',
      'stores',
      'store',
      'customer-churn',
      'store-churn',
      'churn-record',
    ],
  },
  {
    title: '每天的工作',
    keys: [
      'worklog-entry',
      'worklogs',
      'worklog-calendar',
      'roster',
      'leaves',
      'clock',
      'imports',
      'figures',
    ],
  },
  {
    title: '账单与收款',
    keys: [
      'bills',
      'bill',
      'merchant',
      'rerates',
      'bank',
      'ageing',
      'aged-bills',
      'ties',
      'openings',
      'claims',
      'claim-edit',
      'claim',
    ],
  },
  {
    title: '报表',
    keys: [
      'daily-store',
      'daily-store-reply',
      'daily-customer',
      'daily-worker',
      'warnings',
      'customer-weeks',
      'months',
      'payroll',
    ],
  },
  {
    title: '设置',
    keys: [
      'settings-account',
      'settings-company',
      'settings-notices',
      'settings-data',
      'settings-figures',
      'settings-rules',
      'settings-money',
      'settings-security',
      'settings-system',
    ],
  },
]

/** Titles of the pages that do not have the title of one screen. */
const TITLES: Partial<Record<ManualKey, string>> = {
  start: '开通一家公司',
  roles: '角色与可见范围',
  lists: '列表的通用操作',
  merchant: '商家看到的对账页',
  'settings-account': '个人设置',
  'settings-company': '公司资料和公司名单',
  'settings-notices': '通知、订阅和群机器人',
  'settings-data': '下载、资料导入和批量修改',
  'settings-figures': '表头别名和数据核对',
  'settings-rules': '预警阈值、班次、出勤、节假日和促销周',
  'settings-money': '账务、报销审批和商家对账',
  'settings-security': '登录安全和操作日志',
}

/**
 * What a reader needs in addition to a screen that the page describes, or instead of one if it describes none. Members
 * write their log at the path of 审核.
 */
const NEEDS: Partial<Record<ManualKey, Needs>> = {
  start: 'canAdmin',
  merchant: 'canChargeCustomer',
  worklogs: 'canReviewWorklog',
}

interface Place {
  readonly path: ScreenPath
  readonly title: string
  readonly needs: ScreenRoute['needs']
  /** The address that opens the screen without a record: its own, or that of its list. */
  readonly to: string
}

function placesOf(route: ScreenRoute): Place[] {
  const { path, title, needs, detail, pages = [] } = route
  const below = [...(detail ? [{ path: ':id', ...detail }] : []), ...pages]
  const pagePlaces = below.map((page) => ({
    path: `${path}/${page.path}` as ScreenPath,
    title: page.title,
    needs: ('needs' in page && page.needs) || needs,
    to: page.path.startsWith(':id') ? path : `${path}/${page.path}`,
  }))
  return [{ path: path as ScreenPath, title, needs, to: path }, ...pagePlaces]
}

/** Every screen with a path of its own. */
export const places: readonly Place[] = screensOf(menu).flatMap(placesOf)

const placesByPage = Map.groupBy(places, ({ path }): ManualKey => screenPages[path])

/** The title of a page, in Chinese as every text of the program; it has a translation. */
export function titleOf(key: ManualKey): string {
  return TITLES[key] ?? placesByPage.get(key)?.[0]?.title ?? key
}

/** The address of the first tab of the settings that a page describes and the user may open. */
function settingsTabOf(actor: Actor, key: ManualKey): string | undefined {
  return settingsOf(actor).find((tab) => settingsPages[tab.key] === key)?.to
}

const settingsKeys = new Set<ManualKey>(Object.values(settingsPages))

/** Whether the user may open a screen that the page describes, and so may read the page. */
export function mayRead(actor: Actor, key: ManualKey): boolean {
  if (!isShown(actor, { needs: NEEDS[key] })) return false
  const described = placesByPage.get(key)
  if (described?.some((place) => mayOpen(actor, place)) || settingsTabOf(actor, key)) return true
  return !described && !settingsKeys.has(key)
}

/** The chapters with the pages that the user may read. */
export function chaptersFor(actor: Actor): Chapter[] {
  return chapters
    .map(({ title, keys }) => ({ title, keys: keys.filter((key) => mayRead(actor, key)) }))
    .filter(({ keys }) => keys.length > 0)
}

/**
 * The address of the screen that a page describes, if the user may open it without a record: not for the page of a
 * customer, and for no page about several screens.
 */
export function ownScreenOf(actor: Actor, key: ManualKey): string | undefined {
  const tab = settingsTabOf(actor, key)
  if (tab !== undefined) return tab
  return placesByPage.get(key)?.find((place) => place.path === place.to && mayOpen(actor, place))?.to
}

/** The address of the screen that a page describes; the home page if it describes none. */
export function screenOf(actor: Actor, key: ManualKey): string {
  const listed = placesByPage.get(key)?.find((place) => mayOpen(actor, place))
  return ownScreenOf(actor, key) ?? listed?.to ?? HOME
}
