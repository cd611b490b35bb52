import type * as z from 'zod'
import { lastDayOf, monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { lockBillAtVersion } from './edit.ts'
import { billAuditLine, formatLineForLog } from './log.ts'
import type { NewLine } from './queries.ts'
import * as queries from './queries.ts'
import { depositLeft, lockDeposit } from './receiptQueries.ts'
import { addRefundedAmount } from './refunding.ts'
import { assertDepositLeft, assertRefundable } from './refundRules.ts'
import { taxRateOf } from './rules.ts'
import { issueLockedDraft } from './steps.ts'
import { readerOf, readPage } from './toBill.ts'

/**
 * Refunds a paid bill in whole or in part: creates and issues a refund bill in the current month and updates the
 * refunded amount of the paid bill. Returns the refund.
 */
export async function refund(
  context: Context,
  input: z.output<typeof customerBillSteps.refund.input>,
): Promise<BillPage> {
  const { db, actor, clock, record } = context
  const { customerId } = await queries.reachBill(db, actor, input.id)
  await lockDeposit(db, customerId)
  const before = await lockBillAtVersion(context, input)
  assertRefundable(before, await queries.findRelated(db, before.id), input.amountCents)
  if (before.kind === 'deposit') {
    assertDepositLeft((await depositLeft(db, before.customerId)) - input.amountCents)
  }
  const { companyCode, storeId } = before
  const month = monthOf(today(clock))
  const line: NewLine = {
    item: 'refund',
    qty: 1,
    per: 1,
    price: -input.amountCents,
    amountCents: -input.amountCents,
    taxRateBp: taxRateOf(before.kind),
  }
  const draft = await queries.insertBill(db, {
    companyCode,
    customerId: before.customerId,
    storeId,
    kind: 'refund',
    relatesToId: before.id,
    monthOn: `${month}-01`,
    fromOn: `${month}-01`,
    toOn: lastDayOf(month),
    totalCents: line.amountCents,
    reason: input.reason,
    ...createdNow(context),
    ...updatedNow(context),
  })
  await queries.replaceLines(db, draft.id, [line])
  record(billAuditLine('create', {}, draft, { lines: [null, [formatLineForLog(line)]] }))
  await issueLockedDraft(context, draft, { dueOn: input.dueOn })
  await addRefundedAmount(context, before, input.amountCents)
  return readPage(db, readerOf(context), draft.id)
}
