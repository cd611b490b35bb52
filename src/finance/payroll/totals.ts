import type * as z from 'zod'
import type { ListTotals } from '#kit/listTotals.ts'
import { payroll } from './contract.ts'

/** 全部合计 over all people that match the filters. */
export const payTotals: ListTotals<z.output<typeof payroll.list.output>> = {
  path: payroll.list.path,
  of: ({ totals, total }, say) => ({ note: say('{n} 人', { n: total }), cells: totals }),
}
