import { type LazyPart, lazyPart } from '#kit/ui/lazyPart.tsx'
import { menu, validateScreens } from './routes.ts'
import type { ScreenPath } from './screenPaths.ts'

validateScreens(menu)

/** The screen of each path; a path without one does not compile. `builtParts.ts` parses this file as text. */
export const screens: Record<ScreenPath, LazyPart<object>> = {
  '/welcome': lazyPart(() => import('#workspace/home/HomeScreen.tsx'), 'HomeScreen'),
  '/welcome/setup': lazyPart(() => import('#workspace/setup/SetupScreen.tsx'), 'SetupScreen'),
  '/user-management': lazyPart(() => import('#people/staff/StaffScreen.tsx'), 'StaffScreen'),
  '/user-management/:id': lazyPart(
    () => import('#workspace/staff-page/StaffDetailScreen.tsx'),
    'StaffDetailScreen',
  ),
  '/user-management/:id/leave': lazyPart(
    () => import('#workspace/offboarding/LeaveScreen.tsx'),
    'LeaveScreen',
  ),
  '/customer-management/follow-ups': lazyPart(
    () => import('#clients/follow-ups/FollowUpsScreen.tsx'),
    'FollowUpsScreen',
  ),
  '/customer-management': lazyPart(() => import('#clients/customers/CustomersScreen.tsx'), 'CustomersScreen'),
  '/customer-management/:id': lazyPart(
    () => import('#workspace/customer-page/CustomerScreen.tsx'),
    'CustomerScreen',
  ),
  '/store-management': lazyPart(() => import('#clients/stores/StoresScreen.tsx'), 'StoresScreen'),
  '/store-management/:id': lazyPart(() => import('#workspace/store-page/StoreScreen.tsx'), 'StoreScreen'),
  '/customer-lost-record': lazyPart(
    () => import('#clients/retention/CustomerChurnScreen.tsx'),
    'CustomerChurnScreen',
  ),
  '/customer-lost-record/:id': lazyPart(() => import('#clients/retention/ChurnScreen.tsx'), 'ChurnScreen'),
  '/store-lost-record': lazyPart(() => import('#clients/retention/StoreChurnScreen.tsx'), 'StoreChurnScreen'),
  '/store-lost-record/:id': lazyPart(() => import('#clients/retention/ChurnScreen.tsx'), 'ChurnScreen'),
  '/store-worklog': lazyPart(() => import('#operations/worklogs/WorklogsScreen.tsx'), 'WorklogsScreen'),
  '/store-worklog/mine': lazyPart(() => import('#operations/worklogs/EntryScreen.tsx'), 'EntryScreen'),
  '/store-worklog/calendar': lazyPart(
    () => import('#operations/worklogs/CalendarScreen.tsx'),
    'CalendarScreen',
  ),
  '/store-worklog/leaves': lazyPart(() => import('#operations/leaves/LeavesScreen.tsx'), 'LeavesScreen'),
  '/store-worklog/imports': lazyPart(() => import('#operations/imports/ImportsScreen.tsx'), 'ImportsScreen'),
  '/store-worklog/roster': lazyPart(() => import('#operations/rosters/RosterScreen.tsx'), 'RosterScreen'),
  '/store-worklog/clock': lazyPart(() => import('#operations/clock-records/ClockScreen.tsx'), 'ClockScreen'),
  '/store-worklog/figures': lazyPart(() => import('#reporting/figures/FiguresScreen.tsx'), 'FiguresScreen'),
  '/customer-bill-management': lazyPart(
    () => import('#billing/customer-bills/BillsScreen.tsx'),
    'BillsScreen',
  ),
  '/customer-bill-management/rerates': lazyPart(
    () => import('#billing/rerates/ReratesScreen.tsx'),
    'ReratesScreen',
  ),
  '/customer-bill-management/bank': lazyPart(
    () => import('#billing/bank-receipts/BankScreen.tsx'),
    'BankScreen',
  ),
  '/customer-bill-management/ageing': lazyPart(
    () => import('#billing/receivables/AgeingScreen.tsx'),
    'AgeingScreen',
  ),
  '/customer-bill-management/ageing/ties': lazyPart(
    () => import('#billing/receivables/ties/TiesScreen.tsx'),
    'TiesScreen',
  ),
  '/customer-bill-management/ageing/bills': lazyPart(
    () => import('#billing/receivables/AgedBillsScreen.tsx'),
    'AgedBillsScreen',
  ),
  '/customer-bill-management/openings': lazyPart(
    () => import('#billing/customer-bills/OpeningsScreen.tsx'),
    'OpeningsScreen',
  ),
  '/customer-bill-management/:id': lazyPart(() => import('#billing/bill-page/BillScreen.tsx'), 'BillScreen'),
  '/reimbursement-bill-management': lazyPart(
    () => import('#finance/reimbursement-bills/ClaimsScreen.tsx'),
    'ClaimsScreen',
  ),
  '/reimbursement-bill-management/:id': lazyPart(
    () => import('#finance/reimbursement-bills/ClaimScreen.tsx'),
    'ClaimScreen',
  ),
  '/reimbursement-bill-management/:id/edit': lazyPart(
    () => import('#finance/reimbursement-bills/EditScreen.tsx'),
    'EditScreen',
  ),
  '/weekly-warning-customer-report': lazyPart(
    () => import('#reporting/warnings/WarningsScreen.tsx'),
    'WarningsScreen',
  ),
  '/weekly-warning-customer-report/customers': lazyPart(
    () => import('#reporting/warnings/CustomerWeeksScreen.tsx'),
    'CustomerWeeksScreen',
  ),
  '/daily-store-report': lazyPart(
    () => import('#reporting/reports/DailyStoreScreen.tsx'),
    'DailyStoreScreen',
  ),
  '/daily-store-response-rate-report': lazyPart(
    () => import('#reporting/reports/DailyStoreReplyScreen.tsx'),
    'DailyStoreReplyScreen',
  ),
  '/daily-customer-report': lazyPart(
    () => import('#reporting/reports/customers/DailyCustomerScreen.tsx'),
    'DailyCustomerScreen',
  ),
  '/daily-worker-report': lazyPart(
    () => import('#reporting/reports/workers/DailyWorkerScreen.tsx'),
    'DailyWorkerScreen',
  ),
  '/monthly-financial-history': lazyPart(
    () => import('#finance/monthly-financials/MonthsScreen.tsx'),
    'MonthsScreen',
  ),
  '/monthly-financial-history/payroll': lazyPart(
    () => import('#finance/payroll/PayrollScreen.tsx'),
    'PayrollScreen',
  ),
  '/account/settings': lazyPart(() => import('./browser/PersonalSettings.tsx'), 'PersonalSettings'),
  '/account/settings/company': lazyPart(() => import('./browser/CompanySettings.tsx'), 'CompanySettings'),
  '/account/settings/system': lazyPart(() => import('./browser/SystemSettings.tsx'), 'SystemSettings'),
}
