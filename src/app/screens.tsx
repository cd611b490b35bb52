import type { ComponentType } from 'react'
import { lazyScreen } from './lazyScreen.tsx'
import type { ScreenPath } from './routes.ts'
import { menu, validateScreens } from './routes.ts'

validateScreens(menu)

const upcoming = lazyScreen(() => import('#features/upcoming/UpcomingScreen.tsx'), 'UpcomingScreen')

/** What each path of the table opens; a path without a screen does not compile. */
export const screens: Record<ScreenPath, ComponentType> = {
  '/welcome': upcoming,
  '/user-management': upcoming,
  '/user-management/:id': upcoming,
  '/customer-management': upcoming,
  '/customer-management/:id': upcoming,
  '/store-management': upcoming,
  '/store-management/:id': upcoming,
  '/customer-lost-record': upcoming,
  '/store-lost-record': upcoming,
  '/store-worklog': upcoming,
  '/customer-bill-management': upcoming,
  '/reimbursement-bill-management': upcoming,
  '/weekly-warning-customer-report': upcoming,
  '/daily-store-report': upcoming,
  '/daily-store-response-rate-report': upcoming,
  '/daily-customer-report': upcoming,
  '/daily-worker-report': upcoming,
  '/monthly-financial-history': upcoming,
  '/account/settings': lazyScreen(() => import('#features/session/SettingsScreen.tsx'), 'SettingsScreen'),
}
