import { statusNames } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { word } from '#kit/text.ts'

export const stepNames = {
  trial: '开始试单',
  'go-live': '上线',
  pause: '暂停服务',
  resume: '恢复服务',
  stop: '停止服务',
  restore: '重新服务',
} as const

export type Step = keyof typeof stepNames
type Status = keyof typeof statusNames

/** The statuses in which each step is possible; a trial may be skipped. */
const ALLOWED_FROM: Record<Step, readonly Status[]> = {
  trial: ['pending'],
  'go-live': ['pending', 'trial'],
  pause: ['serving'],
  resume: ['paused'],
  stop: ['pending', 'trial', 'serving', 'paused'],
  restore: ['stopped'],
}

/** Whether the step is possible in that status. */
export function canStep(step: Step, status: Status): boolean {
  return ALLOWED_FROM[step].includes(status)
}

/** Throws WRONG_STATE unless the step is possible in that status. */
export function assertStep(step: Step, status: Status): void {
  if (canStep(step, status)) return
  const values = { status: word(statusNames[status]), step: word(stepNames[step]) }
  throw new AppError('WRONG_STATE', '店铺的状态是“{status}”，不能{step}。', { values })
}

/** Throws INVALID if the day of a step is in the future or before the current state began. */
export function assertStepDay(
  field: string,
  on: Day,
  { today, since }: { today: Day; since: Day | undefined },
): void {
  if (on > today) throw invalidField(field, '日期不能晚于今天。')
  if (since && on < since) {
    throw invalidField(field, '日期不能早于 {day}：店铺从那天起才是现在的状态。', { day: since })
  }
}

/** Throws WRONG_STATE if the store has an open churn record: it must be won back through that record. */
export function assertNoOpenChurn(recordId: number | undefined): void {
  if (recordId === undefined) return
  throw new AppError('WRONG_STATE', '这家店铺有流失记录，请打开那条记录，从那里召回。', {
    data: { recordId },
  })
}
