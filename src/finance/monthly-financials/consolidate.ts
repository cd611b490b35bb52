import { sum } from '#kit/money.ts'
import type { MonthStatus } from './contract.ts'
import type { MonthHead } from './liveResult.ts'
import { ratiosOf } from './resultSums.ts'

/** Adds up objects figure by figure. */
function addFigures<A extends Record<keyof A, number>>(several: readonly A[]): A {
  const figures = Object.keys(several[0] ?? {}) as (keyof A)[]
  return Object.fromEntries(
    figures.map((figure) => [figure, sum(several.map((one) => one[figure] ?? 0))]),
  ) as A
}

/**
 * Combines several companies: totals of the sums, and ratios calculated from the totals. Requires at least one result.
 */
export function consolidate(results: readonly MonthHead[]): MonthHead {
  const sums = addFigures(results.map((one) => one.sums))
  const recurring = addFigures(results.map((one) => one.recurring))
  const counts = addFigures(results.map((one) => one.counts))
  return { sums, recurring, counts, ratios: ratiosOf(sums, recurring, counts) }
}

/**
 * `closed` if the month is closed in every company, `open` if it was never closed in one, `before` without any company.
 */
export function statusOfAll(statuses: readonly MonthStatus[]): MonthStatus {
  if (statuses.length === 0) return 'before'
  if (statuses.every((status) => status === 'closed')) return 'closed'
  return statuses.includes('open') ? 'open' : 'reopened'
}
