import { sum } from '#kit/money.ts'
import type { MonthStatus } from './contract.ts'
import type { MonthHead } from './liveResult.ts'
import { ratiosOf } from './resultSums.ts'

/** Figure by figure. */
function added<A extends Record<keyof A, number>>(several: readonly A[]): A {
  const figures = Object.keys(several[0] ?? {}) as (keyof A)[]
  return Object.fromEntries(
    figures.map((figure) => [figure, sum(several.map((one) => one[figure] ?? 0))]),
  ) as A
}

/** Several companies as one: sums of sums, ratios of the sums. At least one. */
export function together(results: readonly MonthHead[]): MonthHead {
  const sums = added(results.map((one) => one.sums))
  const recurring = added(results.map((one) => one.recurring))
  const counts = added(results.map((one) => one.counts))
  return { sums, recurring, counts, ratios: ratiosOf(sums, recurring, counts) }
}

/** Closed only where every company's month is; open as soon as one was never closed; before where there is none. */
export function statusOfAll(statuses: readonly MonthStatus[]): MonthStatus {
  if (statuses.length === 0) return 'before'
  if (statuses.every((status) => status === 'closed')) return 'closed'
  return statuses.includes('open') ? 'open' : 'reopened'
}
