import type { ChurnReason } from '#clients/churn-records/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { OpeningCustomer } from './contractOpening.ts'

/**
 * When and why a customer that enters the books was lost; null where it was not. Throws INVALID where a day or the reason
 * of a loss is missing, cannot be, or is said of a customer that stays.
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
