import { type Actor, can } from '#access/can.ts'
import { CONTENTS } from '#app/manual/helpAddress.ts'
import { mayOpen, menu, type ScreenRoute, SETTINGS, screensOf, tabWord } from '#app/routes.ts'
import { nameKey } from '#kit/fields.ts'
import { settingsOf } from './settingsTabs.ts'

/** An entry of the command palette (Ctrl/⌘K): something to open or to run. */
export interface PaletteEntry {
  /** Stable across visits: recently used entries are stored by it. */
  readonly key: string
  /** In Chinese, like all texts in the code; a record's name (`isName`) is not translated. */
  readonly title: string
  readonly isName?: boolean
  /** Distinguishes entries with the same title. */
  readonly note?: string
  /** Found by searching only; not listed while the field is empty. */
  readonly searchOnly?: boolean
  /** Not stored among the recently used entries. */
  readonly notRemembered?: boolean
  readonly group: PaletteGroup
  /** The address that it opens, the place of the manual that it opens over the present screen, or what it runs. */
  readonly does: { readonly to: string } | { readonly help: string } | 'sign-out'
}

export type PaletteGroup = '页面' | '操作' | '设置' | '手册' | '店铺' | '客户' | '员工'

/** Returns the entries that a user may be offered. A feature with further entries adds a source to `sources`. */
export type PaletteSource = (actor: Actor) => PaletteEntry[]

function screenEntries(actor: Actor): PaletteEntry[] {
  return screensOf(menu)
    .filter((screen) => mayOpen(actor, screen))
    .map(({ path, title }) => ({ key: path, title, group: '页面', does: { to: path } }))
}

/** The screens below a screen: those in its row of tabs, and those that open without a record. */
function subPageEntries(actor: Actor): PaletteEntry[] {
  const routes: ScreenRoute[] = screensOf(menu)
  return routes.flatMap((route) =>
    (route.pages ?? [])
      .filter(({ path }) => !path.includes(':'))
      .filter(({ needs = route.needs }) => mayOpen(actor, { needs }))
      .filter(({ tab }) => !tab || tabWord(actor, route, tab))
      .map(({ path, title }) => {
        const to = `${route.path}/${path}`
        return { key: to, title, group: '页面', does: { to }, searchOnly: true }
      }),
  )
}

function settingEntries(actor: Actor): PaletteEntry[] {
  return settingsOf(actor).map(({ title, to }) => ({
    key: to,
    title,
    group: '设置',
    does: { to },
    searchOnly: true,
  }))
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
  { key: 'manual', title: '用户手册', needs: 'signedIn', does: { help: CONTENTS } },
  { key: 'sign-out', title: '退出登录', needs: 'signedIn', does: 'sign-out' },
] as const

function actionEntries(actor: Actor): PaletteEntry[] {
  return actions
    .filter(({ needs }) => needs === 'signedIn' || can(actor, needs))
    .map(({ key, title, does }) => ({ key, title, group: '操作', does }))
}

const sources: readonly PaletteSource[] = [screenEntries, subPageEntries, actionEntries, settingEntries]

/** All entries that the user may open or run. */
export function entriesOf(actor: Actor): PaletteEntry[] {
  return sources.flatMap((source) => source(actor))
}

/** An entry and its searchable names: the title in the current language, the Chinese title, pinyin and initials. */
export interface SearchableEntry {
  entry: PaletteEntry
  names: readonly string[]
}

/** The entries that match a text, best match first: a prefix before an inner match, then a name before pinyin. */
export function findEntries(all: readonly SearchableEntry[], text: string): PaletteEntry[] {
  const searchKey = nameKey(text)
  if (searchKey === '') return all.map(({ entry }) => entry)
  const ranked = all
    .map(({ entry, names }) => ({ entry, rank: rankOf(names, searchKey) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
  // One heading per group; the group of the best match comes first.
  const groups = [...new Set(ranked.map(({ group }) => group))]
  return groups.flatMap((group) => ranked.filter((entry) => entry.group === group))
}

function rankOf(names: readonly string[], searchKey: string): number {
  const ranks = names.map((name, place) => {
    const at = nameKey(name).indexOf(searchKey)
    if (at < 0) return Number.POSITIVE_INFINITY
    return place + (at === 0 ? 0 : names.length)
  })
  return Math.min(...ranks)
}

const MAX_RECENT = 7

/** Moves a key to the front of the recently used ones. */
export function remember(recent: readonly string[], key: string): string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, MAX_RECENT)
}
