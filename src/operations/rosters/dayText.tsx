import { addDays, type Day } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'

/** 今天, 明天, or 05-21 周四. */
export function dayText(on: Day, now: Day): string {
  if (on === now) return t('今天')
  if (on === addDays(now, 1)) return t('明天')
  return t('{day} {weekday}', { day: on.slice(5), weekday: t(formatWeekday(on)) })
}

/** One day, or 05-21 至 05-24. */
export function daysText(days: readonly Day[], now: Day): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  if (first === last) return dayText(first, now)
  return t('{from} 至 {to}', { from: dayText(first, now), to: last.slice(5) })
}
