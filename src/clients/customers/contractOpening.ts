import * as z from 'zod'
import { ChurnReason } from '#clients/churn-records/contract.ts'
import { Day } from '#kit/contract.ts'
import { CustomerInput } from './contract.ts'

/** A customer in the import for going live. It may have been lost before, with day and reason. */
export const OpeningCustomer = CustomerInput.extend({
  status: z.enum(['trial', 'active', 'paused', 'churned']).default('trial').meta({ title: '状态' }),
  churnedOn: Day.optional().meta({ title: '流失日期' }),
  churnReason: ChurnReason.optional(),
})

export type OpeningCustomer = z.output<typeof OpeningCustomer>
