import { t } from '#kit/text.ts'
import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { bulkControls } from '#kit/ui/recordFields.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { stores } from './contract.ts'
import { storeFields } from './fields.ts'

/** The store fields that a bulk edit offers; `shifts` are the shifts of the company. */
export const storeBulk = (shifts: readonly Choice<string>[]): BulkFields => ({
  endpoint: stores.update,
  fields: () => {
    const seconds = { kind: 'number', min: 0, max: 86_400, suffix: t('秒') } as const
    return bulkControls(
      storeFields,
      [
        ...(['leaderId', 'category', 'serviceTypes', 'serviceHours', 'shifts', 'seat'] as const),
        ...(['trialOn', 'onlineOn', 'contractEndOn'] as const),
        ...(['targetReplyRateBp', 'targetFirstResponseS', 'targetAverageResponseS', 'remark'] as const),
      ],
      {
        shifts: { options: shifts },
        leaderId: { kind: 'picker', options: staffOptions, query: { purpose: 'leader' } },
        targetFirstResponseS: seconds,
        targetAverageResponseS: seconds,
      },
    )
  },
})
