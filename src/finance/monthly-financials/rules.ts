import { sum } from '#kit/money.ts'
import type { MonthResult, MonthSums, PartKind } from './contract.ts'

/**
 * The name of `salaryCents` of a part: a store or a customer costs the salaries of its stores, an agent all of their own
 * pay but the commission.
 */
export function salaryName(part: PartKind): string {
  return part === 'agent' ? '人工成本' : '店铺工资'
}

/** A month as it stands, and with its drafts issued; in 分. */
export interface MonthBefore extends MonthSums {
  month: string
  draftCents: number
}

/**
 * A month before a forecast: while it is open, what stands as drafts will be its revenue too, and without it the forecast
 * would be compared with half a month. `parts`: what its bills come to, issued and drafts.
 */
export function monthWithDrafts(
  { month, status, sums }: Pick<MonthResult, 'month' | 'status' | 'sums'>,
  parts: readonly { beforeCents: number }[],
): MonthBefore {
  const draftCents = status === 'closed' ? 0 : sum(parts.map((part) => part.beforeCents)) - sums.revenueCents
  const { revenueCents, grossCents, netCents } = sums
  return {
    ...sums,
    ...{ month, draftCents, revenueCents: revenueCents + draftCents },
    ...{ grossCents: grossCents + draftCents, netCents: netCents + draftCents },
  }
}
