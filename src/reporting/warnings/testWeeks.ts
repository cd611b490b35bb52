import type { StoreWeeks } from './comparison.ts'
import { addWeeks } from './weeks.ts'

/** Monday 2026-06-08, and the Mondays before it. */
export const weekOf = (ago: number) => addWeeks('2026-06-08', -ago)

/**
 * A store's weeks: volumes of this week first, then backwards; null is a week with a missing day. `thisWeek` overrides
 * fields of this week.
 */
export function storeWeeks(
  storeId: number,
  volumes: readonly (number | null)[],
  thisWeek: { expected?: number; reported?: number } = {},
): StoreWeeks {
  const weeks = volumes.map((volume, ago) => ({
    weekOn: weekOf(ago),
    volume: volume ?? 600,
    expected: 7,
    reported: volume === null ? 6 : 7,
    ...(ago === 0 && thisWeek),
  }))
  return { storeId, weeks: new Map(weeks.map((week) => [week.weekOn, week])) }
}
