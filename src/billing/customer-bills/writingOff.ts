import type * as z from 'zod'
import { can } from '#access/can.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, receiptProblem } from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { lockBillAtVersion } from './edit.ts'
import { billAuditLine } from './log.ts'
import * as receipts from './receiptQueries.ts'
import { assertWritable } from './refundRules.ts'
import * as rules from './rules.ts'
import { settle } from './settling.ts'
import { readerOf, readPage } from './toBill.ts'

const NEEDS_REASON = '核销须由管理员写明理由。'

/** Throws FORBIDDEN unless the actor is an admin of the bill's company; for write-offs and their reversals. */
export function assertMayWriteOff({ actor }: Context, { companyCode }: { companyCode: string }): void {
  if (!can(actor, 'canAdmin', { companyCode })) throw new AppError('FORBIDDEN', NEEDS_REASON)
}

/** Writes off an open amount: settles it without payment and adds it to the customer's costs of the month. */
export async function writeOff(
  context: Context,
  { onDay, amountCents, reason, ...billVersion }: z.output<(typeof customerBillSteps)['writeOff']['input']>,
): Promise<BillPage> {
  const { db, record } = context
  const before = await lockBillAtVersion(context, billVersion)
  assertMayWriteOff(context, before)
  if (!reason) throw invalidField('reason', NEEDS_REASON)
  assertWritable(before, onDay)
  assertNoProblem('onDay', receiptProblem(await getStartedBooks(context, before.companyCode), onDay))
  rules.assertReceivable(before, amountCents)
  await receipts.insertReceipt(db, {
    companyCode: before.companyCode,
    billId: before.id,
    onDay,
    amountCents,
    method: 'writeoff',
    reason,
    ...createdNow(context),
  })
  const row = await settle(context, before, { method: 'writeoff', amountCents })
  record(
    billAuditLine('write-off', before, row, {
      onDay,
      amountCents,
      method: 'writeoff',
      writeOffReason: reason,
    }),
  )
  return readPage(db, readerOf(context), before.id)
}
