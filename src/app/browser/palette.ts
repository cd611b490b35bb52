import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import type { ScreenRoute } from '#app/routes.ts'
import { mayOpen, menu, SETTINGS, screensOf, tabWord } from '#app/routes.ts'
import { nameKey } from '#kit/fields.ts'
import { settingsOf } from './settingsTabs.ts'

/** One thing that the command palette (Ctrl/⌘K) opens or does. */
export interface PaletteEntry {
  /** The same from visit to visit: what was used lately is kept under it. */
  readonly key: string
  /** In Chinese, as everywhere; a record's name (`isName`) is no text of ours and stays as it is. */
  readonly title: string
  readonly isName?: boolean
  /** What tells it from others of that name. */
  readonly note?: string
  /** Offered to whoever asks for it; not among what stands there before anything is typed. */
  readonly onlyAsked?: boolean
  /** Not kept among what was used lately. */
  readonly forgotten?: boolean
  readonly group: PaletteGroup
  /** Where it leads, or what it does. */
  readonly does: { readonly to: string } | 'sign-out'
}

export type PaletteGroup = '页面' | '操作' | '设置' | '店铺' | '客户' | '员工'

/** What a person may be offered. A feature that has more to offer adds a source to `sources`. */
export type PaletteSource = (actor: Actor) => PaletteEntry[]

function screens(actor: Actor): PaletteEntry[] {
  return screensOf(menu)
    .filter((screen) => mayOpen(actor, screen))
    .map(({ path, title }) => ({ key: path, title, group: '页面', does: { to: path } }))
}

/** The screens beneath a screen: those of its row of tabs, and those that need no record to be opened. */
function subPages(actor: Actor): PaletteEntry[] {
  const routes: ScreenRoute[] = screensOf(menu)
  return routes.flatMap((route) =>
    (route.pages ?? [])
      .filter(({ path }) => !path.includes(':'))
      .filter(({ needs = route.needs }) => mayOpen(actor, { needs }))
      .filter(({ tab }) => !tab || tabWord(actor, route, tab))
      .map(({ path, title }) => {
        const to = `${route.path}/${path}`
        return { key: to, title, group: '页面', does: { to }, onlyAsked: true }
      }),
  )
}

function settings(actor: Actor): PaletteEntry[] {
  return settingsOf(actor).map(({ key, title }) => {
    const to = `${SETTINGS}?tab=${key}`
    return { key: to, title, group: '设置', does: { to }, onlyAsked: true }
  })
}

const actions = [
  { key: 'new-store', title: '新建店铺', needs: 'canUpdateStore', does: { to: '/store-management?new=1' } },
  {
    key: 'new-customer',
    title: '新建客户',
    needs: 'canUpdateCustomer',
    does: { to: '/customer-management?new=1' },
  },
  { key: 'new-staff', title: '新建员工', needs: 'canManageUser', does: { to: '/user-management?new=1' } },
  { key: 'write-log', title: '写日志', needs: 'canReportWorklog', does: { to: '/store-worklog/mine' } },
  {
    key: 'new-claim',
    title: '新建报销单',
    needs: 'canReportReimbursementBill',
    does: { to: '/reimbursement-bill-management?new=1' },
  },
  {
    key: 'trial',
    title: '试算新价',
    needs: 'canChargeCustomer',
    does: { to: '/customer-bill-management?trial=1' },
  },
  {
    key: 'check-week',
    title: '重新检查',
    needs: 'canWarningCustomer',
    does: { to: '/weekly-warning-customer-report?run=1' },
  },
  {
    key: 'import',
    title: '导入平台数据',
    needs: 'canReportWorklog',
    does: { to: '/store-worklog/imports?import=1' },
  },
  { key: 'language', title: '切换语言', needs: 'signedIn', does: { to: `${SETTINGS}?tab=language` } },
  { key: 'sign-out', title: '退出登录', needs: 'signedIn', does: 'sign-out' },
] as const

function doings(actor: Actor): PaletteEntry[] {
  return actions
    .filter(({ needs }) => needs === 'signedIn' || can(actor, needs))
    .map(({ key, title, does }) => ({ key, title, group: '操作', does }))
}

const sources: readonly PaletteSource[] = [screens, subPages, doings, settings]

/** Everything that the person may open or do from the palette. */
export function entriesOf(actor: Actor): PaletteEntry[] {
  return sources.flatMap((source) => source(actor))
}

/** How an entry may be asked for: its name in the language that is spoken, its Chinese one, pinyin and initials. */
export interface Found {
  entry: PaletteEntry
  names: readonly string[]
}

/** The entries that a text finds, the better match first: a beginning before a middle, a name before pinyin. */
export function findEntries(all: readonly Found[], text: string): PaletteEntry[] {
  const asked = nameKey(text)
  if (asked === '') return all.map(({ entry }) => entry)
  const ranked = all
    .map(({ entry, names }) => ({ entry, rank: rankOf(names, asked) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
  // Each group under one heading; the group of the best match first.
  const groups = [...new Set(ranked.map(({ group }) => group))]
  return groups.flatMap((group) => ranked.filter((entry) => entry.group === group))
}

function rankOf(names: readonly string[], asked: string): number {
  const ranks = names.map((name, place) => {
    const at = nameKey(name).indexOf(asked)
    if (at < 0) return Number.POSITIVE_INFINITY
    return place + (at === 0 ? 0 : names.length)
  })
  return Math.min(...ranks)
}

const MOST_RECENT = 7

/** What was used lately, the latest first, with one more use. */
export function remember(recent: readonly string[], key: string): string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, MOST_RECENT)
}
