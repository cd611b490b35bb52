import { addDays } from '#kit/calendar.ts'
import type { ChurnCase } from './churnCases.ts'
import { random } from './random.ts'

/** Retention measures, with the results of success and failure. */
const RETENTION_ACTIONS: [what: string, helped: string, failed: string][] = [
  ['电话回访，记下三条意见', '愿意等两周再定', '电话里没有表态'],
  ['登门拜访，说明整改办法', '同意先不停', '仍坚持要走'],
  ['更换主责客服', '回复率回到目标之上', '客户认为为时已晚'],
  ['给出三个月九折', '接受报价', '觉得价格仍高'],
  ['大促加派两位客服', '排队降到一分钟以内', '客户已另找人手'],
]

/** The measures of a case by day; the last one of an open case has no result yet. */
export function retentionActionsOf(one: ChurnCase, recordId: number, today: string) {
  const chance = random(`churn measures ${recordId}`)
  const rows = []
  let onDay = one.detectedOn
  // No measures are recorded for losses before the books began.
  const tried = one.lost.some(({ takenOver }) => takenOver) ? 0 : chance.between(0, 3)
  for (let n = tried; n > 0; n -= 1) {
    onDay = addDays(onDay, chance.between(1, 4))
    if (onDay > (one.stopOn ?? one.cancelledOn ?? today)) break
    const [what, helped, failed] = chance.pick(RETENTION_ACTIONS)
    const last = n === 1
    const outcome =
      one.status === 'retaining' && last ? 'open' : last && one.cancelledOn ? 'helped' : 'failed'
    const at = new Date(`${onDay}T08:00:00Z`)
    const { ownerId } = one.customer
    rows.push({
      recordId,
      onDay,
      what,
      staffId: ownerId,
      outcome,
      result: { open: null, helped, failed }[outcome],
      createdAt: at,
      createdBy: ownerId,
      updatedAt: at,
      updatedBy: ownerId,
    })
  }
  return rows
}
