import type { ComponentType } from 'react'
import { lazyScreen } from './lazyScreen.tsx'
import type { ScreenPath } from './routes.ts'
import { menu, validateScreens } from './routes.ts'
import { Settings } from './Settings.tsx'

validateScreens(menu)

const upcoming = lazyScreen(() => import('#features/upcoming/UpcomingScreen.tsx'), 'UpcomingScreen')

/** What each path of the table opens; a path without a screen does not compile. */
export const screens: Record<ScreenPath, ComponentType> = {
  '/welcome': lazyScreen(() => import('#features/home/HomeScreen.tsx'), 'HomeScreen'),
  '/user-management': lazyScreen(() => import('#features/staff/StaffScreen.tsx'), 'StaffScreen'),
  '/user-management/:id': lazyScreen(
    () => import('#features/staff/StaffDetailScreen.tsx'),
    'StaffDetailScreen',
  ),
  '/customer-management': lazyScreen(
    () => import('#features/customers/CustomersScreen.tsx'),
    'CustomersScreen',
  ),
  '/customer-management/:id': lazyScreen(
    () => import('#features/customers/CustomerScreen.tsx'),
    'CustomerScreen',
  ),
  '/store-management': lazyScreen(() => import('#features/stores/StoresScreen.tsx'), 'StoresScreen'),
  '/store-management/:id': lazyScreen(() => import('#features/stores/StoreScreen.tsx'), 'StoreScreen'),
  '/customer-lost-record': upcoming,
  '/store-lost-record': upcoming,
  '/store-worklog': lazyScreen(() => import('#features/imports/ImportsScreen.tsx'), 'ImportsScreen'),
  '/customer-bill-management': upcoming,
  '/reimbursement-bill-management': upcoming,
  '/weekly-warning-customer-report': upcoming,
  '/daily-store-report': lazyScreen(
    () => import('#features/reports/DailyStoreScreen.tsx'),
    'DailyStoreScreen',
  ),
  '/daily-store-response-rate-report': lazyScreen(
    () => import('#features/reports/DailyStoreReplyScreen.tsx'),
    'DailyStoreReplyScreen',
  ),
  '/daily-customer-report': upcoming,
  '/daily-worker-report': upcoming,
  '/monthly-financial-history': upcoming,
  '/account/settings': Settings,
}
