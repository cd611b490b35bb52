import { sum } from '#kit/money.ts'
import type { MonthResult, MonthSums, PartKind } from './contract.ts'

/**
 * Name of a part's `salaryCents`: for a store or a customer the salaries of its stores, for an agent all of their pay
 * except commission.
 */
export function salaryName(part: PartKind): string {
  return part === 'agent' ? '人工成本' : '店铺工资'
}

/** A month, with its drafts added as if they were issued; 分. */
export interface MonthBefore extends MonthSums {
  month: string
  draftCents: number
}

/**
 * The month before a forecast. While it is open, its drafts count as revenue: without them the forecast would be
 * compared with an incomplete month. `parts`: issued bills and drafts of the month.
 */
export function monthWithDrafts(
  { month, status, sums }: Pick<MonthResult, 'month' | 'status' | 'sums'>,
  parts: readonly { beforeCents: number }[],
): MonthBefore {
  const draftCents = status === 'closed' ? 0 : sum(parts.map((part) => part.beforeCents)) - sums.revenueCents
  const { revenueCents, grossCents, netCents } = sums
  return {
    ...sums,
    month,
    draftCents,
    revenueCents: revenueCents + draftCents,
    grossCents: grossCents + draftCents,
    netCents: netCents + draftCents,
  }
}
