import { addMonths } from '#kit/calendar.ts'
import { invalidField, periodClosed } from '#kit/errors.ts'
import type { Basis } from './contract.ts'

/** The rule of a company without a row. */
export const DEFAULT_RULE = { basis: 'log', toleranceMinutes: 10 } as const

export const basisNames: Record<Basis, string> = { log: '日志', clock: '打卡', both: '两者都要' }

/**
 * Throws PERIOD_CLOSED if a closed month is the first one or a later one, since the rule affects all of them, and INVALID
 * if the first one is more than a year ahead.
 */
export function assertMonth(
  month: string,
  { closed, current }: { closed: Iterable<string>; current: string },
): void {
  const affected = [...closed].filter((one) => one >= month).sort()[0]
  if (affected !== undefined) throw periodClosed(affected)
  const latest = addMonths(current, 12)
  if (month > latest) throw invalidField('month', '最晚从 {month} 起。', { month: latest })
}
