/** Writes that other tests try on a closed month. */
export const TRIED_ELSEWHERE = [
  // closedMonthMoney.test.ts
  ...['POST /api/customer-bills', 'PATCH /api/customer-bills/:id', 'POST /api/customer-bills/:id/issue'],
  ...[
    'POST /api/customer-bills/issue',
    'POST /api/customer-bills/:id/void',
    'POST /api/customer-bills/propose',
  ],
  ...['POST /api/customer-bills/:id/receipts', 'POST /api/customer-bills/:id/receipts/:receiptId/reverse'],
  'POST /api/customer-bills/:id/writeoff',
  ...['POST /api/customer-bills/:id/refund', 'POST /api/customer-bills/:id/invoice'],
  ...['POST /api/reimbursement-bills', 'PATCH /api/reimbursement-bills/:id'],
  ...['POST /api/reimbursement-bills/:id/submit', 'POST /api/reimbursement-bills/:id/approve'],
  ...['POST /api/reimbursement-bills/:id/return', 'POST /api/reimbursement-bills/:id/pay'],
  // monthly-financials/closing.test.ts
  ...['POST /api/monthly-financials/:month/close', 'POST /api/monthly-financials/:month/reopen'],
  'POST /api/monthly-financials/:month/confirm-reopen',
  'POST /api/monthly-financials/:month/withdraw-reopen',
]

/** Writes that a closed month accepts, by reason. */
export const ACCEPTED_WRITES: Record<string, readonly string[]> = {
  'signing in, the own account and what the console remembers': [
    ...['POST /api/login/account', 'POST /api/login/captcha', 'POST /api/login/outLogin'],
    ...['POST /api/currentUser/password', 'POST /api/currentUser/second-factor/begin'],
    ...['POST /api/currentUser/second-factor/confirm', 'POST /api/currentUser/second-factor/disable'],
    ...['POST /api/currentUser/second-factor/recovery-codes', 'POST /api/currentUser/sessions/:id/revoke'],
    ...['POST /api/currentUser/sessions/revoke-others', 'POST /api/currentUser/stop-viewing'],
    ...['PATCH /api/sign-in-security', 'PATCH /api/reveal-limits/:role', 'POST /api/home/visit'],
    ...['PATCH /api/preferences/:key', 'DELETE /api/preferences/:key', 'POST /api/saved-views'],
    ...['PATCH /api/saved-views/:id', 'DELETE /api/saved-views/:id'],
    ...['POST /api/notices/:id/read', 'POST /api/notices/read-all', 'PATCH /api/notices/settings'],
    ...['POST /api/subscriptions', 'PATCH /api/subscriptions/:id', 'DELETE /api/subscriptions/:id'],
    ...[
      'POST /api/webhooks',
      'PATCH /api/webhooks/:id',
      'DELETE /api/webhooks/:id',
      'POST /api/webhooks/:id/test',
    ],
    ...['POST /api/exports', 'POST /api/exports/files', 'DELETE /api/exports/files/:id'],
    ...['POST /api/exports/files/:id/cancel', 'POST /api/exports/files/:id/download'],
  ],
  'people and companies: being disabled or back begins today': [
    ...['POST /api/staff/:id/disable', 'POST /api/staff/:id/enable'],
    ...['POST /api/staff/:id/return', 'POST /api/staff/:id/view'],
    ...['POST /api/staff/:id/reset-password', 'POST /api/staff/:id/reset-second-factor'],
    ...['POST /api/staff/:id/revoke-sessions', 'POST /api/staff/retention'],
    ...[
      'POST /api/staff/:id/reveal',
      'POST /api/customers/:id/reveal',
      'POST /api/reimbursement-bills/:id/reveal',
    ],
    ...['POST /api/companies', 'POST /api/companies/:code/disable', 'POST /api/companies/:code/enable'],
  ],
  'the first month of the books, and the end of a cost of every month: no line of a month changes': [
    ...['POST /api/companies/:code/books', 'POST /api/monthly-financials/:month/lines/:id/stop'],
  ],
  'a nick, an alias or a working day has no day in the month: the frozen payroll stands, the differences tell':
    [
      ...['POST /api/agent-accounts', 'POST /api/agent-accounts/:id/unbind'],
      ...['POST /api/agent-accounts/claims/:id/reject', 'POST /api/agent-accounts/claims/:id/withdraw'],
      ...['POST /api/import-aliases', 'DELETE /api/import-aliases/:id'],
      ...['POST /api/holidays', 'PATCH /api/holidays/:id', 'DELETE /api/holidays/:id'],
      ...[
        'POST /api/promotion-periods',
        'PATCH /api/promotion-periods/:id',
        'DELETE /api/promotion-periods/:id',
      ],
    ],
  'customers, talks and warnings: nothing of them is booked; a merge moves whose it is, not what': [
    ...['POST /api/customers', 'PATCH /api/customers/:id', 'POST /api/customers/similar'],
    ...['POST /api/customers/transfer', 'POST /api/customers/:id/sign', 'POST /api/customers/:id/pause'],
    ...[
      'POST /api/customers/:id/resume',
      'POST /api/customers/:id/merge',
      'POST /api/customer-merges/:id/undo',
    ],
    ...[
      'POST /api/customers/:id/notes',
      'PATCH /api/customer-notes/:id',
      'POST /api/customer-mentions/:id/read',
    ],
    ...['POST /api/follow-ups', 'PATCH /api/follow-ups/:id', 'POST /api/follow-ups/:id/done'],
    ...['POST /api/follow-ups/:id/reopen', 'POST /api/customers/:id/churn', 'POST /api/churn-records'],
    ...['PATCH /api/churn-records/:id', 'POST /api/churn-records/:id/cancel'],
    ...['POST /api/churn-records/:id/measures', 'PATCH /api/churn-records/:id/measures/:measureId'],
    ...['POST /api/warnings/:id/handle', 'POST /api/warnings/:id/ignore', 'POST /api/warnings/:id/resolve'],
    ...['POST /api/warnings/run', 'PATCH /api/warning-thresholds'],
    ...['PATCH /api/customers/:id/warning-thresholds', 'POST /api/customer-bills/trial'],
  ],
  'fields of a store without a day of service, that are tried by the bulk; a trial is not billed, terms to come are in no closed month':
    [
      ...[
        'PATCH /api/stores/:id',
        'POST /api/stores/:id/trial',
        'POST /api/stores/:id/terms/:termsId/withdraw',
      ],
      'POST /api/staff/:id/pay/:payId/withdraw',
    ],
  'a bulk edit or a sheet that is put in writing: nothing is written before it runs': [
    ...['POST /api/bulk-edits', 'POST /api/bulk-edits/:id/check', 'POST /api/record-imports'],
  ],
  'a preview, a question, a reminder, a check or its mending of sums from days: no day is written': [
    ...['POST /api/imports', 'POST /api/figure-files', 'POST /api/figure-questions'],
    'POST /api/figures/differences/check',
    ...['POST /api/figure-checks', 'POST /api/figure-checks/:id/mend'],
    ...['POST /api/worklogs/remind', 'POST /api/worklogs/:id/handover/read'],
  ],
  'papers, rules and ways of a claim that book nothing': [
    ...['POST /api/reimbursement-bills/:id/attachments', 'DELETE /api/attachments/:id'],
    ...['PATCH /api/reimbursement-rules', 'POST /api/reimbursement-stand-ins'],
    ...['DELETE /api/reimbursement-stand-ins/:id', 'POST /api/reimbursement-bills/:id/withdraw'],
    ...['POST /api/reimbursement-bills/:id/reject', 'POST /api/reimbursement-bills/bank-file'],
    'POST /api/reimbursement-payouts/:id/drop',
  ],
  'what was issued and what the facts say: derived, and settled in an open month (rerates/settling.test.ts)':
    [
      ...['POST /api/customer-bills/rerate', 'POST /api/customer-bills/rerates/adjust'],
      ...['POST /api/customer-bills/rerates/waive', 'PATCH /api/rerate-rules'],
      ...['POST /api/customer-bills/rerates/late', 'POST /api/customer-bills/rerates/late/drop'],
    ],
  'a bank row is not booked until it is confirmed': [
    ...['POST /api/bank-rows', 'POST /api/bank-rows/:id/unrelated', 'POST /api/bank-rows/:id/open'],
  ],
  'a statement shows a bill, and what the merchant says of it': [
    ...['PATCH /api/statement-rules', 'POST /api/customer-bills/:id/statement'],
    ...['POST /api/customer-bills/:id/statement/answers/:answerId/settle'],
    'POST /api/customer-bills/:id/statement/revoke',
  ],
}
