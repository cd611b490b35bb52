import type * as z from 'zod'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
import { changeBp, sumOf } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { cellsOf, coverageOf, periodCellsOf, periodOfRows } from '#reporting/reports/volumeTotals.ts'
import { type CustomerFigures, type CustomerPeriod, customerReports } from './contract.ts'

type CustomersAnswer = z.output<typeof customerReports.dailyCustomerCustomers.output>
type DaysAnswer = z.output<typeof customerReports.dailyCustomer.output>

/** Totals of a page's rows. Each row contains both sides of its comparisons. */
function ofPage(items: readonly CustomerFigures[]) {
  const changed = (side: 'prevDay' | 'weekAgo' | 'monthAgo') => ({
    changeBp: changeBp(sumOf(items.map((row) => row[side].now)), sumOf(items.map((row) => row[side].before))),
  })
  return {
    volume: sumOf(items.map(({ volume }) => volume)),
    vsPrevDay: changed('prevDay'),
    vsWeekAgo: changed('weekAgo'),
    vsMonthAgo: changed('monthAgo'),
  }
}

const storesOf = (items: readonly CustomerFigures[]) => ({
  n: sumOf(items.map(({ reported }) => reported)) ?? 0,
  all: sumOf(items.map(({ expected }) => expected)) ?? 0,
})

/** 本页合计 over the customers of a page. */
export function customersOfPage(items: readonly CustomerPeriod[]): Totals {
  const cells = periodCellsOf({ ...ofPage(items), ...periodOfRows(items) })
  return { note: t('{n}/{all} 店', storesOf(items)), cells }
}

/** 全部合计 over all customers that match the filters. */
export const customersOfAll: ListTotals<CustomersAnswer> = {
  path: customerReports.dailyCustomerCustomers.path,
  of: ({ totals }, say) => ({
    note: say('{n}/{all} 店', coverageOf(totals)),
    cells: periodCellsOf(totals),
  }),
}

/** 本页合计 over the customers' days of a page. */
export function daysOfPage(items: readonly CustomerFigures[]): Totals {
  return { note: t('{n}/{all} 店日', storesOf(items)), cells: cellsOf(ofPage(items)) }
}

/** 全部合计 over all days that match the filters. */
export const daysOfAll: ListTotals<DaysAnswer> = {
  path: customerReports.dailyCustomer.path,
  of: ({ totals }, say) => ({ note: say('{n}/{all} 店日', coverageOf(totals)), cells: cellsOf(totals) }),
}
