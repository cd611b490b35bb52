import type * as z from 'zod'
import type { ListTotals } from '#kit/listTotals.ts'
import type { Say } from '#kit/text.ts'
import { receivableTies } from './contract.ts'

interface Answer<S> {
  sums: S
  total: number
}

const of = <S extends Record<string, number>>({ sums, total }: Answer<S>, say: Say) => ({
  note: say('{n} 位客户', { n: total }),
  cells: sums,
})

/** 全部合计 of 应收滚动. */
export const rollTotals: ListTotals<z.output<typeof receivableTies.roll.output>> = {
  path: receivableTies.roll.path,
  of,
}

/** 全部合计 of 收入到应收. */
export const bridgeTotals: ListTotals<z.output<typeof receivableTies.bridge.output>> = {
  path: receivableTies.bridge.path,
  of,
}

/** 全部合计 of 押金滚动. */
export const depositTotals: ListTotals<z.output<typeof receivableTies.deposits.output>> = {
  path: receivableTies.deposits.path,
  of,
}
