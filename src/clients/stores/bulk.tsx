import { t } from '#kit/text.ts'
import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import { staff } from '#people/staff/contract.ts'
import { stores } from './contract.ts'
import { seatNames, serviceTypeNames, shiftNames } from './rules.ts'

const replaced = () => t('会替换每条记录原有的内容')

/** Stores as a bulk edit offers them. */
export const storeBulk: BulkFields = {
  endpoint: stores.update,
  fields: () => [
    { key: 'leaderId', kind: 'picker', options: staff.options, query: { purpose: 'leader' } },
    { key: 'category' },
    { key: 'serviceTypes', kind: 'multi', options: choicesOf(serviceTypeNames), hint: replaced() },
    { key: 'serviceHours' },
    { key: 'shifts', kind: 'multi', options: choicesOf(shiftNames), hint: replaced() },
    { key: 'seat', kind: 'select', options: choicesOf(seatNames) },
    { key: 'trialOn', kind: 'day' },
    { key: 'onlineOn', kind: 'day' },
    { key: 'contractEndOn', kind: 'day' },
    { key: 'targetReplyRateBp', kind: 'percent' },
    { key: 'targetFirstResponseS', kind: 'number', min: 0, max: 86_400, suffix: t('秒') },
    { key: 'targetAverageResponseS', kind: 'number', min: 0, max: 86_400, suffix: t('秒') },
    { key: 'remark', kind: 'textarea', hint: replaced() },
  ],
}
