import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Cents, Day, endpoint, Id } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

const amount = Cents.min(0).nullable().optional()

/** A person's complete monthly pay: an absent field means that it is not agreed. */
const agreed = {
  baseSalaryCents: amount.meta({ title: '基本工资' }),
  /** A fixed amount. The alternative is an amount per full year of service, up to a cap. */
  seniorityPayCents: amount.meta({ title: '工龄工资' }),
  seniorityPerYearCents: amount.meta({ title: '工龄每满一年' }),
  seniorityCapCents: amount.meta({ title: '工龄工资上限' }),
  commissionRateBp: z.int().min(0).max(10_000).nullable().optional().meta({ title: '提成比例' }),
  kpiBaseCents: amount.meta({ title: '绩效基数' }),
}

const Reason = line('原因', 200)

/** Agreed pay with its period. Amounts in 分 per month. */
export const Pay = z.object({
  id: z.int(),
  fromOn: z.string(),
  /** The day before the next row; null for the last row and for replaced rows. */
  toOn: z.string().nullable(),
  baseSalaryCents: z.int().nullable(),
  seniorityPayCents: z.int().nullable(),
  seniorityPerYearCents: z.int().nullable(),
  seniorityCapCents: z.int().nullable(),
  commissionRateBp: z.int().nullable(),
  kpiBaseCents: z.int().nullable(),
  reason: z.string().nullable(),
  /** `replaced`: corrected or undone, kept for reference. */
  state: z.enum(['past', 'current', 'planned', 'replaced']),
  createdAt: z.iso.datetime(),
  createdByName: z.string().nullable(),
  replacedAt: z.iso.datetime().nullable(),
  replacedByName: z.string().nullable(),
  replacedReason: z.string().nullable(),
})

export type Pay = z.output<typeof Pay>

const Timeline = z.object({ items: z.array(Pay) })
const one = { id: Id, payId: Id }

/** The same fields as query parameters, for the preview. */
const amountTyped = z.coerce.number().pipe(Cents.min(0)).optional()
const typed = {
  baseSalaryCents: amountTyped,
  seniorityPayCents: amountTyped,
  kpiBaseCents: amountTyped,
  seniorityPerYearCents: amountTyped,
  seniorityCapCents: amountTyped,
  commissionRateBp: z.coerce.number().pipe(z.int().min(0).max(10_000)).optional(),
}

/** Admins read and write; finance reads (design/domain-2.md, section 4). */
export const staffPay = {
  list: endpoint('GET /api/staff/:id/pay', {
    needs: 'canChargeCustomer',
    summary: '员工薪酬，按生效日期；管理员和财务可看，客服、组长和商务没有这个接口的权限',
    input: z.strictObject({ id: Id }),
    output: Timeline,
  }),
  add: endpoint('POST /api/staff/:id/pay', {
    needs: 'canAdmin',
    summary: '调薪：第一次可从任意日期起；之后从未结账的日期起，写明原因',
    input: z.strictObject({ id: Id, fromOn: Day.meta({ title: '生效日期' }), ...agreed, reason: Reason }),
    output: Timeline,
  }),
  correct: endpoint('POST /api/staff/:id/pay/:payId/correct', {
    needs: 'canAdmin',
    summary: '更正登错的薪酬：写明原因，原来的保留备查；已结账的月份不变',
    input: z.strictObject({ ...one, ...agreed, reason: Reason }),
    output: Timeline,
  }),
  withdraw: endpoint('POST /api/staff/:id/pay/:payId/withdraw', {
    needs: 'canAdmin',
    summary: '撤回还没有生效的薪酬，写明原因；之前的薪酬继续有效',
    input: z.strictObject({ ...one, reason: Reason }),
    output: Timeline,
  }),
  addConsequences: endpoint('GET /api/staff/:id/pay/consequences', {
    needs: 'canAdmin',
    isHeavy: true,
    budget: 'preview',
    summary: '调薪之前看后果：没有结账的各月工资',
    input: z.strictObject({ id: Id, fromOn: Day, ...typed }),
    output: Consequences,
  }),
  correctConsequences: endpoint('GET /api/staff/:id/pay/:payId/correct/consequences', {
    needs: 'canAdmin',
    isHeavy: true,
    budget: 'preview',
    summary: '更正薪酬之前看后果：没有结账的各月工资',
    input: z.strictObject({ ...one, ...typed }),
    output: Consequences,
  }),
}
