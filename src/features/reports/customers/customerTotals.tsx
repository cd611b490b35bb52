import type * as z from 'zod'
import { changeBp, sumOf } from '#features/reports/rules.ts'
import { changesOf } from '#features/reports/volumeTotals.tsx'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import type { CustomerDay, CustomerPeriod, customerReports } from './contract.ts'

type CustomersAnswer = z.output<typeof customerReports.dailyCustomerCustomers.output>
type DaysAnswer = z.output<typeof customerReports.dailyCustomer.output>

/** 本页合计 over the customers of a page. */
export function customersOfPage(items: readonly CustomerPeriod[]): Totals {
  const { note, cells } = ofPage(items)
  return {
    note: t('{n}/{all} 店', note),
    cells: {
      ...cells,
      mean7: sumOf(items.map(({ mean7 }) => mean7)),
      sum: sumOf(items.map(({ sum }) => sum)),
    },
  }
}

/** 全部合计 over all customers that the filters find. */
export function customersOfAll({ totals }: CustomersAnswer): Totals {
  const { volume, mean7, sum } = totals
  return {
    note: t('{n}/{all} 店', { n: totals.reported, all: totals.expected }),
    cells: { ...changesOf(totals), volume, mean7, sum },
  }
}

/** The same over the customers' days. */
export function daysOfPage(items: readonly CustomerDay[]): Totals {
  const { note, cells } = ofPage(items)
  return { note: t('{n}/{all} 店日', note), cells }
}

export function daysOfAll({ totals }: DaysAnswer): Totals {
  return {
    note: t('{n}/{all} 店日', { n: totals.reported, all: totals.expected }),
    cells: { ...changesOf(totals), volume: totals.volume },
  }
}

function ofPage(items: readonly CustomerDay[]) {
  const changed = (side: 'prevDay' | 'weekAgo' | 'monthAgo') => ({
    changeBp: changeBp(sumOf(items.map((row) => row[side].now)), sumOf(items.map((row) => row[side].before))),
  })
  return {
    note: {
      n: sumOf(items.map(({ reported }) => reported)) ?? 0,
      all: sumOf(items.map(({ expected }) => expected)) ?? 0,
    },
    cells: {
      ...changesOf({
        vsPrevDay: changed('prevDay'),
        vsWeekAgo: changed('weekAgo'),
        vsMonthAgo: changed('monthAgo'),
      }),
      volume: sumOf(items.map(({ volume }) => volume)),
    },
  }
}
