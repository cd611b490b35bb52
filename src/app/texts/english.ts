import { app } from './en/app.ts'
import { bankReceipts } from './en/billing/bank-receipts.ts'
import { billPage } from './en/billing/bill-page.ts'
import { billStatements } from './en/billing/bill-statements.ts'
import { customerBills } from './en/billing/customer-bills.ts'
import { receivables } from './en/billing/receivables.ts'
import { rerates } from './en/billing/rerates.ts'
import { vouchers } from './en/billing/vouchers.ts'
import { churnRecords } from './en/clients/churn-records.ts'
import { customerNotes } from './en/clients/customer-notes.ts'
import { customers } from './en/clients/customers.ts'
import { followUps } from './en/clients/follow-ups.ts'
import { pricing } from './en/clients/pricing.ts'
import { retention } from './en/clients/retention.ts'
import { stores } from './en/clients/stores.ts'
import { books } from './en/finance/books.ts'
import { monthlyFinancials } from './en/finance/monthly-financials.ts'
import { payroll } from './en/finance/payroll.ts'
import { reimbursementBills } from './en/finance/reimbursement-bills.ts'
import { kit } from './en/kit.ts'
import { calendarDays } from './en/operations/calendar-days.ts'
import { clockRecords } from './en/operations/clock-records.ts'
import { duty } from './en/operations/duty.ts'
import { figureChecks } from './en/operations/figure-checks.ts'
import { imports } from './en/operations/imports.ts'
import { leaves } from './en/operations/leaves.ts'
import { rosters } from './en/operations/rosters.ts'
import { storeDays } from './en/operations/store-days.ts'
import { worklogs } from './en/operations/worklogs.ts'
import { peopleBooks } from './en/people/books.ts'
import { companies } from './en/people/companies.ts'
import { sessions } from './en/people/sessions.ts'
import { shifts } from './en/people/shifts.ts'
import { signIn } from './en/people/sign-in.ts'
import { staff } from './en/people/staff.ts'
import { auditLogs } from './en/platform/audit-logs.ts'
import { bulkEdits } from './en/platform/bulk-edits.ts'
import { exports } from './en/platform/exports.ts'
import { notices } from './en/platform/notices.ts'
import { preferences } from './en/platform/preferences.ts'
import { recordImports } from './en/platform/record-imports.ts'
import { reveals } from './en/platform/reveals.ts'
import { savedViews } from './en/platform/saved-views.ts'
import { systemStatus } from './en/platform/system-status.ts'
import { webhooks } from './en/platform/webhooks.ts'
import { figures } from './en/reporting/figures.ts'
import { reports } from './en/reporting/reports.ts'
import { warnings } from './en/reporting/warnings.ts'
import { shared } from './en/shared.ts'
import { accessExplanations } from './en/workspace/access-explanations.ts'
import { customerMerges } from './en/workspace/customer-merges.ts'
import { customerPage } from './en/workspace/customer-page.ts'
import { home } from './en/workspace/home.ts'
import { offboarding } from './en/workspace/offboarding.ts'
import { search } from './en/workspace/search.ts'
import { setup } from './en/workspace/setup.ts'
import { staffPage } from './en/workspace/staff-page.ts'
import { storePage } from './en/workspace/store-page.ts'

/** The English of every Chinese text that can reach a person, one table per feature. */
export const english: Record<string, string> = {
  ...app,
  ...bankReceipts,
  ...billPage,
  ...billStatements,
  ...customerBills,
  ...receivables,
  ...rerates,
  ...vouchers,
  ...churnRecords,
  ...customerNotes,
  ...customers,
  ...followUps,
  ...pricing,
  ...retention,
  ...stores,
  ...books,
  ...monthlyFinancials,
  ...payroll,
  ...reimbursementBills,
  ...kit,
  ...calendarDays,
  ...clockRecords,
  ...duty,
  ...figureChecks,
  ...imports,
  ...leaves,
  ...rosters,
  ...storeDays,
  ...worklogs,
  ...peopleBooks,
  ...companies,
  ...sessions,
  ...shifts,
  ...signIn,
  ...staff,
  ...auditLogs,
  ...bulkEdits,
  ...exports,
  ...notices,
  ...preferences,
  ...recordImports,
  ...reveals,
  ...savedViews,
  ...systemStatus,
  ...webhooks,
  ...figures,
  ...reports,
  ...warnings,
  ...shared,
  ...accessExplanations,
  ...customerMerges,
  ...customerPage,
  ...home,
  ...offboarding,
  ...search,
  ...setup,
  ...staffPage,
  ...storePage,
}
