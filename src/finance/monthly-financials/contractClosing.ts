import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Cents, endpoint, Id, Month, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { companyCode, ManualLine, MonthPage, PartKind } from './contract.ts'

export const CheckItem = z.enum([
  'begun',
  'previousClosed',
  'monthOver',
  'figures',
  'worklogs',
  'payroll',
  'unpriced',
  'draftBills',
  'missingBills',
  'settlements',
  'rerate',
  'missingIssued',
  'claims',
  'negativeMargins',
  'identity',
  'ties',
])
export type CheckItem = z.output<typeof CheckItem>

/** An item of the checklist. `waivable`: it may stay open with a reason. */
export const Check = z.object({
  item: CheckItem,
  done: z.boolean(),
  waivable: z.boolean(),
  /** Number of open cases, and of all cases; `identity` has its difference in `cents`. */
  count: z.int(),
  of: z.int().nullable(),
  cents: z.int().nullable(),
  /** Names of the first open cases. */
  examples: z.array(z.string()),
  /** Path and query of the page that fixes the item; null without one. */
  link: z.string().nullable(),
})
export type Check = z.output<typeof Check>

/** Closing applies to one company: the user's own unless an admin of the headquarters names another. */
const of = { month: Month, companyCode }

export const monthClosing = {
  checklist: endpoint('GET /api/monthly-financials/:month/checklist', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '结账前要处理的事项',
    input: z.strictObject(of),
    output: z.object({ items: z.array(Check) }),
  }),
  close: endpoint('POST /api/monthly-financials/:month/close', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '结账：写下快照，此后这个月的账不能再改',
    input: z.strictObject({
      ...of,
      /** 0 for a month without a row. */
      version: z.int().min(0),
      waived: z.array(z.strictObject({ item: CheckItem, reason: line('原因', 200) })).max(20),
      /** Seal of the preview shown to the user: the month is not closed if its result has changed since. */
      seal: z.string().max(64).optional(),
    }),
    output: MonthPage,
  }),
  closeConsequences: endpoint('GET /api/monthly-financials/:month/close/consequences', {
    needs: 'canManageMonthlyFinancial',
    budget: 'preview',
    isHeavy: true,
    summary: '结账之前看后果：结果、不能再改的单据和工资',
    input: z.strictObject(of),
    output: Consequences,
  }),
  reopenConsequences: endpoint('GET /api/monthly-financials/:month/reopen/consequences', {
    needs: 'canManageMonthlyFinancial',
    budget: 'preview',
    isHeavy: true,
    summary: '反结账之前看后果：又可以修改的单据、重新计算的工资、何时生效',
    input: z.strictObject(of),
    output: Consequences,
  }),
  reopen: endpoint('POST /api/monthly-financials/:month/reopen', {
    needs: 'canManageMonthlyFinancial',
    summary: '反结账：公司有第二位管理员时，由对方确认后生效',
    input: z.strictObject({ ...of, version: Version, reason: line('原因', 200) }),
    output: MonthPage,
  }),
  confirmReopen: endpoint('POST /api/monthly-financials/:month/confirm-reopen', {
    needs: 'canManageMonthlyFinancial',
    summary: '确认另一位管理员的反结账',
    input: z.strictObject({ ...of, version: Version }),
    output: MonthPage,
  }),
  withdrawReopen: endpoint('POST /api/monthly-financials/:month/withdraw-reopen', {
    needs: 'canManageMonthlyFinancial',
    summary: '撤回本人申请的反结账',
    input: z.strictObject({ ...of, version: Version }),
    output: MonthPage,
  }),
  differences: endpoint('GET /api/monthly-financials/:month/differences', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '快照与现在逐项比较',
    input: z.strictObject(of),
    output: z.object({
      snapshotNo: z.int(),
      /** Sums, and parts by name, that differ from the snapshot. */
      items: z.array(
        z.object({
          part: PartKind.nullable(),
          name: z.string(),
          figure: z.string(),
          beforeCents: z.int(),
          nowCents: z.int(),
        }),
      ),
    }),
  }),
  addLine: endpoint('POST /api/monthly-financials/:month/lines', {
    needs: 'canManageMonthlyFinancial',
    summary: '增加手工项，如房租、社保；每月都有的，以后每月一日自动记入',
    input: z.strictObject({
      ...of,
      label: line('项目', 60),
      amountCents: Cents.meta({ title: '金额' }),
      /** A recurring cost from this month on. */
      monthly: z.boolean().optional().meta({ title: '每月都有' }),
      /** Last month of a recurring cost; no end if absent. */
      to: Month.optional().meta({ title: '结束月份' }),
    }),
    output: ManualLine,
  }),
  stopLine: endpoint('POST /api/monthly-financials/:month/lines/:id/stop', {
    needs: 'canManageMonthlyFinancial',
    summary: '每月的手工项从下月起不再记入；已记入的不变',
    input: z.strictObject({ ...of, id: Id, version: Version }),
    output: ManualLine,
  }),
  removeLine: endpoint('DELETE /api/monthly-financials/:month/lines/:id', {
    needs: 'canManageMonthlyFinancial',
    summary: '删除手工项；日志留下原来的内容',
    input: z.strictObject({ ...of, id: Id, version: Version }),
    output: z.object({}),
  }),
}
