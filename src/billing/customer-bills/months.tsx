import { monthAfter, monthBefore } from '#kit/calendar.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'

/** Months for filters and forms: from next month back over a year. */
export function monthChoices(): Choice<string>[] {
  return monthsBack(monthAfter(thisMonth()), 15)
}

/** Past months, last month first. */
export function pastMonthChoices(): Choice<string>[] {
  return monthsBack(monthBefore(thisMonth()), 12)
}
