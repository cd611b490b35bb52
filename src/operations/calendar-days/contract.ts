import * as z from 'zod'
import { Day, endpoint, Id, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

/** A day off, or a weekend day worked in exchange for one (调休). */
export const DayKind = z.enum(['holiday', 'workday']).meta({ title: '类型' })
export type DayKind = z.output<typeof DayKind>

/** A day that differs from the regular week. */
export const SpecialDay = z.object({ on: z.string(), kind: DayKind, name: z.string() })
export type SpecialDay = z.output<typeof SpecialDay>

/** Who a day or a period applies to. Only headquarters may write rows for all companies. */
const Audience = z.enum(['all', 'company']).meta({ title: '适用范围' })

const Name = line('名称', 20)
const Year = z
  .string()
  .regex(/^20\d{2}$/)
  .optional()
  .meta({ title: '年份' })

const commonFields = {
  id: z.int(),
  /** Null for a row shared by all companies. */
  companyCode: z.string().nullable(),
  name: z.string(),
  /** Whether the user may change it. */
  mine: z.boolean(),
  updatedByName: z.string().nullable(),
  version: z.int(),
}

export const Holiday = z.object({ ...commonFields, on: z.string(), kind: DayKind })
export type Holiday = z.output<typeof Holiday>

export const PromotionPeriod = z.object({ ...commonFields, fromOn: z.string(), toOn: z.string() })
export type PromotionPeriod = z.output<typeof PromotionPeriod>

const fromOn = Day.meta({ title: '开始日期' })
const toOn = Day.meta({ title: '结束日期' })
const idInput = z.strictObject({ id: Id })
const removedOutput = z.object({ id: z.int() })

export const holidays = {
  list: endpoint('GET /api/holidays', {
    needs: 'canAdmin',
    summary: '节假日和调休上班的日子：全部公司共用的，和本公司自己的',
    input: page({ year: Year }, ['on']),
    output: paged(Holiday),
  }),
  create: endpoint('POST /api/holidays', {
    needs: 'canAdmin',
    summary: '添加一天或连续几天；同一天以本公司的为准',
    input: z.strictObject({
      name: Name,
      kind: DayKind,
      fromOn,
      toOn: toOn.nullable().optional(),
      audience: Audience.default('company'),
    }),
    output: z.object({ added: z.int() }),
  }),
  update: endpoint('PATCH /api/holidays/:id', {
    needs: 'canAdmin',
    summary: '修改一天的名称或类型',
    input: z.strictObject({ id: Id, version: Version, name: Name.optional(), kind: DayKind.optional() }),
    output: Holiday,
  }),
  remove: endpoint('DELETE /api/holidays/:id', {
    needs: 'canAdmin',
    summary: '删除一天，它又是平常的一天',
    input: idInput,
    output: removedOutput,
  }),
}

export const promotionPeriods = {
  list: endpoint('GET /api/promotion-periods', {
    needs: 'canAdmin',
    summary: '促销周：这些周不作预警的比较',
    input: page({ year: Year }, ['fromOn']),
    output: paged(PromotionPeriod),
  }),
  create: endpoint('POST /api/promotion-periods', {
    needs: 'canAdmin',
    summary: '添加一段促销，最长 92 天；同年同名的以本公司的为准',
    input: z.strictObject({ name: Name, fromOn, toOn, audience: Audience.default('company') }),
    output: PromotionPeriod,
  }),
  update: endpoint('PATCH /api/promotion-periods/:id', {
    needs: 'canAdmin',
    summary: '修改一段促销的名称或日期',
    input: z.strictObject({
      id: Id,
      version: Version,
      name: Name.optional(),
      fromOn: fromOn.optional(),
      toOn: toOn.optional(),
    }),
    output: PromotionPeriod,
  }),
  remove: endpoint('DELETE /api/promotion-periods/:id', {
    needs: 'canAdmin',
    summary: '删除一段促销',
    input: idInput,
    output: removedOutput,
  }),
}
