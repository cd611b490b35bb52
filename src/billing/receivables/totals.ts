import type * as z from 'zod'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
import { type AgedBill, type CustomerAges, receivables } from './contract.ts'

type Amount = Extract<keyof CustomerAges, `${string}Cents`>

const AMOUNTS: Record<Amount, true> = {
  owedCents: true,
  notDueCents: true,
  days30Cents: true,
  days60Cents: true,
  days90Cents: true,
  olderCents: true,
  overdueCents: true,
  creditCents: true,
  depositCents: true,
}

/** Totals of the given rows of 应收账龄. */
export function agesOfRows(rows: readonly Record<Amount, number>[]): Totals {
  const amounts = Object.keys(AMOUNTS) as Amount[]
  return {
    cells: Object.fromEntries(amounts.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])),
  }
}

/** 全部合计 over all customers that match the filters. */
export const agesOfAll: ListTotals<z.output<typeof receivables.list.output>> = {
  path: receivables.list.path,
  of: ({ sums, total }, say) => ({ ...agesOfRows([sums]), note: say('{n} 位客户', { n: total }) }),
}

/** 本页合计 of 未收账单. */
export function billsOfPage(rows: readonly AgedBill[]): Totals {
  return { cells: { owedCents: rows.reduce((sum, { owedCents }) => sum + owedCents, 0) } }
}

/** 全部合计 of 未收账单. */
export const billsOfAll: ListTotals<z.output<typeof receivables.bills.output>> = {
  path: receivables.bills.path,
  of: ({ owedCents, total }, say) => ({ note: say('{n} 张账单', { n: total }), cells: { owedCents } }),
}
