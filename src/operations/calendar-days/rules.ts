import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'

export const kindNames = { holiday: '放假', workday: '调休上班' } as const

export const conflicts: Conflicts = {
  holiday_day_key: { field: 'fromOn', message: '其中有一天已经在表里，请直接修改那一天。' },
}

/** So many days are added at once. */
const MOST_DAYS = 31
/** A sale is no longer than this. */
const MOST_PERIOD = 92

/** Whether the person may write what is everybody's, or a company's. */
export function mayWrite(actor: Actor, companyCode: string | null): boolean {
  return companyCode === null ? !hideCompany(actor) : companyCode === actor.companyCode
}

/** Throws FORBIDDEN where something is everybody's and the person is not of the headquarters. */
export function assertMayWrite(actor: Actor, companyCode: string | null): void {
  if (mayWrite(actor, companyCode)) return
  throw new AppError('FORBIDDEN', '各公司共用的由总部的管理员维护；您可以添加一条本公司的来代替它。')
}

/** Throws INVALID where the days are the wrong way round, or too many. */
export function assertDays({ fromOn, toOn }: { fromOn: Day; toOn: Day }): void {
  assertSpan(fromOn, toOn, MOST_DAYS)
}

/** The same for a sale. */
export function assertPeriod({ fromOn, toOn }: { fromOn: Day; toOn: Day }): void {
  assertSpan(fromOn, toOn, MOST_PERIOD)
}

function assertSpan(fromOn: Day, toOn: Day, most: number): void {
  if (toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
  if (daysBetween(fromOn, toOn) >= most) throw invalidField('toOn', '一次最多 {n} 天。', { n: most })
}
