import type { Day } from '#kit/calendar.ts'
import { changeBp } from '#kit/rates.ts'
import { BASELINE_WEEKS, ordinaryWeeksBefore } from './weeks.ts'

/** A store's week: its volume, and on how many days figures were owed and given. */
export interface StoreWeek {
  weekOn: Day
  /** Σ V of the days that have figures. */
  volume: number
  /** Days on trial or in service; those before, after and of a pause owe nothing. */
  expected: number
  /** How many of the expected days have figures. */
  reported: number
}

export interface StoreCourse {
  storeId: number
  weeks: ReadonlyMap<Day, StoreWeek>
}

/** A store on both sides of the comparison. */
export interface ComparedStore {
  storeId: number
  volume: number
  /** Its own complete weeks, the latest first. */
  before: readonly number[]
  /** Their median. */
  baseline: number
}

/** A week beside its baseline, over the same stores. */
export interface Comparison {
  volume: number
  baseline: number
  /** In basis points of the baseline; null where that is 0. */
  changeBp: number | null
  /** The sums that the baseline is the median of, the latest first. */
  before: readonly number[]
  stores: readonly ComparedStore[]
}

/** The median, halves up: of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  if (sorted.length % 2 === 1) return upper
  return Math.floor(((sorted[middle - 1] ?? 0) + upper + 1) / 2)
}

/** Whether a store was served all seven days of the week and gave figures for each. */
function isComplete(week: StoreWeek | undefined): week is StoreWeek {
  return week !== undefined && week.expected === 7 && week.reported === 7
}

/** A store as one side and the other; nothing where the week or four weeks before it are not complete. */
function compareStore(
  { storeId, weeks }: StoreCourse,
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
 * Whether the weeks from `from` on are enough to compare a week: each store with a complete week has its own last four
 * complete ones among them, so that no older week can change the comparison.
 */
export function isComparedWithin(
  stores: readonly StoreCourse[],
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
 * A customer's week against its baseline: the median of the last four complete weeks that are no promotion weeks, over
 * the same stores (domain.md). Each store brings its own last four; the k-th of all of them are added up, so that a day
 * missing somewhere does not take the whole customer out. Null where no store can be compared.
 */
export function compareWeek(
  stores: readonly StoreCourse[],
  weekOn: Day,
  promotions: ReadonlySet<Day>,
): Comparison | null {
  const ordinary = ordinaryWeeksBefore(weekOn, promotions)
  return compareStores(stores.flatMap((store) => compareStore(store, weekOn, ordinary)))
}

/** The same over stores that have both sides; null where there are none. */
export function compareStores(compared: readonly ComparedStore[]): Comparison | null {
  if (compared.length === 0) return null
  const sum = (of: (store: ComparedStore) => number) =>
    compared.reduce((total, store) => total + of(store), 0)
  const volume = sum((store) => store.volume)
  const before = Array.from({ length: BASELINE_WEEKS }, (_, k) => sum((store) => store.before[k] ?? 0))
  const baseline = median(before)
  return { volume, baseline, changeBp: changeBp(volume, baseline), before, stores: compared }
}
