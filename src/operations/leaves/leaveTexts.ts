import { formatDecimal, formatWeekday } from '#kit/format.ts'
import { type Say, t } from '#kit/text.ts'
import type { Leave } from './contract.ts'

/** Half days as days: 3 → 1.5. */
export const daysOf = (halfDays: number) => formatDecimal(halfDays * 5, 1).replace(/\.0$/, '')

type Span = Pick<Leave, 'fromOn' | 'fromHalf' | 'toOn' | 'toHalf'>

const dayText = (day: string, say: Say) => `${day.slice(5)} ${formatWeekday(day, say)}`

/** `05-20 周三`, `05-20 周三下午`, `05-20 周三 至 05-22 周五上午`. */
export function spanText({ fromOn, fromHalf, toOn, toHalf }: Span, say: Say = t): string {
  const from = dayText(fromOn, say)
  const to = dayText(toOn, say)
  if (fromOn === toOn) {
    if (fromHalf === 'afternoon') return say('{day}下午', { day: from })
    return toHalf === 'morning' ? say('{day}上午', { day: from }) : from
  }
  return say('{from} 至 {to}', {
    from: fromHalf === 'afternoon' ? say('{day}下午', { day: from }) : from,
    to: toHalf === 'morning' ? say('{day}上午', { day: to }) : to,
  })
}

/** `共 1.5 天，含 1 个休息日`. */
export function lengthText(halfDays: number, restDays: number): string {
  const n = daysOf(halfDays)
  return restDays > 0 ? t('共 {n} 天，含 {rest} 个休息日', { n, rest: restDays }) : t('共 {n} 天', { n })
}

/** Days as `05-20、05-21`, and only their number if there are many. */
export function dayListText(days: readonly string[]): string {
  return days.length > 4
    ? t('{from} 至 {to} 间 {n} 天', {
        from: days[0]?.slice(5) ?? '',
        to: days.at(-1)?.slice(5) ?? '',
        n: days.length,
      })
    : days.map((day) => day.slice(5)).join(t('、'))
}
