import { forecastTotals } from '#billing/customer-bills/forecast/totals.ts'
import { bridgeTotals, depositTotals, rollTotals } from '#billing/receivables/ties/totals.ts'
import { agesOfAll, billsOfAll } from '#billing/receivables/totals.ts'
import { payTotals } from '#finance/payroll/totals.ts'
import type { ListTotals } from '#kit/listTotals.ts'
import * as customers from '#reporting/reports/customers/totals.ts'
import { rateDaysOfAll, rateStoresOfAll } from '#reporting/reports/replyRateTotals.ts'
import { daysOfAll, storesOfAll } from '#reporting/reports/volumeTotals.ts'
import * as workers from '#reporting/reports/workers/totals.ts'

/** The totals of all features' lists, for files that the server writes. */
export const listTotals: readonly ListTotals<never>[] = [
  agesOfAll,
  billsOfAll,
  bridgeTotals,
  customers.customersOfAll,
  customers.daysOfAll,
  daysOfAll,
  depositTotals,
  forecastTotals,
  payTotals,
  rateDaysOfAll,
  rateStoresOfAll,
  rollTotals,
  storesOfAll,
  workers.agentsOfAll,
  workers.daysOfAll,
]
