import { monthAfter, monthBefore } from '#kit/calendar.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'

/** The months that a list or a form offers: from the next one back over a year. */
export function monthChoices(): Choice<string>[] {
  return monthsBack(monthAfter(thisMonth()), 15)
}

/** The months that are over, the last one first. */
export function pastMonthChoices(): Choice<string>[] {
  return monthsBack(monthBefore(thisMonth()), 12)
}
