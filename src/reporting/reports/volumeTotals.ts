import type * as z from 'zod'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
import { compare, sumOf } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { reports } from './contract.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'

type Cells = Totals['cells']

interface ComparedVolume {
  volume: number | null
  prevDay: number | null
  weekAgo: number | null
  monthAgo: number | null
}

interface Changed {
  changeBp: number | null
}

interface Summed {
  volume: number | null
  vsPrevDay: Changed
  vsWeekAgo: Changed
  vsMonthAgo: Changed
}

/** Cells of the server's totals of single days. */
export function cellsOf({ volume, vsPrevDay, vsWeekAgo, vsMonthAgo }: Summed): Cells {
  return {
    volume,
    vsPrevDayBp: vsPrevDay.changeBp,
    vsWeekAgoBp: vsWeekAgo.changeBp,
    vsMonthAgoBp: vsMonthAgo.changeBp,
  }
}

/** The same, with the period's totals. */
export function periodCellsOf(totals: Summed & { mean7: number | null; sum: number | null }): Cells {
  const { mean7, sum } = totals
  return { ...cellsOf(totals), mean7, sum }
}

/** Totals of a page's rows. Comparisons include only rows with figures on both days. */
export function sumOfRows(items: readonly ComparedVolume[]): Summed {
  return {
    volume: sumOf(items.map(({ volume }) => volume)),
    vsPrevDay: compare(items.map(({ volume, prevDay }) => ({ now: volume, before: prevDay }))),
    vsWeekAgo: compare(items.map(({ volume, weekAgo }) => ({ now: volume, before: weekAgo }))),
    vsMonthAgo: compare(items.map(({ volume, monthAgo }) => ({ now: volume, before: monthAgo }))),
  }
}

/** The period's totals of a page's rows. */
export function periodOfRows(items: readonly { mean7: number | null; sum: number | null }[]) {
  return { mean7: sumOf(items.map(({ mean7 }) => mean7)), sum: sumOf(items.map(({ sum }) => sum)) }
}

/** Rows with figures, out of those with expected or existing figures. */
export function countsOf(items: readonly { missing: boolean; volume: number | null }[]) {
  const n = items.filter(({ volume }) => volume !== null).length
  return { n, all: n + items.filter(({ missing, volume }) => missing && volume === null).length }
}

/** The same from the server's totals. */
export const coverageOf = ({ reported, expected }: { reported: number; expected: number }) => ({
  n: reported,
  all: expected,
})

type StoresAnswer = z.output<typeof reports.dailyStoreStores.output>
type DaysAnswer = z.output<typeof reports.dailyStore.output>

/** 本页合计 over the stores of a page. */
export function storesOfPage(items: readonly VolumeStore[]): Totals {
  const cells = periodCellsOf({ ...sumOfRows(items), ...periodOfRows(items) })
  return { note: t('{n}/{all} 店', countsOf(items)), cells }
}

/** 全部合计 over all stores that match the filters. */
export const storesOfAll: ListTotals<StoresAnswer> = {
  path: reports.dailyStoreStores.path,
  of: ({ totals }, say) => ({
    note: say('{n}/{all} 店', coverageOf(totals)),
    cells: periodCellsOf(totals),
  }),
}

/** 本页合计 over store-days. */
export function daysOfPage(items: readonly VolumeDay[]): Totals {
  return { note: t('{n}/{all} 店日', countsOf(items)), cells: cellsOf(sumOfRows(items)) }
}

/** 全部合计 over all store-days that match the filters. */
export const daysOfAll: ListTotals<DaysAnswer> = {
  path: reports.dailyStore.path,
  of: ({ totals }, say) => ({ note: say('{n}/{all} 店日', coverageOf(totals)), cells: cellsOf(totals) }),
}
