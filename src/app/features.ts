import { accessExplanationsServer } from '#features/access-explanations/server.ts'
import { nickEditor } from '#features/agent-accounts/editor.ts'
import { agentAccountsServer } from '#features/agent-accounts/server.ts'
import { nickClaimsServer } from '#features/agent-accounts/serverOfClaims.ts'
import { restoresServer } from '#features/audit-logs/restore.ts'
import { auditLogsServer } from '#features/audit-logs/server.ts'
import { bankReceiptsServer } from '#features/bank-receipts/server.ts'
import { billStatementsServer, statementRulesServer } from '#features/bill-statements/server.ts'
import { bulkEditsServer } from '#features/bulk-edits/server.ts'
import { holidaysServer, promotionPeriodsServer } from '#features/calendar-days/server.ts'
import { churnRecordsServer, customerChurnServer } from '#features/churn-records/server.ts'
import { churnOverviewServer } from '#features/churn-records/serverOfOverview.ts'
import { companiesServer } from '#features/companies/server.ts'
import { billConsequencesServer } from '#features/customer-bills/consequences.ts'
import { customerBillLinesServer } from '#features/customer-bills/lines.ts'
import { findUnproposed } from '#features/customer-bills/monthDrafts.ts'
import { openingEditor } from '#features/customer-bills/openingEditor.ts'
import { addReceipt } from '#features/customer-bills/receipts.ts'
import { conflicts as billConflicts } from '#features/customer-bills/rules.ts'
import {
  billTrialsServer,
  customerBillStepsServer,
  customerBillsServer,
  openingBalancesServer,
} from '#features/customer-bills/server.ts'
import { storePrice } from '#features/customer-bills/storePrice.ts'
import { customerMergesServer } from '#features/customer-merges/server.ts'
import { customerNotesServer } from '#features/customer-notes/server.ts'
import { customerEditor } from '#features/customers/editor.ts'
import { customersServer } from '#features/customers/server.ts'
import { customerStepsServer } from '#features/customers/steps.ts'
import { exportFilesServer, exportLogServer } from '#features/exports/server.ts'
import { figureChecksServer } from '#features/figure-checks/server.ts'
import { figuresServer } from '#features/figures/server.ts'
import { figureQuestionsServer } from '#features/figures/serverQuestions.ts'
import { followUpsServer } from '#features/follow-ups/server.ts'
import { homeServer } from '#features/home/server.ts'
import { importAliasesServer } from '#features/import-aliases/server.ts'
import { figureFilesServer } from '#features/imports/past/server.ts'
import { importsServer } from '#features/imports/server.ts'
import { monthlyFinancialsServer } from '#features/monthly-financials/server.ts'
import { monthClosingServer } from '#features/monthly-financials/serverOfClosing.ts'
import { noticesServer } from '#features/notices/server.ts'
import { payrollServer } from '#features/payroll/server.ts'
import { preferencesServer } from '#features/preferences/server.ts'
import { receivablesServer } from '#features/receivables/server.ts'
import { recordImportsServer } from '#features/record-imports/server.ts'
import { attachmentsServer, claimBatchesServer, claimsServer } from '#features/reimbursement-bills/server.ts'
import { claimRulesServer, standInsServer } from '#features/reimbursement-bills/serverSettings.ts'
import { customerReportsServer } from '#features/reports/customers/server.ts'
import { reportsServer } from '#features/reports/server.ts'
import { workerReportsServer } from '#features/reports/workers/server.ts'
import { revealsServer } from '#features/reveals/server.ts'
import { rostersServer } from '#features/rosters/server.ts'
import { savedViewsServer } from '#features/saved-views/server.ts'
import { searchServer } from '#features/search/server.ts'
import { secondFactorServer } from '#features/second-factor/server.ts'
import type { SignInMeans } from '#features/session/means.ts'
import { sessionServer } from '#features/session/server.ts'
import { devicesServer } from '#features/session/serverDevices.ts'
import { viewingServer } from '#features/session/serverViewing.ts'
import { staffEditor } from '#features/staff/editor.ts'
import { handoverServer } from '#features/staff/handover.ts'
import { retentionServer } from '#features/staff/retention.ts'
import { staffServer } from '#features/staff/server.ts'
import { staffStepsServer } from '#features/staff/steps.ts'
import { assignmentEditor } from '#features/store-assignments/editor.ts'
import { storeAssignmentsServer } from '#features/store-assignments/server.ts'
import { storeEditor } from '#features/stores/editor.ts'
import { storesServer } from '#features/stores/server.ts'
import { storeStepsServer } from '#features/stores/serverSteps.ts'
import { storeTermsServer } from '#features/stores/serverTerms.ts'
import { subscriptionsServer } from '#features/subscriptions/server.ts'
import { billVouchersServer, payoutVouchersServer } from '#features/vouchers/server.ts'
import { warningsServer } from '#features/warnings/server.ts'
import { warningThresholdsServer } from '#features/warnings/thresholdsServer.ts'
import { customerWeeksServer } from '#features/warnings/weeksServer.ts'
import type { PostMeans } from '#features/webhooks/post.ts'
import { meansFor } from '#features/webhooks/post.ts'
import { USUAL_HOSTS } from '#features/webhooks/rules.ts'
import { webhooksServer } from '#features/webhooks/server.ts'
import { worklogCalendarServer, worklogDaysServer, worklogsServer } from '#features/worklogs/server.ts'
import { wordsOf } from '#kit/cellWords.ts'
import { listsOf } from '#kit/listReading.ts'
import type { Served } from '#kit/serve.ts'
import { cellWords } from './cellWords.ts'

/** How each kind of record is written by the tools that write any kind. */
const editors = [staffEditor, customerEditor, storeEditor]

/** Staff, the steps of a person, and why somebody may. */
const people = [accessExplanationsServer, handoverServer, retentionServer, staffServer, staffStepsServer]

/** Customers, what is done and said about them, those that are lost, and what they are billed. */
const merchants = [
  ...[customersServer, customerStepsServer, customerMergesServer, customerNotesServer, followUpsServer],
  ...[churnOverviewServer, churnRecordsServer, customerChurnServer],
  ...[
    billConsequencesServer,
    billTrialsServer,
    customerBillsServer,
    customerBillLinesServer,
    customerBillStepsServer,
  ],
  ...[billStatementsServer, statementRulesServer],
  ...[openingBalancesServer, receivablesServer, billVouchersServer],
  bankReceiptsServer({ add: addReceipt, conflicts: billConflicts }),
]

/** Stores, their steps, terms and agents. */
const shops = [storesServer, storeStepsServer, storeTermsServer(storePrice), storeAssignmentsServer]

/** Weekly warnings, from which point they are raised, and every customer's week. */
const weekly = [customerWeeksServer, warningsServer, warningThresholdsServer]

/** What people laid out, who lets it pass, and the payout. */
const reimbursement = [
  ...[attachmentsServer, claimBatchesServer, claimRulesServer, claimsServer, standInsServer],
  payoutVouchersServer,
]

/** What is told by itself, and the views that are kept and come. */
const telling = [noticesServer, savedViewsServer, subscriptionsServer]

/** What a month came to. */
const money = [monthlyFinancialsServer, monthClosingServer({ findUnproposed })]

/** What the figures say, and that they are true. */
const reports = [customerReportsServer, figureChecksServer, reportsServer, workerReportsServer]

/** Which days are which, who works when, the agents’ logs, and what they are paid for it. */
const workLogs = [
  ...[holidaysServer, payrollServer, promotionPeriodsServer, rostersServer],
  ...[worklogCalendarServer, worklogDaysServer, worklogsServer],
]

/** Every feature that answers the API, given what sign-in needs from around it and how messages leave. */
export function featuresWith(signIn: SignInMeans, means: PostMeans = meansFor(USUAL_HOSTS)): Served[] {
  const features: Served[] = [
    agentAccountsServer,
    auditLogsServer,
    bulkEditsServer(editors),
    companiesServer,
    devicesServer,
    exportLogServer,
    exportFilesServer(
      listsOf(() => features),
      wordsOf(cellWords),
    ),
    figuresServer,
    figureFilesServer,
    figureQuestionsServer,
    homeServer,
    importAliasesServer,
    importsServer,
    ...money,
    nickClaimsServer,
    preferencesServer,
    recordImportsServer([...editors, assignmentEditor, nickEditor, openingEditor]),
    ...reimbursement,
    ...reports,
    restoresServer(editors),
    ...telling,
    searchServer,
    revealsServer,
    secondFactorServer(signIn),
    sessionServer(signIn),
    ...people,
    ...merchants,
    ...shops,
    viewingServer,
    ...weekly,
    ...workLogs,
    webhooksServer(means, signIn.title),
  ]
  return features
}
