import type { AuditedKind, BulkKind } from '#access/kinds.ts'
import { bankReceiptsServer } from '#billing/bank-receipts/server.ts'
import { billStatementsServer, statementRulesServer } from '#billing/bill-statements/server.ts'
import { addAdjustment } from '#billing/customer-bills/adjust.ts'
import { billConsequencesServer } from '#billing/customer-bills/consequences.ts'
import { receivableForecastServer } from '#billing/customer-bills/forecast/server.ts'
import { customerBillLinesServer } from '#billing/customer-bills/lines.ts'
import { findUnproposed } from '#billing/customer-bills/monthDrafts.ts'
import { followTerms } from '#billing/customer-bills/propose.ts'
import { addReceipt } from '#billing/customer-bills/receipts.ts'
import { conflicts as billConflicts } from '#billing/customer-bills/rules.ts'
import {
  billTrialsServer,
  customerBillStepsServer,
  customerBillsServer,
  openingBalancesServer,
} from '#billing/customer-bills/server.ts'
import { storePrice } from '#billing/customer-bills/storePrice.ts'
import { billVouchersServer } from '#billing/customer-bills/vouchers.ts'
import { receivablesServer } from '#billing/receivables/server.ts'
import { receivableTiesServer } from '#billing/receivables/ties/server.ts'
import { reratesServer } from '#billing/rerates/server.ts'
import { settleClosedMonths } from '#billing/rerates/settleClosedMonths.ts'
import { customerNotesServer } from '#clients/customer-notes/server.ts'
import { customerTransfersServer } from '#clients/customer-transfers/server.ts'
import { createServedCustomer, removeCustomer } from '#clients/customers/edit.ts'
import { customerEditor } from '#clients/customers/editor.ts'
import { conflicts as customerConflicts } from '#clients/customers/rules.ts'
import { customersServer } from '#clients/customers/server.ts'
import { customerStepsServer } from '#clients/customers/steps.ts'
import { followUpsServer } from '#clients/follow-ups/server.ts'
import { churnOverviewServer, churnRecordsServer, customerChurnServer } from '#clients/retention/server.ts'
import { addAssignment } from '#clients/stores/assignments/edit.ts'
import { storeAssignmentsServer } from '#clients/stores/assignments/server.ts'
import { createStore, removeStore } from '#clients/stores/edit.ts'
import { storeEditor } from '#clients/stores/editor.ts'
import { agentAccountsServer, nickClaimsServer } from '#clients/stores/nicks/server.ts'
import { conflicts as storeConflicts } from '#clients/stores/rules.ts'
import { storesServer } from '#clients/stores/server.ts'
import { storeStepsServer } from '#clients/stores/steps/server.ts'
import { storeTermsServer } from '#clients/stores/terms/server.ts'
import { outsideBooksServer } from '#finance/books/server.ts'
import { expectedCosts } from '#finance/monthly-financials/expectedCosts.ts'
import { monthClosingServer, monthlyFinancialsServer } from '#finance/monthly-financials/server.ts'
import { correctAttendance, reverseAttendance } from '#finance/payroll/corrections.ts'
import { payOfMonth } from '#finance/payroll/queries.ts'
import { conflicts as payConflicts } from '#finance/payroll/rules.ts'
import { payrollServer } from '#finance/payroll/server.ts'
import {
  attachmentsServer,
  claimBatchesServer,
  claimRulesServer,
  claimsServer,
  standInsServer,
} from '#finance/reimbursement-bills/server.ts'
import { payoutVouchersServer } from '#finance/reimbursement-bills/vouchers.ts'
import { formatterLookup } from '#kit/cellFormatter.ts'
import { listLookup } from '#kit/listReading.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import type { Served } from '#kit/serve.ts'
import { holidaysServer, promotionPeriodsServer } from '#operations/calendar-days/server.ts'
import { clockRulesServer } from '#operations/clock-records/rule/server.ts'
import { clockServer } from '#operations/clock-records/server.ts'
import { dutyServer } from '#operations/duty/server.ts'
import { figureChecksServer } from '#operations/figure-checks/server.ts'
import { importAliasesServer } from '#operations/imports/aliases/server.ts'
import { figureFilesServer } from '#operations/imports/past/server.ts'
import { importsServer } from '#operations/imports/server.ts'
import { importSetupServer } from '#operations/imports/setup/server.ts'
import { leaveAttachmentsServer, leaveRulesServer } from '#operations/leaves/papers/server.ts'
import { leavesServer } from '#operations/leaves/server.ts'
import { rostersServer } from '#operations/rosters/server.ts'
import { worklogCalendarServer, worklogDaysServer, worklogsServer } from '#operations/worklogs/server.ts'
import { companyBooksServer } from '#people/books/server.ts'
import { companyProfileServer } from '#people/companies/profile/server.ts'
import { companiesServer } from '#people/companies/server.ts'
import { shiftsServer } from '#people/shifts/server.ts'
import { signInAddressesServer } from '#people/sign-in/addresses/server.ts'
import { signInRecordsServer } from '#people/sign-in/records/server.ts'
import { secondFactorServer } from '#people/sign-in/second-factor/server.ts'
import { devicesServer, sessionServer } from '#people/sign-in/server.ts'
import type { SignInServices } from '#people/sign-in/signInServices.ts'
import { staffEditor } from '#people/staff/editor.ts'
import { staffPayServer } from '#people/staff/pay/server.ts'
import { insertStaff } from '#people/staff/queries.ts'
import { retentionServer } from '#people/staff/retention.ts'
import { staffServer, viewingServer } from '#people/staff/server.ts'
import { staffStepsServer } from '#people/staff/steps.ts'
import { restoresServer } from '#platform/audit-logs/restore.ts'
import { auditLogsServer } from '#platform/audit-logs/server.ts'
import { bulkEditsServer } from '#platform/bulk-edits/server.ts'
import { exportFilesServer, exportLogServer } from '#platform/exports/server.ts'
import { noticesServer } from '#platform/notices/server.ts'
import { preferencesServer } from '#platform/preferences/server.ts'
import { recordImportsServer } from '#platform/record-imports/server.ts'
import { revealsServer } from '#platform/reveals/server.ts'
import { savedViewsServer } from '#platform/saved-views/server.ts'
import { subscriptionsServer } from '#platform/saved-views/subscriptions/server.ts'
import { systemStatusServer } from '#platform/system-status/server.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'
import { transportFor, type WebhookTransport } from '#platform/webhooks/post.ts'
import { DEFAULT_HOSTS } from '#platform/webhooks/rules.ts'
import { webhooksServer } from '#platform/webhooks/server.ts'
import { figuresServer } from '#reporting/figures/server.ts'
import { figureQuestionsServer } from '#reporting/figures/serverQuestions.ts'
import { customerReportsServer, customerVolumesServer } from '#reporting/reports/customers/server.ts'
import { reportsServer } from '#reporting/reports/server.ts'
import { workerReportsServer } from '#reporting/reports/workers/server.ts'
import { customerWeeksServer, warningsServer, warningThresholdsServer } from '#reporting/warnings/server.ts'
import { accessExplanationsServer } from '#workspace/access-explanations/server.ts'
import { customerMergesServer } from '#workspace/customer-merges/server.ts'
import { homeServer } from '#workspace/home/server.ts'
import { handoverServer } from '#workspace/offboarding/server.ts'
import { searchServer } from '#workspace/search/server.ts'
import { setupServer } from '#workspace/setup/server.ts'
import { cellFormatters } from './cellFormatters.ts'
import { kinds } from './kinds.ts'
import { lookups, sheets } from './sheets.ts'
import { startupServer } from './startup.ts'
import { subscribables } from './subscribables.ts'

/** A stand-in is an assignment, on the path of all assignments. */
const addStandIn: Parameters<typeof dutyServer>[0] = (context, input, leaveId) =>
  addAssignment(context, input, 'form', leaveId)

/** The editor of each kind of record, for bulk edits and restores. */
const editors: Record<BulkKind, RecordEditor> = {
  staff: staffEditor,
  customer: customerEditor,
  store: storeEditor,
}

/** The servers of each kind of record and of what belongs to it; a kind without an entry does not compile. */
const serversOfRecords: Record<AuditedKind, readonly Served[]> = {
  staff: [
    staffServer,
    staffStepsServer,
    staffPayServer(payOfMonth),
    retentionServer,
    handoverServer,
    accessExplanationsServer,
  ],
  customer: [
    customersServer,
    customerStepsServer,
    customerTransfersServer,
    customerMergesServer,
    customerVolumesServer,
  ],
  'customer-note': [customerNotesServer],
  'follow-up': [followUpsServer],
  store: [
    storesServer,
    storeStepsServer,
    storeTermsServer({
      priceOf: storePrice,
      settleClosed: (context, corrected) => settleClosedMonths(context, corrected, addAdjustment),
      follow: followTerms,
    }),
    storeAssignmentsServer,
  ],
  churn: [churnOverviewServer, churnRecordsServer, customerChurnServer],
  roster: [
    rostersServer,
    dutyServer(addStandIn),
    clockServer({ add: correctAttendance, reverse: reverseAttendance, conflicts: payConflicts }),
    clockRulesServer,
    shiftsServer,
    holidaysServer,
    promotionPeriodsServer,
  ],
  leave: [leavesServer(addStandIn), leaveAttachmentsServer, leaveRulesServer],
  worklog: [worklogsServer, worklogDaysServer, worklogCalendarServer],
  'customer-bill': [
    customerBillsServer,
    customerBillLinesServer,
    customerBillStepsServer,
    billConsequencesServer,
    billTrialsServer,
    billStatementsServer,
    statementRulesServer,
    openingBalancesServer,
    receivablesServer,
    receivableTiesServer,
    receivableForecastServer(expectedCosts),
    billVouchersServer,
    ...reratesServer({ add: addAdjustment }),
    bankReceiptsServer({ add: addReceipt, conflicts: billConflicts }),
  ],
  reimbursement: [
    claimsServer,
    claimBatchesServer,
    claimRulesServer,
    attachmentsServer,
    standInsServer,
    payoutVouchersServer,
  ],
  warning: [warningsServer, warningThresholdsServer, customerWeeksServer],
}

/** Monthly financials, closing of months, payroll. */
const month = [monthlyFinancialsServer, monthClosingServer({ findUnproposed }), payrollServer]

/** Figures: imports, reports, and checks of their correctness. */
const figures = [
  customerReportsServer,
  figureChecksServer,
  figureFilesServer,
  figureQuestionsServer,
  figuresServer,
  importAliasesServer,
  importSetupServer({
    customers: { create: createServedCustomer, remove: removeCustomer, conflicts: customerConflicts },
    stores: { create: createStore, remove: removeStore, conflicts: storeConflicts },
  }),
  importsServer,
  reportsServer,
  workerReportsServer,
]

/**
 * All features with endpoints. `signIn` and `webhookTransport` send sign-in codes and messages; `watch` watches the running
 * program.
 */
export function featuresWith(
  signIn: SignInServices,
  webhookTransport: WebhookTransport = transportFor(DEFAULT_HOSTS),
  watch: SystemWatch | null = null,
): Served[] {
  const features: Served[] = [
    ...Object.values(serversOfRecords).flat(),
    ...month,
    ...figures,
    agentAccountsServer,
    nickClaimsServer,
    auditLogsServer(kinds),
    bulkEditsServer(editors),
    restoresServer(Object.values(editors)),
    recordImportsServer(sheets, lookups),
    exportLogServer,
    exportFilesServer(
      listLookup(() => features),
      formatterLookup(cellFormatters),
    ),
    revealsServer,
    companiesServer({ insertStaff }),
    companyProfileServer,
    companyBooksServer,
    outsideBooksServer,
    sessionServer(signIn),
    startupServer,
    secondFactorServer(signIn),
    devicesServer,
    signInRecordsServer,
    signInAddressesServer(signIn),
    viewingServer,
    homeServer,
    setupServer,
    searchServer,
    noticesServer,
    preferencesServer,
    savedViewsServer,
    subscriptionsServer(subscribables),
    systemStatusServer(watch),
    webhooksServer(webhookTransport, signIn.title),
  ]
  return features
}
