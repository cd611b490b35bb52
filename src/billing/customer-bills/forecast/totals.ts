import type * as z from 'zod'
import type { ListTotals } from '#kit/listTotals.ts'
import { receivableForecast } from './contract.ts'

/** 全部合计 over all stores that match the filters. */
export const forecastTotals: ListTotals<z.output<typeof receivableForecast.read.output>> = {
  path: receivableForecast.read.path,
  of: ({ sums, total }, say) => ({ note: say('{n} 家', { n: total }), cells: sums }),
}
