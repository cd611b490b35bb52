import type * as z from 'zod'
import type { Ties } from '#billing/receivables/ties/rules.ts'
import type { MonthPart, MonthRatios, MonthSums, PartKind, Recurring } from './contract.ts'
import type { Counts } from './resultSums.ts'

/** Result of a month: calculated from current data while it is open, read from the snapshot once it is closed. */
export interface LiveResult {
  sums: MonthSums
  recurring: z.output<typeof Recurring>
  ratios: z.output<typeof MonthRatios>
  /** Counts behind the ratios, from which the ratios of several companies together are calculated. */
  counts: Counts
  parts: Record<PartKind, MonthPart[]>
  /** Accounts at closing; absent for an open month, and in snapshots from before accounts were stored. */
  ties?: Ties
  /** Σ gross of the parts − common costs − net, in 分; 0 if every 分 is accounted for. */
  identityCents: number
}

/** A result without its parts, for the list of months. */
export type MonthHead = Omit<LiveResult, 'parts' | 'ties' | 'identityCents'>
