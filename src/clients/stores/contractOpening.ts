import * as z from 'zod'
import { ChurnReason } from '#clients/churn-records/contract.ts'
import { Day } from '#kit/contract.ts'
import { StoreInput } from './contract.ts'

/** A store in the import for going live. It may have stopped before, with last day and reason. */
export const OpeningStore = StoreInput.extend({
  status: z
    .enum(['pending', 'trial', 'serving', 'paused', 'stopped'])
    .default('pending')
    .meta({ title: '状态' }),
  stoppedOn: Day.optional().meta({ title: '停止日期' }),
  churnReason: ChurnReason.optional(),
})

export type OpeningStore = z.output<typeof OpeningStore>
