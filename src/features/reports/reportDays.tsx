import { useSearchParams } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { addDays, isDay, monthOf, today, weekdayOf } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { DayPreset } from '#kit/ui/dayPresets.ts'
import { DEFAULT_DAYS } from './rules.ts'

/** The last day that figures are expected for. */
export function yesterday(): Day {
  return addDays(
    today(() => new Date()),
    -1,
  )
}

/** The days that a report shows as long as nobody has asked for others. */
export function usualDays(): { from: Day; to: Day } {
  const to = yesterday()
  return { from: addDays(to, 1 - DEFAULT_DAYS), to }
}

/** Spans that people ask for by name. They end yesterday: today's figures are not there yet and would look like a fall. */
export function reportPresets(): DayPreset[] {
  const to = yesterday()
  const back = (days: number) => addDays(to, 1 - days)
  const monday = addDays(to, 1 - weekdayOf(to))
  const first = `${monthOf(to)}-01`
  const lastMonthEnd = addDays(first, -1)
  return [
    { label: '昨天', from: to, to },
    { label: '近7天', from: back(7), to },
    { label: '近14天', from: back(14), to },
    { label: '近30天', from: back(30), to },
    { label: '本周', from: monday, to },
    { label: '上周', from: addDays(monday, -7), to: addDays(monday, -1) },
    { label: '本月', from: first, to },
    { label: '上月', from: `${monthOf(lastMonthEnd)}-01`, to: lastMonthEnd },
  ]
}

/** The last day of a period in words: 昨日, or its date. */
export function dayWord(to: Day): string {
  return to === yesterday() ? t('昨日') : to.slice(5)
}

/** The period in the address, as the report's head needs it before the first answer. */
export function usePeriod(): { from: Day; to: Day; word: string } {
  const [params] = useSearchParams()
  const usual = usualDays()
  const [from, to] = [params.get('from') ?? usual.from, params.get('to') ?? usual.to]
  const period = { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to }
  return { ...period, word: dayWord(period.to) }
}
