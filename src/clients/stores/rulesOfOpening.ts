import type { ChurnReason } from '#clients/churn-records/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { OpeningStore } from './contractOpening.ts'

/**
 * Last day and reason of an imported stopped store; null if it is not stopped. Throws INVALID if a day or the reason is
 * missing or impossible, or is given for a store that is not stopped.
 */
export function stopOf(
  { status, trialOn, onlineOn, stoppedOn, churnReason }: OpeningStore,
  today: Day,
): { on: Day; reason: ChurnReason } | null {
  if (status !== 'stopped') {
    if (stoppedOn || churnReason) {
      throw invalidField('status', '填了停止日期或流失原因，请把状态填为“已停止”。')
    }
    return null
  }
  const last = [trialOn, onlineOn]
    .filter((day) => day !== null && day !== undefined)
    .sort()
    .at(-1)
  if (!last) throw invalidField('onlineOn', '已停止的店铺需要上线日期或试单日期，用来计算服务天数。')
  if (!stoppedOn) throw invalidField('stoppedOn', '已停止的店铺需要停止日期。')
  if (!churnReason) throw invalidField('churnReason', '已停止的店铺需要流失原因。')
  if (stoppedOn > today) throw invalidField('stoppedOn', '停止日期不能晚于今天。')
  if (stoppedOn < last) throw invalidField('stoppedOn', '停止日期不能早于试单日期和上线日期。')
  return { on: stoppedOn, reason: churnReason }
}
