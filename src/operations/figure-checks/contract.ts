import * as z from 'zod'
import { endpoint, Id, page, paged } from '#kit/contract.ts'

/** A comparison of a company's stored months with their days. */
export const FigureCheck = z.object({
  id: z.int(),
  companyCode: z.string(),
  checkedAt: z.iso.datetime(),
  /** Null if the nightly job started it. */
  askedByName: z.string().nullable(),
  /** The months compared for all stores, as `2026-05`. */
  months: z.array(z.string()),
  /** Number of store months compared, and how many of them because they had changed since the last comparison. */
  compared: z.int(),
  changed: z.int(),
  tookMs: z.int(),
  /** Number of store months that differ from their days, and how many of these have been recalculated. */
  found: z.int(),
  mended: z.int(),
})

export type FigureCheck = z.output<typeof FigureCheck>

/** A total as stored and as counted from the days; null if there is no such month or no such day. */
export const Difference = z.object({
  /** The column of the total; `sumNames` in rules.ts maps it to its label. */
  sum: z.string(),
  kept: z.number().nullable(),
  counted: z.number().nullable(),
})

/** A store month that differs from its days. */
export const FigureFinding = z.object({
  id: z.int(),
  storeId: z.int(),
  storeName: z.string(),
  month: z.string(),
  differences: z.array(Difference),
  mendedAt: z.iso.datetime().nullable(),
  mendedByName: z.string().nullable(),
})

export type FigureFinding = z.output<typeof FigureFinding>

export const figureChecks = {
  list: endpoint('GET /api/figure-checks', {
    needs: 'canAdmin',
    summary: '数据核对：每次核对了哪些月份、多少店月，发现几处不一致，最新的在前',
    input: page({}, ['id']),
    output: paged(FigureCheck),
  }),
  findings: endpoint('GET /api/figure-checks/:id/findings', {
    needs: 'canAdmin',
    summary: '一次核对发现的不一致：月汇总与逐日相加各是多少',
    input: page({ id: Id }, ['id']),
    output: paged(FigureFinding).extend({ checkedAt: z.iso.datetime() }),
  }),
  run: endpoint('POST /api/figure-checks', {
    needs: 'canAdmin',
    isHeavy: true,
    summary: '现在就核对本公司的月汇总',
    input: z.strictObject({}),
    output: FigureCheck,
  }),
  mend: endpoint('POST /api/figure-checks/:id/mend', {
    needs: 'canAdmin',
    isHeavy: true,
    summary: '按逐日数据重算这次核对发现的月汇总',
    input: z.strictObject({ id: Id }),
    output: FigureCheck,
  }),
}
