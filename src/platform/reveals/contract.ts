import * as z from 'zod'
import { endpoint, Version } from '#kit/contract.ts'

/** The daily limit of a company without a setting. */
export const DEFAULT_PER_DAY = 100

/** The number of masked values that a person of a role may reveal per day; version 0 if it was never set. */
export const RevealLimit = z.object({ role: z.int(), perDay: z.int(), version: z.int() })

export type RevealLimit = z.output<typeof RevealLimit>

export const revealLimits = {
  list: endpoint('GET /api/reveal-limits', {
    needs: 'canAdmin',
    summary: '本公司各角色每人每天可以查看多少次完整信息',
    input: z.strictObject({}),
    output: z.object({ items: z.array(RevealLimit) }),
  }),
  set: endpoint('PATCH /api/reveal-limits/:role', {
    needs: 'canAdmin',
    summary: '修改一个角色每人每天的查看上限，0 表示不能查看',
    input: z.strictObject({
      role: z.union([
        z.int(),
        z
          .string()
          .regex(/^[1-4]$/)
          .transform(Number),
      ]),
      perDay: z.int().min(0).max(1000).meta({ title: '每人每天上限' }),
      version: Version.or(z.literal(0)),
    }),
    output: RevealLimit,
  }),
}
