import type { Day } from '#kit/calendar.ts'
import { addDays, mondayOf, weekdayOf } from '#kit/calendar.ts'

/** So many complete weeks make a baseline (domain.md, 周咨询量预警). */
export const BASELINE_WEEKS = 4

/** How far back complete weeks are looked for: promotions and gaps may lie between them. */
export const SEARCHED_WEEKS = 12

/** The Sunday of a week; weeks are called by their Monday. */
export function sundayOf(weekOn: Day): Day {
  return addDays(weekOn, 6)
}

/** The Monday n weeks later (earlier where n is negative). */
export function addWeeks(weekOn: Day, n: number): Day {
  return addDays(weekOn, 7 * n)
}

/** The newest week whose Sunday is over. */
export function lastCompleteWeek(today: Day): Day {
  return addWeeks(mondayOf(today), -1)
}

/** The weeks before each week that was asked for with a set of promotion weeks: a run asks for every customer. */
const weeksBefore = new WeakMap<ReadonlySet<Day>, Map<Day, readonly Day[]>>()

/**
 * The weeks before one, the latest first, without promotion weeks; as far back as complete weeks are searched. The result
 * is computed once for each set of promotion weeks, which must not change afterwards.
 */
export function ordinaryWeeksBefore(weekOn: Day, promotions: ReadonlySet<Day>): readonly Day[] {
  const known = weeksBefore.get(promotions) ?? new Map<Day, readonly Day[]>()
  const found =
    known.get(weekOn) ??
    Array.from({ length: SEARCHED_WEEKS }, (_, n) => addWeeks(weekOn, -1 - n)).filter(
      (week) => !promotions.has(week),
    )
  weeksBefore.set(promotions, known.set(weekOn, found))
  return found
}

/** Whether a day is the Monday by which a week is called. */
export function isMonday(day: Day): boolean {
  return weekdayOf(day) === 1
}
