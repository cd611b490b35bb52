import * as z from 'zod'
import { Cents, Day, endpoint, Id, Option, optionsEndpoint, Version } from '#kit/contract.ts'

const Amount = Cents.min(0)

/**
 * Amount from which an admin must approve, and amount from which items are flagged. Version 0: defaults, never saved.
 */
export const ClaimRule = z.object({
  adminFromCents: z.int(),
  itemLimitCents: z.int(),
  version: z.int(),
})

export type ClaimRule = z.output<typeof ClaimRule>

export const claimRules = {
  get: endpoint('GET /api/reimbursement-rules', {
    needs: 'canReportReimbursementBill',
    summary: '本公司的报销审批金额',
    input: z.strictObject({}),
    output: ClaimRule,
  }),
  set: endpoint('PATCH /api/reimbursement-rules', {
    needs: 'canAdmin',
    summary: '修改本公司的报销审批金额；已提交的报销单不受影响',
    input: z.strictObject({
      adminFromCents: Amount.meta({ title: '管理员加审起点' }),
      itemLimitCents: Amount.meta({ title: '单笔提示起点' }),
      version: Version.or(z.literal(0)),
    }),
    output: ClaimRule,
  }),
}

/** A stand-in arrangement: `standInId` decides for `staffId` between two days. */
export const StandIn = z.object({
  id: z.int(),
  staffId: z.int(),
  staffName: z.string(),
  standInId: z.int(),
  standInName: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  mine: z.boolean(),
})

export type StandIn = z.output<typeof StandIn>

export const standIns = {
  list: endpoint('GET /api/reimbursement-stand-ins', {
    needs: 'canReviewReimbursementBill',
    summary: '本人请谁代审、替谁代审，还没有结束的',
    input: z.strictObject({}),
    output: z.object({ items: z.array(StandIn) }),
  }),
  options: optionsEndpoint('GET /api/reimbursement-stand-ins/options', {
    offers: 'stand-in',
    needs: 'canReviewReimbursementBill',
    summary: '可以请来代审的同事：本公司在职的管理员和财务',
    input: z.strictObject({}),
    output: z.array(Option),
  }),
  create: endpoint('POST /api/reimbursement-stand-ins', {
    needs: 'canReviewReimbursementBill',
    summary: '外出时请一位同事代审报销单，最多 60 天',
    input: z.strictObject({
      standInId: Id.meta({ title: '代审人' }),
      fromOn: Day.meta({ title: '开始日期' }),
      toOn: Day.meta({ title: '结束日期' }),
    }),
    output: StandIn,
  }),
  remove: endpoint('DELETE /api/reimbursement-stand-ins/:id', {
    needs: 'canReviewReimbursementBill',
    summary: '收回本人的代审安排',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
}
