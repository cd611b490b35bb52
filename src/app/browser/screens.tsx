import { menu, validateScreens } from '#app/routes.ts'
import type { ScreenPath } from '#app/screenPaths.ts'
import type { LazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'

validateScreens(menu)

const churnRecord = lazyPart(() => import('#features/churn-records/ChurnScreen.tsx'), 'ChurnScreen')

/** What each path of the table opens; a path without a screen does not compile. */
export const screens: Record<ScreenPath, LazyPart<object>> = {
  '/welcome': lazyPart(() => import('#features/home/HomeScreen.tsx'), 'HomeScreen'),
  '/user-management': lazyPart(() => import('#features/staff/StaffScreen.tsx'), 'StaffScreen'),
  '/user-management/:id': lazyPart(
    () => import('#features/staff/StaffDetailScreen.tsx'),
    'StaffDetailScreen',
  ),
  '/user-management/:id/leave': lazyPart(() => import('#features/staff/LeaveScreen.tsx'), 'LeaveScreen'),
  '/customer-management/follow-ups': lazyPart(
    () => import('#features/follow-ups/FollowUpsScreen.tsx'),
    'FollowUpsScreen',
  ),
  '/customer-management': lazyPart(
    () => import('#features/customers/CustomersScreen.tsx'),
    'CustomersScreen',
  ),
  '/customer-management/:id': lazyPart(
    () => import('#features/customers/CustomerScreen.tsx'),
    'CustomerScreen',
  ),
  '/store-management': lazyPart(() => import('#features/stores/StoresScreen.tsx'), 'StoresScreen'),
  '/store-management/:id': lazyPart(() => import('#features/stores/StoreScreen.tsx'), 'StoreScreen'),
  '/customer-lost-record': lazyPart(
    () => import('#features/churn-records/CustomerChurnScreen.tsx'),
    'CustomerChurnScreen',
  ),
  '/customer-lost-record/:id': churnRecord,
  '/store-lost-record': lazyPart(
    () => import('#features/churn-records/StoreChurnScreen.tsx'),
    'StoreChurnScreen',
  ),
  '/store-lost-record/:id': churnRecord,
  '/store-worklog': lazyPart(() => import('#features/worklogs/WorklogsScreen.tsx'), 'WorklogsScreen'),
  '/store-worklog/mine': lazyPart(() => import('#features/worklogs/EntryScreen.tsx'), 'EntryScreen'),
  '/store-worklog/calendar': lazyPart(
    () => import('#features/worklogs/CalendarScreen.tsx'),
    'CalendarScreen',
  ),
  '/store-worklog/imports': lazyPart(() => import('#features/imports/ImportsScreen.tsx'), 'ImportsScreen'),
  '/store-worklog/roster': lazyPart(() => import('#features/rosters/RosterScreen.tsx'), 'RosterScreen'),
  '/store-worklog/figures': lazyPart(() => import('#features/figures/FiguresScreen.tsx'), 'FiguresScreen'),
  '/customer-bill-management': lazyPart(
    () => import('#features/customer-bills/BillsScreen.tsx'),
    'BillsScreen',
  ),
  '/customer-bill-management/bank': lazyPart(
    () => import('#features/bank-receipts/BankScreen.tsx'),
    'BankScreen',
  ),
  '/customer-bill-management/ageing': lazyPart(
    () => import('#features/receivables/AgeingScreen.tsx'),
    'AgeingScreen',
  ),
  '/customer-bill-management/ageing/bills': lazyPart(
    () => import('#features/receivables/AgedBillsScreen.tsx'),
    'AgedBillsScreen',
  ),
  '/customer-bill-management/openings': lazyPart(
    () => import('#features/customer-bills/OpeningsScreen.tsx'),
    'OpeningsScreen',
  ),
  '/customer-bill-management/:id': lazyPart(
    () => import('#features/customer-bills/BillScreen.tsx'),
    'BillScreen',
  ),
  '/reimbursement-bill-management': lazyPart(
    () => import('#features/reimbursement-bills/ClaimsScreen.tsx'),
    'ClaimsScreen',
  ),
  '/reimbursement-bill-management/:id': lazyPart(
    () => import('#features/reimbursement-bills/ClaimScreen.tsx'),
    'ClaimScreen',
  ),
  '/reimbursement-bill-management/:id/edit': lazyPart(
    () => import('#features/reimbursement-bills/EditScreen.tsx'),
    'EditScreen',
  ),
  '/weekly-warning-customer-report': lazyPart(
    () => import('#features/warnings/WarningsScreen.tsx'),
    'WarningsScreen',
  ),
  '/weekly-warning-customer-report/customers': lazyPart(
    () => import('#features/warnings/CustomerWeeksScreen.tsx'),
    'CustomerWeeksScreen',
  ),
  '/daily-store-report': lazyPart(() => import('#features/reports/DailyStoreScreen.tsx'), 'DailyStoreScreen'),
  '/daily-store-response-rate-report': lazyPart(
    () => import('#features/reports/DailyStoreReplyScreen.tsx'),
    'DailyStoreReplyScreen',
  ),
  '/daily-customer-report': lazyPart(
    () => import('#features/reports/customers/DailyCustomerScreen.tsx'),
    'DailyCustomerScreen',
  ),
  '/daily-worker-report': lazyPart(
    () => import('#features/reports/workers/DailyWorkerScreen.tsx'),
    'DailyWorkerScreen',
  ),
  '/monthly-financial-history': lazyPart(
    () => import('#features/monthly-financials/MonthsScreen.tsx'),
    'MonthsScreen',
  ),
  '/monthly-financial-history/payroll': lazyPart(
    () => import('#features/payroll/PayrollScreen.tsx'),
    'PayrollScreen',
  ),
  '/account/settings': lazyPart(() => import('./Settings.tsx'), 'Settings'),
}
