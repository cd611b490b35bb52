import type { ReactNode } from 'react'
import type * as z from 'zod'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import type { reports } from './contract.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'
import { compare, sumOf } from './rules.ts'
import { VolumeChange } from './VolumeChange.tsx'

type StoresAnswer = z.output<typeof reports.dailyStoreStores.output>
type DaysAnswer = z.output<typeof reports.dailyStore.output>

/** 本页合计 over the stores of a page. Changes compare only stores with figures on both days. */
export function storesOfPage(items: readonly VolumeStore[]): Totals {
  return {
    note: shops(items.filter(({ volume }) => volume !== null).length, expected(items)),
    cells: {
      ...changes(items),
      volume: sumOf(items.map(({ volume }) => volume)),
      mean7: sumOf(items.map(({ mean7 }) => mean7)),
      sum: sumOf(items.map(({ sum }) => sum)),
    },
  }
}

/** 全部合计 over all stores that the filters find. */
export function storesOfAll({ totals }: StoresAnswer): Totals {
  const { volume, mean7, sum } = totals
  return {
    note: shops(totals.reported, totals.expected),
    cells: { ...changesOf(totals), volume, mean7, sum },
  }
}

/** The same over store-days. */
export function daysOfPage(items: readonly VolumeDay[]): Totals {
  return {
    note: storeDays(items.filter(({ volume }) => volume !== null).length, expected(items)),
    cells: { ...changes(items), volume: sumOf(items.map(({ volume }) => volume)) },
  }
}

export function daysOfAll({ totals }: DaysAnswer): Totals {
  return {
    note: storeDays(totals.reported, totals.expected),
    cells: { ...changesOf(totals), volume: totals.volume },
  }
}

const shops = (n: number, all: number) => t('{n}/{all} 店', { n, all })
const storeDays = (n: number, all: number) => t('{n}/{all} 店日', { n, all })

/** How many rows owe figures, or gave them all the same. */
function expected(items: readonly { missing: boolean; volume: number | null }[]): number {
  return items.filter(({ missing, volume }) => missing || volume !== null).length
}

type Beside = Pick<VolumeDay, 'volume' | 'prevDay' | 'weekAgo' | 'monthAgo'>

/** The same of the rows of a page. */
export function changes(items: readonly Beside[]): Record<string, ReactNode> {
  return changesOf({
    vsPrevDay: compare(items.map(({ volume, prevDay }) => ({ now: volume, before: prevDay }))),
    vsWeekAgo: compare(items.map(({ volume, weekAgo }) => ({ now: volume, before: weekAgo }))),
    vsMonthAgo: compare(items.map(({ volume, monthAgo }) => ({ now: volume, before: monthAgo }))),
  })
}

interface Changed {
  changeBp: number | null
}

/** The cells of the three comparisons. */
export function changesOf(totals: {
  vsPrevDay: Changed
  vsWeekAgo: Changed
  vsMonthAgo: Changed
}): Record<string, ReactNode> {
  return {
    vsPrevDay: <VolumeChange bp={totals.vsPrevDay.changeBp} />,
    vsWeekAgo: <VolumeChange bp={totals.vsWeekAgo.changeBp} />,
    vsMonthAgo: <VolumeChange bp={totals.vsMonthAgo.changeBp} />,
  }
}
