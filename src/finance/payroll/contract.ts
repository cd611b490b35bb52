import * as z from 'zod'
import { Duty } from '#clients/stores/assignments/contract.ts'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Cents, endpoint, Id, Keyword, Month, many, page, paged } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

/** What a person gets for a month, in 分; the total is the sum of the other five. */
const amounts = {
  baseCents: z.int(),
  seniorityCents: z.int(),
  storeCents: z.int(),
  commissionCents: z.int(),
  correctionCents: z.int(),
  totalCents: z.int(),
}

/** One person's month. */
export const PayRow = z.object({
  staffId: z.int(),
  staffName: z.string(),
  /** The head of the team; null for who has none. */
  headName: z.string().nullable(),
  companyCode: z.string(),
  month: z.string(),
  ...amounts,
  /** The base that is agreed for a whole month, on the last day of it. */
  agreedBaseCents: z.int(),
  /** Days attended of days owed, as corrected; `measured`: by roster or assignments, else by days with the company. */
  attendedDays: z.number(),
  owedDays: z.int(),
  measured: z.boolean(),
  correctedDays: z.number(),
  /** Stores that pay something. */
  stores: z.int(),
  /** The total less that of the month before; null for who was not on that one's sheet. */
  changeCents: z.int().nullable(),
  /** Whether the month is closed, and this is what was paid then. */
  frozen: z.boolean(),
})
export type PayRow = z.output<typeof PayRow>

/** Days that follow each other on which a store paid the person the same. */
export const PayLine = z.object({
  fromOn: z.string(),
  toOn: z.string(),
  days: z.int(),
  duty: Duty,
  sharePercent: z.int(),
  termsId: z.int(),
  /** What the terms pay a month for serving the store. */
  salaryCents: z.int(),
  amountCents: z.int(),
})
export type PayLine = z.output<typeof PayLine>

/** What a person earned by a store. */
export const PayStore = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  customerName: z.string(),
  lines: z.array(PayLine),
  /** Σ lines. */
  salaryCents: z.int(),
  /** The own sales on the days of each rate (basis points), and the commission on them. */
  commissions: z.array(z.object({ salesCents: z.int(), rateBp: z.int(), commissionCents: z.int() })),
  /** Σ commissions. */
  commissionCents: z.int(),
})
export type PayStore = z.output<typeof PayStore>

/** A correction: an amount, or days of attendance. */
export const Correction = z.object({
  id: z.int(),
  amountCents: z.int().nullable(),
  days: z.number().nullable(),
  reason: z.string(),
  /** The line that this one takes back; `reversed`: another one takes this back. */
  reversesId: z.int().nullable(),
  reversed: z.boolean(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
})
export type Correction = z.output<typeof Correction>

export const PayPage = PayRow.extend({
  daysInMonth: z.int(),
  employedDays: z.int(),
  /** What is agreed for a whole month, on which days, and how many of them the person was there. */
  agreed: z.array(
    z.object({
      ...{ fromOn: z.string(), toOn: z.string(), days: z.int(), baseCents: z.int(), seniorityCents: z.int() },
    }),
  ),
  /** Days on which the person was to work, and those with an approved log. */
  owed: z.array(z.string()),
  logged: z.array(z.string()),
  storeLines: z.array(PayStore),
  /** Newest first. */
  corrections: z.array(Correction),
  /** The month before; null for who was not on its sheet. */
  before: z.object(amounts).nullable(),
})
export type PayPage = z.output<typeof PayPage>

const Reason = line('原因', 200)
const month = Month.meta({ title: '月份' })

const filters = {
  /** Absent: the month before this one. */
  month: month.optional(),
  keyword: Keyword,
  companyCode: many(z.string().regex(/^\d{3}$/)).meta({ title: '公司' }),
  only: z.enum(['corrected', 'absent', 'unmeasured']).optional().meta({ title: '只看' }),
}

export const payroll = {
  list: endpoint('GET /api/reports/payroll', {
    needs: 'canManageMonthlyFinancial',
    summary: '店铺工资：一个月里每人的底薪、出勤、工龄、店铺工资、提成和更正；已结的月份按结账时',
    input: page(filters, [
      ...(['staffName', 'baseCents', 'storeCents', 'commissionCents'] as const),
      ...(['correctionCents', 'totalCents', 'changeCents'] as const),
    ]),
    output: paged(PayRow).extend({
      month: z.string(),
      /** Of everybody that the filters leave. */
      totals: z.object(amounts),
      /** Σ of the month before, of everybody on its sheet that the filters leave. */
      beforeCents: z.int(),
    }),
  }),
  get: endpoint('GET /api/reports/payroll/:staffId', {
    needs: 'canManageMonthlyFinancial',
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
