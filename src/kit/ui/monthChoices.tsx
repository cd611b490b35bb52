import { addMonths, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Choice } from './list/declare.tsx'

/** This month in Asia/Shanghai, by the clock of this machine. */
export const thisMonth = () => monthOf(today(() => new Date()))

/** So many months as the choices of a select, from one back. */
export function monthsBack(from: string, count: number): Choice<string>[] {
  const months = [from]
  while (months.length < count) months.push(monthBefore(months.at(-1) ?? from))
  return months.map((month) => ({ value: month, label: month }))
}

/** So many months from one on, the earliest first. */
export function monthsFrom(from: string, count: number): Choice<string>[] {
  return Array.from({ length: count }, (_, n) => addMonths(from, n)).map((month) => ({
    value: month,
    label: month,
  }))
}
