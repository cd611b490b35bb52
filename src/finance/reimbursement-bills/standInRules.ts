import { type Day, daysBetween } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'

/** Maximum length of a stand-in, in days. */
export const MAX_STAND_IN_DAYS = 60

/** Throws INVALID if the days are over, reversed or too many. */
export function assertStandIn({ fromOn, toOn }: { fromOn: Day; toOn: Day }, today: Day): void {
  if (toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
  if (toOn < today) throw invalidField('toOn', '结束日期已经过去，请选今天或以后的日期。')
  if (daysBetween(fromOn, toOn) >= MAX_STAND_IN_DAYS)
    throw invalidField('toOn', '代审最多 {n} 天，请缩短日期。', { n: MAX_STAND_IN_DAYS })
}
