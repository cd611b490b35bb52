import type { MonthResult } from './contract.ts'

/** A bar of the bridge: it hangs between two heights, in 分 above what the month began with. */
export interface BridgeBar {
  key: 'new' | 'expansion' | 'contraction' | 'churn' | 'reactivation' | 'net'
  /** What it adds; what it takes away is negative. */
  cents: number
  from: number
  to: number
}

/** From what recurred at a month's begin to what recurs at its end, step by step; the last bar is the sum of them. */
export function bridgeOf(recurring: MonthResult['recurring']): BridgeBar[] {
  const steps = [
    { key: 'new', cents: recurring.newCents },
    { key: 'expansion', cents: recurring.expansionCents },
    { key: 'contraction', cents: -recurring.contractionCents },
    { key: 'churn', cents: -recurring.churnCents },
    { key: 'reactivation', cents: recurring.reactivationCents },
  ] as const
  let height = 0
  const bars: BridgeBar[] = steps.map(({ key, cents }) => {
    const from = height
    height += cents
    return { key, cents, from, to: height }
  })
  return [...bars, { key: 'net', cents: height, from: 0, to: height }]
}
