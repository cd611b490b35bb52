import type { Day } from '#kit/calendar.ts'
import { changeBp } from '#kit/rates.ts'
import { BASELINE_WEEKS, ordinaryWeeksBefore } from './weeks.ts'

/** A store's week: its volume, and the numbers of expected and reported days. */
export interface StoreWeek {
  weekOn: Day
  /** Sum of the volumes of days with figures. */
  volume: number
  /** Days on trial or in service. Days before, after or during a pause are not expected. */
  expected: number
  /** Number of expected days with figures. */
  reported: number
}

export interface StoreWeeks {
  storeId: number
  weeks: ReadonlyMap<Day, StoreWeek>
}

/** A store with both sides of the comparison. */
export interface ComparedStore {
  storeId: number
  volume: number
  /** Its volumes in the last complete weeks, latest first. */
  before: readonly number[]
  /** The median of `before`. */
  baseline: number
}

/** A week compared with its baseline, over the same stores. */
export interface Comparison {
  volume: number
  baseline: number
  /** In basis points of the baseline; null if the baseline is 0. */
  changeBp: number | null
  /** The weekly sums whose median is the baseline, latest first. */
  before: readonly number[]
  stores: readonly ComparedStore[]
}

/** The median; for an even count the mean of the two middle values, rounded half up. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  if (sorted.length % 2 === 1) return upper
  return Math.floor(((sorted[middle - 1] ?? 0) + upper + 1) / 2)
}

/** Whether the store was in service and reported figures on all seven days. */
function isComplete(week: StoreWeek | undefined): week is StoreWeek {
  return week !== undefined && week.expected === 7 && week.reported === 7
}

/** A store's two sides; empty if its week or the four weeks required before it are incomplete. */
function compareStore(
  { storeId, weeks }: StoreWeeks,
  weekOn: Day,
  ordinary: readonly Day[],
): ComparedStore[] {
  const now = weeks.get(weekOn)
  if (!isComplete(now)) return []
  const complete = ordinary.map((week) => weeks.get(week)).filter(isComplete)
  if (complete.length < BASELINE_WEEKS) return []
  const before = complete.slice(0, BASELINE_WEEKS).map(({ volume }) => volume)
  return [{ storeId, volume: now.volume, before, baseline: median(before) }]
}

/**
 * Whether the weeks from `from` on suffice to compare a week: each store with a complete week has its last four
 * complete weeks among them, so that no older week can change the comparison.
 */
export function isComparedWithin(
  stores: readonly StoreWeeks[],
  weekOn: Day,
  promotions: ReadonlySet<Day>,
  from: Day,
): boolean {
  if (weekOn < from) return false
  const ordinary = ordinaryWeeksBefore(weekOn, promotions)
  return stores.every(
    ({ weeks }) =>
      !isComplete(weeks.get(weekOn)) ||
      ordinary.filter((week) => isComplete(weeks.get(week))).length >= BASELINE_WEEKS,
  )
}

/**
 * Compares a customer's week with its baseline: the median of the last four complete weeks that are not promotion
 * weeks, over the same stores (domain.md). Each store contributes its own last four weeks, and the k-th weeks of all
 * stores are added up, so that a missing day at one store does not exclude the customer. Null if no store can be
 * compared.
 */
export function compareWeek(
  stores: readonly StoreWeeks[],
  weekOn: Day,
  promotions: ReadonlySet<Day>,
): Comparison | null {
  const ordinary = ordinaryWeeksBefore(weekOn, promotions)
  return compareStores(stores.flatMap((store) => compareStore(store, weekOn, ordinary)))
}

/** Compares stores that have both sides; null if there are none. */
export function compareStores(compared: readonly ComparedStore[]): Comparison | null {
  if (compared.length === 0) return null
  const sum = (of: (store: ComparedStore) => number) =>
    compared.reduce((total, store) => total + of(store), 0)
  const volume = sum((store) => store.volume)
  const before = Array.from({ length: BASELINE_WEEKS }, (_, k) => sum((store) => store.before[k] ?? 0))
  const baseline = median(before)
  return { volume, baseline, changeBp: changeBp(volume, baseline), before, stores: compared }
}
