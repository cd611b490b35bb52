import * as z from 'zod'
import { Duty } from '#clients/stores/assignments/contract.ts'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Cents, endpoint, Id, Keyword, Month, many, page, paged } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { Basis } from '#operations/clock-records/rule/contract.ts'

/** Monthly pay of a person, in 分; the total is the sum of the other five. */
const amounts = {
  baseCents: z.int(),
  seniorityCents: z.int(),
  storeCents: z.int(),
  commissionCents: z.int(),
  correctionCents: z.int(),
  totalCents: z.int(),
}

export const PayRow = z.object({
  staffId: z.int(),
  staffName: z.string(),
  /** Head of the person's team; null if there is none. */
  headName: z.string().nullable(),
  companyCode: z.string(),
  month: z.string(),
  ...amounts,
  /** Agreed monthly base pay on the last employed day of the month. */
  agreedBaseCents: z.int(),
  /** Attended and owed days after corrections. `measured`: from roster or assignments; otherwise employed days. */
  attendedDays: z.number(),
  owedDays: z.int(),
  measured: z.boolean(),
  correctedDays: z.number(),
  /** Number of stores that pay a salary. */
  stores: z.int(),
  /** Difference to the previous month; null if the person was not on its sheet. */
  changeCents: z.int().nullable(),
  /** Whether the month is closed and the amounts are those saved at closing. */
  frozen: z.boolean(),
})
export type PayRow = z.output<typeof PayRow>

/** Consecutive days with the same pay from a store. */
export const PayLine = z.object({
  fromOn: z.string(),
  toOn: z.string(),
  days: z.int(),
  duty: Duty,
  sharePercent: z.int(),
  termsId: z.int(),
  /** Monthly store salary from the terms. */
  salaryCents: z.int(),
  amountCents: z.int(),
})
export type PayLine = z.output<typeof PayLine>

/** A person's earnings from a store. */
export const PayStore = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  customerName: z.string(),
  lines: z.array(PayLine),
  /** Sum of `lines`. */
  salaryCents: z.int(),
  /** The person's sales per commission rate (basis points), with the commission. */
  commissions: z.array(z.object({ salesCents: z.int(), rateBp: z.int(), commissionCents: z.int() })),
  /** Sum of `commissions`. */
  commissionCents: z.int(),
})
export type PayStore = z.output<typeof PayStore>

/** A correction: either an amount or days of attendance. */
export const Correction = z.object({
  id: z.int(),
  amountCents: z.int().nullable(),
  days: z.number().nullable(),
  reason: z.string(),
  /** Id of the correction that this one reverses; `reversed`: this one has been reversed. */
  reversesId: z.int().nullable(),
  reversed: z.boolean(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
})
export type Correction = z.output<typeof Correction>

export const PayPage = PayRow.extend({
  daysInMonth: z.int(),
  employedDays: z.int(),
  /** Agreed monthly amounts by period, with the employed days in each. */
  agreed: z.array(
    z.object({
      fromOn: z.string(),
      toOn: z.string(),
      days: z.int(),
      baseCents: z.int(),
      seniorityCents: z.int(),
    }),
  ),
  /** Owed days, and the days that count by the basis: those with an approved log, or with clock records. */
  owed: z.array(z.string()),
  logged: z.array(z.string()),
  basis: Basis,
  /** Owed days with an unpaid leave, and the leave's days. */
  unpaid: z.array(z.string()),
  unpaidDays: z.number(),
  storeLines: z.array(PayStore),
  /** Newest first. */
  corrections: z.array(Correction),
  /** Previous month; null if the person was not on its sheet. */
  before: z.object(amounts).nullable(),
})
export type PayPage = z.output<typeof PayPage>

const Reason = line('原因', 200)
const month = Month.meta({ title: '月份' })

const filters = {
  /** Defaults to the previous month. */
  month: month.optional(),
  keyword: Keyword,
  companyCode: many(z.string().regex(/^\d{3}$/)).meta({ title: '公司' }),
  only: z.enum(['corrected', 'absent', 'unmeasured']).optional().meta({ title: '只看' }),
}

export const payroll = {
  list: endpoint('GET /api/reports/payroll', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '店铺工资：一个月里每人的底薪、出勤、工龄、店铺工资、提成和更正；已结的月份按结账时',
    input: page(filters, [
      ...(['staffName', 'baseCents', 'storeCents', 'commissionCents'] as const),
      ...(['correctionCents', 'totalCents', 'changeCents'] as const),
    ]),
    output: paged(PayRow).extend({
      month: z.string(),
      /** Totals of all people under the filters. */
      totals: z.object(amounts),
      /** Total of the previous month under the same filters. */
      beforeCents: z.int(),
    }),
  }),
  get: endpoint('GET /api/reports/payroll/:staffId', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '一个人一个月的工资，到店铺、计费方式和日子',
    input: z.strictObject({ staffId: Id, month: month.optional() }),
    output: PayPage,
  }),
  correct: endpoint('POST /api/reports/payroll/corrections', {
    needs: 'canManageMonthlyFinancial',
    summary: '更正：加减一笔金额，或加减出勤天数，二者填一；写明原因',
    input: z.strictObject({
      staffId: Id,
      month,
      amountCents: Cents.optional().meta({ title: '金额' }),
      days: z.number().min(-31).max(31).multipleOf(0.5).optional().meta({ title: '出勤天数' }),
      reason: Reason,
    }),
    output: PayPage,
  }),
  correctConsequences: endpoint('GET /api/reports/payroll/corrections/consequences', {
    needs: 'canManageMonthlyFinancial',
    budget: 'preview',
    summary: '更正之前看后果：这个人这个月的工资',
    input: z.strictObject({
      staffId: Id,
      month,
      amountCents: z.coerce.number().pipe(Cents).optional(),
      days: z.coerce.number().min(-31).max(31).multipleOf(0.5).optional(),
    }),
    output: Consequences,
  }),
  reverseConsequences: endpoint('GET /api/reports/payroll/corrections/:id/reverse/consequences', {
    needs: 'canManageMonthlyFinancial',
    budget: 'preview',
    summary: '撤销更正之前看后果：这个人这个月的工资',
    input: z.strictObject({ id: Id }),
    output: Consequences,
  }),
  reverse: endpoint('POST /api/reports/payroll/corrections/:id/reverse', {
    needs: 'canManageMonthlyFinancial',
    summary: '撤销一条更正：另记一条相反的',
    input: z.strictObject({ id: Id, reason: Reason }),
    output: PayPage,
  }),
}
