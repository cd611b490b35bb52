/** Dates of writes that assign nothing to a month of the books, by reason. */
export const COUNTS_NOWHERE: Record<string, readonly string[]> = {
  'who somebody is and since when: nothing is booked by it': [
    ...['POST /api/staff hiredOn', 'PATCH /api/staff/:id hiredOn', 'POST /api/staff/:id/leave leftOn'],
    ...['POST /api/customers contractStartOn', 'POST /api/customers contractEndOn'],
    ...['PATCH /api/customers/:id contractStartOn', 'PATCH /api/customers/:id contractEndOn'],
    ...['POST /api/customers/:id/sign contractStartOn', 'POST /api/customers/:id/sign contractEndOn'],
    ...['POST /api/follow-ups dueOn', 'PATCH /api/follow-ups/:id dueOn'],
    ...['POST /api/stores contractEndOn', 'PATCH /api/stores/:id contractEndOn'],
    ...['POST /api/churn-records detectedOn', 'POST /api/churn-records stopOn'],
    ...['PATCH /api/churn-records/:id detectedOn', 'PATCH /api/churn-records/:id stopOn'],
    ...['POST /api/churn-records/:id/measures onDay', 'POST /api/churn-records/:id/confirm stopOn'],
    ...[
      'POST /api/churn-records/:id/win-back wonBackOn',
      'POST /api/churn-records/:id/win-back contractStartOn',
    ],
    'POST /api/churn-records/:id/win-back contractEndOn',
    ...['POST /api/customers/:id/churn detectedOn', 'POST /api/customers/:id/churn stopOn'],
    ...['POST /api/customers/:id/win-back wonBackOn', 'POST /api/customers/:id/win-back contractStartOn'],
    'POST /api/customers/:id/win-back contractEndOn',
  ],
  'the calendar, and who stands in for whom': [
    ...['POST /api/holidays fromOn', 'POST /api/holidays toOn'],
    ...['POST /api/promotion-periods fromOn', 'POST /api/promotion-periods toOn'],
    ...['PATCH /api/promotion-periods/:id fromOn', 'PATCH /api/promotion-periods/:id toOn'],
    ...['POST /api/reimbursement-stand-ins fromOn', 'POST /api/reimbursement-stand-ins toOn'],
  ],
  'a question, a trial, a check or a run that books nothing': [
    ...['POST /api/customer-bills/trial month', 'POST /api/customer-bills/rerate month'],
    'POST /api/warnings/run week',
    ...['POST /api/figure-questions from', 'POST /api/figure-questions to'],
    ...['POST /api/figures/differences/check on', 'POST /api/figure-corrections/consequences on'],
  ],
  'the month of the books itself, which closing.test.ts and books/server.test.ts try': [
    ...[
      'POST /api/monthly-financials/:month/close month',
      'POST /api/monthly-financials/:month/reopen month',
    ],
    'POST /api/monthly-financials/:month/confirm-reopen month',
    'POST /api/monthly-financials/:month/withdraw-reopen month',
    ...['DELETE /api/monthly-financials/:month/lines/:id month', 'POST /api/companies/:code/books month'],
    ...['POST /api/companies booksFrom', 'POST /api/monthly-financials/:month/lines/:id/stop month'],
  ],
  'a bank row of a closed month is booked on another day, which is that of a receipt': [
    'POST /api/bank-rows/:id/confirm onDay',
  ],
  'a day of service or its end: the locks of closed months guard it (closedMonth.test.ts), and bills are of months of the books':
    [
      ...['POST /api/stores trialOn', 'POST /api/stores onlineOn'],
      ...['PATCH /api/stores/:id trialOn', 'PATCH /api/stores/:id onlineOn'],
      ...['POST /api/stores/:id/trial trialOn', 'POST /api/stores/:id/go-live onlineOn'],
      ...['POST /api/stores/:id/pause on', 'POST /api/stores/:id/resume on'],
      ...['POST /api/stores/:id/stop stoppedOn', 'POST /api/stores/:id/restore on'],
      ...['POST /api/store-assignments toOn', 'POST /api/store-assignments/:id/end toOn'],
      'POST /api/agent-accounts/:id/unbind toOn',
    ],
  'only days around today: the last week of logs, two months back and 92 days ahead of the roster': [
    ...['POST /api/worklogs on', 'POST /api/rosters/plan cells.on'],
    ...['POST /api/rosters/copy from', 'POST /api/rosters/clear from'],
  ],
  'a claim of a nick counts for nothing until it is confirmed, which nicks/claims.test.ts tries': [
    'POST /api/agent-accounts/claims fromOn',
  ],
  'the same rule as a correction, which is tried': ['POST /api/figure-questions/:id/answer correction.on'],
}
