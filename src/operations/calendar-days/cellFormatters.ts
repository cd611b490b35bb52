import { daysBetween } from '#kit/calendar.ts'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatWeekday } from '#kit/format.ts'
import type { Holiday, PromotionPeriod } from './contract.ts'

export const audienceNames = { all: '各公司共用', company: '仅本公司' } as const

/** Cell formatters of the lists of holidays and promotion periods. */
export const calendarFormatters = {
  audience: {
    name: 'calendar.audience',
    of: ({ companyCode }, say) => say(audienceNames[companyCode === null ? 'all' : 'company']),
  } as CellFormatter<{ companyCode: string | null }>,
  weekday: {
    name: 'calendar.weekday',
    of: ({ on }, say) => formatWeekday(on, say),
  } as CellFormatter<Holiday>,
  days: {
    name: 'calendar.days',
    of: ({ fromOn, toOn }) => daysBetween(fromOn, toOn) + 1,
  } as CellFormatter<PromotionPeriod>,
}
