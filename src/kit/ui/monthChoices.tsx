import { addMonths, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Choice } from './list/declare.tsx'

/** This month in Asia/Shanghai, by this machine's clock. */
export const thisMonth = () => monthOf(today(() => new Date()))

/** `count` months as the choices of a select, from one month backwards. */
export function monthsBack(from: string, count: number): Choice<string>[] {
  const months = [from]
  while (months.length < count) months.push(monthBefore(months.at(-1) ?? from))
  return months.map((month) => ({ value: month, label: month }))
}

/** `count` months as the choices of a select, from one month onwards. */
export function monthsFrom(from: string, count: number): Choice<string>[] {
  return Array.from({ length: count }, (_, n) => addMonths(from, n)).map((month) => ({
    value: month,
    label: month,
  }))
}
