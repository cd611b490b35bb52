import * as z from 'zod'
import { ChurnReason } from '#clients/churn-records/contract.ts'
import { endpoint } from '#kit/contract.ts'
import { filters } from './contract.ts'

const Group = z.object({
  id: z.int(),
  name: z.string(),
  lost: z.int(),
  wonBack: z.int(),
  retaining: z.int(),
  lostFeeCents: z.int().optional(),
})

/** Counts of the records under the filters. `lost` were confirmed, whether or not they came back since. */
export const ChurnOverview = z.object({
  counts: z.object({ retaining: z.int(), churned: z.int(), wonBack: z.int(), cancelled: z.int() }),
  /** Of the records 已流失: Σ of the fees at confirmation, and of how many a fee is known. Absent where fees are hidden. */
  lostFee: z.object({ cents: z.int(), known: z.int() }).optional(),
  medianTenureDays: z.int().nullable(),
  /** Per month of detection and reason, of those not withdrawn; null where no reason is known yet. */
  reasons: z.array(z.object({ month: z.string(), reason: ChurnReason.nullable(), count: z.int() })),
  /** How many were lost after so many days of service: up to 90, 180, 365, 730, and more. */
  tenures: z.array(z.object({ upTo: z.int().nullable(), count: z.int() })),
  owners: z.array(Group),
  leaders: z.array(Group),
})

export type ChurnOverview = z.output<typeof ChurnOverview>

export const churnOverview = {
  overview: endpoint('GET /api/churn-records/overview', {
    needs: 'canReadCustomer',
    summary: '流失分析：原因、服务时长、月费、负责人、召回率',
    input: z.strictObject(filters),
    output: ChurnOverview,
  }),
}
