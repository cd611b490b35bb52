import type * as z from 'zod'
import { changeBp, sumOf } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import { cellsOf, coverageOf, periodCellsOf, periodOfRows } from '#reporting/reports/volumeTotals.tsx'
import type { CustomerFigures, CustomerPeriod, customerReports } from './contract.ts'

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
export function customersOfAll({ totals }: CustomersAnswer): Totals {
  return { note: t('{n}/{all} 店', coverageOf(totals)), cells: periodCellsOf(totals) }
}

/** 本页合计 over the customers' days of a page. */
export function daysOfPage(items: readonly CustomerFigures[]): Totals {
  return { note: t('{n}/{all} 店日', storesOf(items)), cells: cellsOf(ofPage(items)) }
}

export function daysOfAll({ totals }: DaysAnswer): Totals {
  return { note: t('{n}/{all} 店日', coverageOf(totals)), cells: cellsOf(totals) }
}
