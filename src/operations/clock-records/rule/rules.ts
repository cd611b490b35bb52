import { addMonths } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { Basis } from '#operations/clock-records/contractBasis.ts'

export const basisNames: Record<Basis, string> = { log: '日志', clock: '打卡', both: '两者都要' }

/** Throws INVALID unless the month is open and at most a year ahead. */
export function assertMonth(month: string, { open, current }: { open: string; current: string }): void {
  if (month < open) throw invalidField('month', '{month} 已结账，最早从 {open} 起。', { month, open })
  const latest = addMonths(current, 12)
  if (month > latest) throw invalidField('month', '最晚从 {month} 起。', { month: latest })
}
