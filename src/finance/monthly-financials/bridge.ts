import type { MonthResult } from './contract.ts'

/** A bar of the bridge chart, between two heights in 分 relative to the start of the month. */
export interface BridgeBar {
  key: 'new' | 'expansion' | 'contraction' | 'churn' | 'reactivation' | 'net'
  /** Contribution of the bar; negative for a decrease. */
  cents: number
  from: number
  to: number
}

/** Bars from the recurring revenue at the start of a month to that at its end; the last bar is their sum. */
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
