import { monthAfter, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'

const thisMonth = () => monthOf(today(() => new Date()))

/** The months that a list or a form offers: from the next one back over a year. */
export function monthChoices(): Choice<string>[] {
  return [monthAfter(thisMonth()), ...monthsBack(thisMonth(), 14)].map(choice)
}

/** The months that are over, the last one first. */
export function pastMonthChoices(): Choice<string>[] {
  return monthsBack(monthBefore(thisMonth()), 12).map(choice)
}

const choice = (month: string): Choice<string> => ({ value: month, label: month })

function monthsBack(from: string, count: number): string[] {
  const months = [from]
  while (months.length < count) months.push(monthBefore(months.at(-1) ?? from))
  return months
}
