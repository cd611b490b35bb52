const customerPage = '/customer-management/:customer'
const bills = '/customer-bill-management'

/**
 * The addresses of the lists and pages of each file that can be exported, with rows in the demo. `:customer` is the id
 * of a customer that has bills.
 */
export const EXPORT_PLACES: Record<string, string[]> = {
  'billing/bank-receipts/BankScreen.tsx': [`${bills}/bank`],
  'billing/customer-bills/BillsScreen.tsx': [bills],
  'billing/customer-bills/OpeningsScreen.tsx': [`${bills}/openings`],
  'billing/customer-bills/forecast/ui/ForecastList.tsx': [`${bills}/ageing/ties?view=forecast`],
  'billing/customer-bills/ui/CustomerBillsPanel.tsx': [`${customerPage}?tab=bills`],
  'billing/receivables/AgedBillsScreen.tsx': [`${bills}/ageing/bills`],
  'billing/receivables/AgeingScreen.tsx': [`${bills}/ageing`],
  'billing/receivables/ties/BridgeList.tsx': [`${bills}/ageing/ties?view=bridge`],
  'billing/receivables/ties/RollList.tsx': [`${bills}/ageing/ties`],
  'billing/receivables/ties/TiesScreen.tsx': [`${bills}/ageing/ties?view=deposits`],
  'billing/receivables/useStatementExport.tsx': [`${customerPage}?tab=statement`],
  'billing/rerates/ReratesScreen.tsx': [`${bills}/rerates`],
  'clients/customers/CustomersScreen.tsx': ['/customer-management'],
  'clients/follow-ups/FollowUpsScreen.tsx': ['/customer-management/follow-ups'],
  'clients/follow-ups/ui/FollowUpsPanel.tsx': [`${customerPage}?tab=contact`],
  'clients/retention/ChurnList.tsx': ['/customer-lost-record'],
  'clients/stores/StoresScreen.tsx': ['/store-management'],
  'finance/books/BooksTab.tsx': ['/account/settings?tab=books'],
  'finance/monthly-financials/MonthsScreen.tsx': ['/monthly-financial-history'],
  'finance/monthly-financials/PartsList.tsx': ['/monthly-financial-history'],
  'finance/payroll/PayrollScreen.tsx': ['/monthly-financial-history/payroll'],
  'finance/reimbursement-bills/ClaimsScreen.tsx': ['/reimbursement-bill-management'],
  'operations/calendar-days/HolidaysTab.tsx': ['/account/settings?tab=holidays'],
  'operations/calendar-days/PromotionsTab.tsx': ['/account/settings?tab=promotions'],
  'operations/clock-records/DaysView.tsx': ['/store-worklog/clock'],
  'operations/clock-records/FilesView.tsx': ['/store-worklog/clock?view=files'],
  'operations/imports/ImportsScreen.tsx': ['/store-worklog/imports'],
  'operations/imports/aliases/AliasesTab.tsx': ['/account/settings?tab=aliases'],
  'operations/imports/past/PastFilesTab.tsx': ['/store-worklog/imports?view=past'],
  'operations/leaves/LeavesScreen.tsx': ['/store-worklog/leaves?status='],
  'operations/rosters/RosterWeek.tsx': ['/store-worklog/roster?by=person&edit=1'],
  'operations/worklogs/CalendarScreen.tsx': ['/store-worklog/calendar'],
  'operations/worklogs/ReviewList.tsx': ['/store-worklog?status=approved'],
  'people/staff/StaffScreen.tsx': ['/user-management'],
  'reporting/figures/FiguresScreen.tsx': [
    '/store-worklog/figures',
    '/store-worklog/figures?view=differences',
    '/store-worklog/figures?view=pending',
    '/store-worklog/figures?view=corrections',
  ],
  'reporting/reports/DailyStoreReplyScreen.tsx': [
    '/daily-store-response-rate-report',
    '/daily-store-response-rate-report?view=days',
  ],
  'reporting/reports/DailyStoreScreen.tsx': ['/daily-store-report', '/daily-store-report?view=days'],
  'reporting/reports/customers/DailyCustomerScreen.tsx': [
    '/daily-customer-report',
    '/daily-customer-report?view=days',
  ],
  'reporting/reports/workers/DailyWorkerScreen.tsx': [
    '/daily-worker-report',
    '/daily-worker-report?view=days',
  ],
  'reporting/warnings/CustomerWeeksScreen.tsx': ['/weekly-warning-customer-report/customers'],
  'reporting/warnings/WarningsScreen.tsx': ['/weekly-warning-customer-report'],
  'workspace/customer-page/CustomerScreen.tsx': [`${customerPage}?tab=stores`],
}
