import { type Actor, can } from '#access/can.ts'
import type { SettingsKey } from '#app/browser/settingsTabs.ts'
import { SETTINGS } from '#app/routes.ts'
import { type ScreenPath, screenKey } from '#app/screenPaths.ts'

/** The page of the manual for each screen; a screen without one does not compile. */
export const screenPages = {
  '/welcome': 'home',
  '/welcome/setup': 'start',
  '/user-management': 'staff',
  '/user-management/:id': 'person',
  '/user-management/:id/leave': 'leaving',
  '/customer-management': 'customers',
  '/customer-management/:id': 'customer',
  '/customer-management/follow-ups': 'follow-ups',
  '/store-management': 'stores',
  '/store-management/:id': 'store',
  '/customer-lost-record': 'customer-churn',
  '/customer-lost-record/:id': 'churn-record',
  '/store-lost-record': 'store-churn',
  '/store-lost-record/:id': 'churn-record',
  '/store-worklog': 'worklogs',
  '/store-worklog/mine': 'worklog-entry',
  '/store-worklog/calendar': 'worklog-calendar',
  '/store-worklog/roster': 'roster',
  '/store-worklog/leaves': 'leaves',
  '/store-worklog/clock': 'clock',
  '/store-worklog/imports': 'imports',
  '/store-worklog/figures': 'figures',
  '/customer-bill-management': 'bills',
  '/customer-bill-management/:id': 'bill',
  '/customer-bill-management/rerates': 'rerates',
  '/customer-bill-management/bank': 'bank',
  '/customer-bill-management/ageing': 'ageing',
  '/customer-bill-management/ageing/ties': 'ties',
  '/customer-bill-management/ageing/bills': 'aged-bills',
  '/customer-bill-management/openings': 'openings',
  '/reimbursement-bill-management': 'claims',
  '/reimbursement-bill-management/:id': 'claim',
  '/reimbursement-bill-management/:id/edit': 'claim-edit',
  '/weekly-warning-customer-report': 'warnings',
  '/weekly-warning-customer-report/customers': 'customer-weeks',
  '/daily-store-report': 'daily-store',
  '/daily-store-response-rate-report': 'daily-store-reply',
  '/daily-customer-report': 'daily-customer',
  '/daily-worker-report': 'daily-worker',
  '/monthly-financial-history': 'months',
  '/monthly-financial-history/payroll': 'payroll',
  '/account/settings': 'settings-account',
  '/account/settings/company': 'settings-company',
  '/account/settings/system': 'settings-system',
} as const satisfies Record<ScreenPath, string>

/** The page of the manual for each tab of the settings; a tab without one does not compile. */
export const settingsPages = {
  account: 'settings-account',
  'sign-ins': 'settings-account',
  language: 'settings-account',
  about: 'settings-account',
  notices: 'settings-notices',
  subscriptions: 'settings-notices',
  webhooks: 'settings-notices',
  downloads: 'settings-data',
  'record-imports': 'settings-data',
  'bulk-edits': 'settings-data',
  aliases: 'settings-figures',
  'figure-checks': 'settings-figures',
  thresholds: 'settings-rules',
  shifts: 'settings-rules',
  attendance: 'settings-rules',
  leaves: 'settings-rules',
  holidays: 'settings-rules',
  promotions: 'settings-rules',
  books: 'settings-money',
  reimbursement: 'settings-money',
  statements: 'settings-money',
  profile: 'settings-company',
  companies: 'settings-company',
  security: 'settings-security',
  'sign-in-log': 'settings-security',
  reveals: 'settings-security',
  leavers: 'settings-security',
  log: 'settings-security',
  system: 'settings-system',
} as const satisfies Record<SettingsKey, string>

/** The pages about what no screen or several screens have. */
export const generalPages = ['roles', 'lists', 'merchant'] as const

type ScreenManualKey = (typeof screenPages)[keyof typeof screenPages]
type SettingsManualKey = (typeof settingsPages)[keyof typeof settingsPages]
type GeneralKey = (typeof generalPages)[number]

/** A page of the manual. */
export type ManualKey = ScreenManualKey | SettingsManualKey | GeneralKey

/** All pages of the manual, in no particular order. */
export const manualKeys: readonly ManualKey[] = [
  ...new Set<ManualKey>([...generalPages, ...Object.values(screenPages), ...Object.values(settingsPages)]),
]

/**
 * The page about the screen at an address, for this user; undefined if there is no such screen. The settings have a page
 * per tab. Users who review no logs, and everyone at a day's address, see their own log at the path of 审核.
 */
export function manualKeyAt(actor: Actor, pathname: string, params: URLSearchParams): ManualKey | undefined {
  const screen = screenKey(pathname)
  if (!screen) return undefined
  const tab = params.get('tab') ?? ''
  if (screen.startsWith(SETTINGS) && Object.hasOwn(settingsPages, tab))
    return settingsPages[tab as SettingsKey]
  const key = screenPages[screen]
  const isOwnLog = key === 'worklogs' && (params.has('on') || !can(actor, 'canReviewWorklog'))
  return isOwnLog ? 'worklog-entry' : key
}
