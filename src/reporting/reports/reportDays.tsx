import { useSearchParams } from 'react-router'
import { addDays, type Day, isDay, today } from '#kit/calendar.ts'
import { type DaysWord, resolveDays, spanOf } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { DEFAULT_PERIOD } from './subscribable.ts'

/** The last day for which figures are expected. */
export function yesterday(): Day {
  return addDays(
    today(() => new Date()),
    -1,
  )
}

/** Named periods. They end yesterday: today's figures are incomplete and would look like a fall. */
export const REPORT_PERIODS: readonly DaysWord[] = [
  ...(['yesterday', 'past7', 'past14', 'past30', 'weekReported'] as const),
  ...(['lastWeek', 'monthReported', 'lastMonth'] as const),
]

/** The label of a period's last day: 昨日, or its date. */
export function lastDayLabel(to: Day): string {
  return to === yesterday() ? t('昨日') : to.slice(5)
}

/** The period in the address, for the report's head before the first response. */
export function usePeriod(): { from: Day; to: Day; word: string } {
  const [params] = useSearchParams()
  const now = today(() => new Date())
  const query = resolveDays({ ...DEFAULT_PERIOD, ...Object.fromEntries(params) }, now)
  const defaults = spanOf(DEFAULT_PERIOD.from, now)
  const [from, to] = [query.from ?? defaults.from, query.to ?? defaults.to]
  const period = { from: isDay(from) ? from : defaults.from, to: isDay(to) ? to : defaults.to }
  return { ...period, word: lastDayLabel(period.to) }
}
