import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Cents, Day, endpoint, Id, someIds } from '#kit/contract.ts'
import { MAX_ISSUED, customerBillSteps as steps } from './contractSteps.ts'

const needs = 'canChargeCustomer'
const dueOn = Day.optional()
const one = { id: Id }

/** Previews of bill steps. Each runs its step in a transaction that is rolled back. */
export const billConsequences = {
  issue: endpoint(`GET ${steps.issue.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '出账之前看后果：金额、编号、到期日、客户的应收',
    input: z.strictObject({ ...one, dueOn }),
    output: Consequences,
  }),
  issueMany: endpoint(`GET ${steps.issueMany.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '批量出账之前看后果：张数、客户数、合计、缺数据和不能出账的',
    input: z.strictObject({ ids: someIds(MAX_ISSUED), dueOn }),
    output: Consequences,
  }),
  void: endpoint(`GET ${steps.void.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '驳回或作废之前看后果',
    input: z.strictObject(one),
    output: Consequences,
  }),
  refund: endpoint(`GET ${steps.refund.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '退款之前看后果',
    input: z.strictObject({ ...one, amountCents: z.coerce.number().pipe(Cents.min(1)) }),
    output: Consequences,
  }),
  writeOff: endpoint(`GET ${steps.writeOff.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '核销之前看后果：账单状态、未收、客户的应收',
    input: z.strictObject({ ...one, onDay: Day, amountCents: z.coerce.number().pipe(Cents.min(1)) }),
    output: Consequences,
  }),
  reverse: endpoint(`GET ${steps.reverse.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '冲销之前看后果：账单状态、未收、客户的应收、银行流水',
    input: z.strictObject({ ...one, receiptId: Id, onDay: Day }),
    output: Consequences,
  }),
  move: endpoint(`GET ${steps.move.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '改挂之前看后果：两张账单的未收',
    input: z.strictObject({ ...one, receiptId: Id, billId: Id }),
    output: Consequences,
  }),
}
