import type * as z from 'zod'
import type { Ties } from '#billing/receivables/ties/rules.ts'
import type { MonthPart, MonthRatios, MonthSums, PartKind, Recurring } from './contract.ts'
import type { Counts } from './resultSums.ts'

/** Everything that is worked out of a month: of an open one as it stands now, of a closed one as its snapshot keeps it. */
export interface LiveResult {
  sums: MonthSums
  recurring: z.output<typeof Recurring>
  ratios: z.output<typeof MonthRatios>
  /** What the ratios are taken of, so that several companies can be seen as one. */
  counts: Counts
  parts: Record<PartKind, MonthPart[]>
  /** The accounts as they were closed; a month that was closed before they were kept has none, nor has an open one. */
  ties?: Ties
  /** Σ of the stores' results + what belongs to none − net, in 分; 0 when every cent is accounted for. */
  identityCents: number
}

/** A result without what each store, customer and agent brought: what a list of months shows. */
export type MonthHead = Omit<LiveResult, 'parts' | 'ties' | 'identityCents'>
