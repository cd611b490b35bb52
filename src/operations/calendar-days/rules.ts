import { type Actor, hideCompany } from '#access/can.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'

export const kindNames = { holiday: '放假', workday: '调休上班' } as const

export const conflicts: Conflicts = {
  holiday_day_key: { field: 'fromOn', message: '其中有一天已经在表里，请直接修改那一天。' },
}

/** Maximum number of days that one request adds. */
const MAX_DAYS = 31
/** Maximum length of a promotion period, in days. */
const MAX_PERIOD_DAYS = 92

/** Whether the actor may write rows of the company. Null means shared rows, which only headquarters may write. */
export function mayWrite(actor: Actor, companyCode: string | null): boolean {
  return companyCode === null ? !hideCompany(actor) : companyCode === actor.companyCode
}

/** Throws FORBIDDEN unless the actor may write rows of the company; see `mayWrite`. */
export function assertMayWrite(actor: Actor, companyCode: string | null): void {
  if (mayWrite(actor, companyCode)) return
  throw new AppError('FORBIDDEN', '各公司共用的由总部的管理员维护；您可以添加一条本公司的来代替它。')
}

/** Throws INVALID if the end is before the start, or if there are too many days. */
export function assertDays({ fromOn, toOn }: { fromOn: Day; toOn: Day }): void {
  assertSpan(fromOn, toOn, MAX_DAYS)
}

/** Like `assertDays`, for a promotion period. */
export function assertPeriod({ fromOn, toOn }: { fromOn: Day; toOn: Day }): void {
  assertSpan(fromOn, toOn, MAX_PERIOD_DAYS)
}

function assertSpan(fromOn: Day, toOn: Day, max: number): void {
  if (toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
  if (daysBetween(fromOn, toOn) >= max) throw invalidField('toOn', '一次最多 {n} 天。', { n: max })
}
