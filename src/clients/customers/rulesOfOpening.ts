import type { ChurnReason } from '#clients/churn-records/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { OpeningCustomer } from './contractOpening.ts'

/**
 * Day and reason of the loss of an imported customer; null if it was not lost. Throws INVALID if the day or the reason
 * is missing or impossible, or is given for a customer that was not lost.
 */
export function lossOf(
  { status, contractStartOn, churnedOn, churnReason }: OpeningCustomer,
  today: Day,
): { on: Day; reason: ChurnReason } | null {
  if (status !== 'churned') {
    if (churnedOn || churnReason) {
      throw invalidField('status', '填了流失日期或流失原因，请把状态填为“已流失”。')
    }
    return null
  }
  if (!contractStartOn)
    throw invalidField('contractStartOn', '已流失的客户需要合同开始日期，用来计算服务天数。')
  if (!churnedOn) throw invalidField('churnedOn', '已流失的客户需要流失日期。')
  if (!churnReason) throw invalidField('churnReason', '已流失的客户需要流失原因。')
  if (churnedOn > today) throw invalidField('churnedOn', '流失日期不能晚于今天。')
  if (churnedOn < contractStartOn) throw invalidField('churnedOn', '流失日期不能早于合同开始日期。')
  return { on: churnedOn, reason: churnReason }
}
