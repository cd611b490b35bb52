import type { Day } from '#kit/calendar.ts'
import { addDays, daysBetween, monthOf, weekdayOf } from '#kit/calendar.ts'

export interface DayPreset {
  label: string
  from: Day
  to: Day
}

/**
 * The spans that people ask for by name, seen from `now`. With `future` 本周 and 本月 run to their end, without it to
 * today: figures of days to come do not exist.
 */
export function dayPresets(now: Day, future = true): DayPreset[] {
  const monday = addDays(now, 1 - weekdayOf(now))
  const first = `${monthOf(now)}-01`
  const lastMonthEnd = addDays(first, -1)
  return [
    { label: '今天', from: now, to: now },
    { label: '昨天', from: addDays(now, -1), to: addDays(now, -1) },
    { label: '近7天', from: addDays(now, -6), to: now },
    { label: '近30天', from: addDays(now, -29), to: now },
    { label: '本周', from: monday, to: future ? addDays(monday, 6) : now },
    { label: '上周', from: addDays(monday, -7), to: addDays(monday, -1) },
    { label: '本月', from: first, to: future ? endOfMonth(first) : now },
    { label: '上月', from: `${monthOf(lastMonthEnd)}-01`, to: lastMonthEnd },
  ]
}

/** Those presets that are no longer than `maxDays`, both ends included. */
export function presetsWithin(presets: readonly DayPreset[], maxDays: number): DayPreset[] {
  return presets.filter(({ from, to }) => daysBetween(from, to) < maxDays)
}

function endOfMonth(first: Day): Day {
  return addDays(`${monthOf(addDays(first, 31))}-01`, -1)
}
