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

/** Figures of the filtered records. `lost` counts confirmed losses, including those won back since. */
export const ChurnOverview = z.object({
  counts: z.object({ retaining: z.int(), churned: z.int(), wonBack: z.int(), cancelled: z.int() }),
  /**
   * For records in state 已流失: sum of the monthly fees at confirmation, in 分, and the number of records with a known
   * fee. Absent if fees are hidden from the user.
   */
  lostFee: z.object({ cents: z.int(), known: z.int() }).optional(),
  medianTenureDays: z.int().nullable(),
  /** Counts per month of detection and reason, without 已撤销; reason null if it is not known yet. */
  reasons: z.array(z.object({ month: z.string(), reason: ChurnReason.nullable(), count: z.int() })),
  /** Number of losses by days of service: up to 90, 180, 365, 730, and more (null). */
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
