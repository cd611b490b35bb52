import type { Day } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Thresholds, WarningStatus } from './contract.ts'
import { addWeeks, lastCompleteWeek } from './weeks.ts'

export const kindNames = {
  near: '接近',
  over: '超量',
  fall: '下降',
  zero: '归零',
  missing: '缺数据',
} as const
export const levelNames = { yellow: '黄色', red: '红色' } as const
export const levelTones = { yellow: 'orange', red: 'red' } as const
/** What a week's volume counts (domain.md: it falls back, and is labelled). */
export const volumeNames = {
  consultUsers: '咨询人数',
  consultSessions: '咨询会话',
  handledUsers: '接待人数',
} as const
export const statusNames = {
  pending: '待处理',
  handling: '处理中',
  resolved: '已解决',
  ignored: '已忽略',
} as const
/** The colour of each status. */
export const statusTones = {
  pending: 'orange',
  handling: 'blue',
  resolved: 'green',
  ignored: 'grey',
} as const
export const riskNames = { low: '低', middle: '中等', high: '高' } as const
export const riskTones = { low: 'grey', middle: 'orange', high: 'red' } as const

/** The default thresholds (domain.md, 周咨询量预警). */
export const DEFAULT_THRESHOLDS: Thresholds = {
  nearBp: 9000,
  overBp: 10_000,
  overRedBp: 12_000,
  fallBp: 4000,
  missingDays: 1,
}

/** Number of past weeks that can be run again. */
export const RUN_WEEKS = 26

/** A customer lost within this many days after a red warning's week counts as a hit. */
export const HIT_DAYS = 60

const OPEN: readonly string[] = ['pending', 'handling'] satisfies WarningStatus[]

/** Throws WRONG_STATE if the warning is resolved or ignored. */
export function assertOpen(warning: { status: string }): void {
  if (OPEN.includes(warning.status)) return
  throw new AppError('WRONG_STATE', '这条预警已经处理完，不能再改。如情况再次出现，下周一会有新的预警。')
}

/** Throws INVALID unless the week is completed and not too old. */
export function assertRunnable(week: Day, today: Day): void {
  const last = lastCompleteWeek(today)
  if (week > last)
    throw invalidField('week', '这一周还没有结束，请选 {week} 这一周或更早的。', { week: last })
  const first = addWeeks(last, 1 - RUN_WEEKS)
  if (week < first) {
    throw invalidField('week', '最多重新检查近 {n} 周，请选 {first} 这一周或更晚的。', {
      n: RUN_WEEKS,
      first,
    })
  }
}

/** Throws INVALID unless 接近 is below 超量, and 超量 is not above its red threshold. */
export function assertThresholds({ nearBp, overBp, overRedBp }: Thresholds): void {
  if (nearBp >= overBp) throw invalidField('nearBp', '“接近”的界线要低于“超量”的界线。')
  if (overBp > overRedBp) throw invalidField('overRedBp', '“超量”转红的界线不能低于“超量”的界线。')
}
