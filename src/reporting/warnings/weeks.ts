import { addDays, type Day, mondayOf, weekdayOf } from '#kit/calendar.ts'

/** Number of complete weeks in a baseline (domain.md, 周咨询量预警). */
export const BASELINE_WEEKS = 4

/** Number of weeks searched for complete ones, since promotions and gaps may lie in between. */
export const SEARCHED_WEEKS = 12

/** The Sunday of a week; weeks are identified by their Monday. */
export function sundayOf(weekOn: Day): Day {
  return addDays(weekOn, 6)
}

/** The Monday n weeks later, or earlier if n is negative. */
export function addWeeks(weekOn: Day, n: number): Day {
  return addDays(weekOn, 7 * n)
}

/** The newest completed week. */
export function lastCompleteWeek(today: Day): Day {
  return addWeeks(mondayOf(today), -1)
}

/** Cache of ordinaryWeeksBefore() per set of promotion weeks, since a run calls it for every customer. */
const ordinaryWeeksCache = new WeakMap<ReadonlySet<Day>, Map<Day, readonly Day[]>>()

/**
 * The weeks before the given one without promotion weeks, latest first, as far back as complete weeks are searched.
 * Cached per set of promotion weeks, which must not change afterwards.
 */
export function ordinaryWeeksBefore(weekOn: Day, promotions: ReadonlySet<Day>): readonly Day[] {
  const cached = ordinaryWeeksCache.get(promotions) ?? new Map<Day, readonly Day[]>()
  const found =
    cached.get(weekOn) ??
    Array.from({ length: SEARCHED_WEEKS }, (_, n) => addWeeks(weekOn, -1 - n)).filter(
      (week) => !promotions.has(week),
    )
  ordinaryWeeksCache.set(promotions, cached.set(weekOn, found))
  return found
}

/** Whether a day is a Monday and thus identifies a week. */
export function isMonday(day: Day): boolean {
  return weekdayOf(day) === 1
}
