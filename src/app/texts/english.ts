import { accessExplanations } from './en/access-explanations.ts'
import { agentAccounts } from './en/agent-accounts.ts'
import { app } from './en/app.ts'
import { auditLogs } from './en/audit-logs.ts'
import { bankReceipts } from './en/bank-receipts.ts'
import { billLines } from './en/bill-lines.ts'
import { billStatements } from './en/bill-statements.ts'
import { books } from './en/books.ts'
import { bulkEdits } from './en/bulk-edits.ts'
import { calendarDays } from './en/calendar-days.ts'
import { churnRecords } from './en/churn-records.ts'
import { claimPayouts } from './en/claim-payouts.ts'
import { closingMonths } from './en/closing-months.ts'
import { companies } from './en/companies.ts'
import { consequences } from './en/consequences.ts'
import { customerBills } from './en/customer-bills.ts'
import { customerContacts } from './en/customer-contacts.ts'
import { customerLife } from './en/customer-life.ts'
import { customers } from './en/customers.ts'
import { dailyReports } from './en/daily-reports.ts'
import { exportTexts } from './en/exports.ts'
import { figureChecks } from './en/figure-checks.ts'
import { figures } from './en/figures.ts'
import { forms } from './en/forms.ts'
import { grid } from './en/grid.ts'
import { home } from './en/home.ts'
import { importAliases } from './en/import-aliases.ts'
import { importFiles } from './en/import-files.ts'
import { importing } from './en/importing.ts'
import { imports } from './en/imports.ts'
import { kit } from './en/kit.ts'
import { kitUi } from './en/kit-ui.ts'
import { monthResults } from './en/month-results.ts'
import { monthScreen } from './en/month-screen.ts'
import { nickClaims } from './en/nick-claims.ts'
import { notices } from './en/notices.ts'
import { pastFigures } from './en/past-figures.ts'
import { payroll } from './en/payroll.ts'
import { preferences } from './en/preferences.ts'
import { priceTrials } from './en/price-trials.ts'
import { receivables } from './en/receivables.ts'
import { recordImports } from './en/record-imports.ts'
import { reimbursementBills } from './en/reimbursement-bills.ts'
import { reports } from './en/reports.ts'
import { rerates } from './en/rerates.ts'
import { rosters } from './en/rosters.ts'
import { savedViews } from './en/saved-views.ts'
import { search } from './en/search.ts'
import { secondFactor } from './en/second-factor.ts'
import { session } from './en/session.ts'
import { shared } from './en/shared.ts'
import { signingIn } from './en/signing-in.ts'
import { staff } from './en/staff.ts'
import { staffPay } from './en/staff-pay.ts'
import { storeAssignments } from './en/store-assignments.ts'
import { storeBoard } from './en/store-board.ts'
import { storeLife } from './en/store-life.ts'
import { stores } from './en/stores.ts'
import { subscriptions } from './en/subscriptions.ts'
import { ties } from './en/ties.ts'
import { trust } from './en/trust.ts'
import { vouchers } from './en/vouchers.ts'
import { warnings } from './en/warnings.ts'
import { worklogEntry } from './en/worklog-entry.ts'
import { worklogs } from './en/worklogs.ts'

/** Every Chinese sentence of the program in English; a file a room. Texts of several rooms stand in `shared`. */
export const english: Record<string, string> = {
  ...accessExplanations,
  ...agentAccounts,
  ...app,
  ...auditLogs,
  ...calendarDays,
  ...churnRecords,
  ...closingMonths,
  ...claimPayouts,
  ...companies,
  ...consequences,
  ...bankReceipts,
  ...billLines,
  ...billStatements,
  ...books,
  ...bulkEdits,
  ...customerBills,
  ...customerContacts,
  ...customerLife,
  ...customers,
  ...dailyReports,
  ...exportTexts,
  ...figureChecks,
  ...forms,
  ...grid,
  ...figures,
  ...home,
  ...importAliases,
  ...importFiles,
  ...importing,
  ...imports,
  ...kit,
  ...kitUi,
  ...monthScreen,
  ...monthResults,
  ...nickClaims,
  ...notices,
  ...pastFigures,
  ...payroll,
  ...priceTrials,
  ...preferences,
  ...receivables,
  ...recordImports,
  ...reimbursementBills,
  ...rerates,
  ...reports,
  ...rosters,
  ...savedViews,
  ...search,
  ...secondFactor,
  ...session,
  ...shared,
  ...signingIn,
  ...staff,
  ...staffPay,
  ...storeAssignments,
  ...storeBoard,
  ...storeLife,
  ...stores,
  ...subscriptions,
  ...ties,
  ...trust,
  ...worklogEntry,
  ...worklogs,
  ...vouchers,
  ...warnings,
}
