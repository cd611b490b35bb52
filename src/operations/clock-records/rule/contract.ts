import * as z from 'zod'
import { endpoint, Id, Month } from '#kit/contract.ts'

/** What attendance for pay is counted by: approved logs, clock records, or days that have both. */
export const Basis = z.enum(['log', 'clock', 'both']).meta({ title: '出勤按' })
export type Basis = z.output<typeof Basis>

/** How attendance is counted from a month on. */
export const ClockRule = z.object({
  id: z.int(),
  month: z.string(),
  basis: Basis,
  toleranceMinutes: z.int(),
  updatedByName: z.string(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})
export type ClockRule = z.output<typeof ClockRule>

export const Rules = z.object({
  /** What holds this month. */
  basis: Basis,
  toleranceMinutes: z.int(),
  /** This month and the first open one, which is the first that can be set. */
  thisMonth: z.string(),
  openMonth: z.string(),
  /** The latest first; without any, logs count and 10 minutes are tolerated. */
  rules: z.array(ClockRule),
})
export type Rules = z.output<typeof Rules>

export const clockRules = {
  get: endpoint('GET /api/clock/rules', {
    needs: 'canAdmin',
    summary: '出勤怎么算：本公司各月按日志、打卡还是两者都要，宽限几分钟',
    input: z.strictObject({}),
    output: Rules,
  }),
  set: endpoint('POST /api/clock/rules', {
    needs: 'canAdmin',
    summary: '从某月起改出勤的算法；已结账的月份不变',
    input: z.strictObject({
      month: Month.meta({ title: '起始月份' }),
      basis: Basis,
      toleranceMinutes: z.int().min(0).max(120).meta({ title: '宽限分钟' }),
      /** The version of the rule that began in the same month; absent if there was none. */
      version: Id.optional().meta({ title: '版本' }),
    }),
    output: Rules,
  }),
}
