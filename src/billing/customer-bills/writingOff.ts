import type * as z from 'zod'
import { can } from '#access/can.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { booksOf } from '#people/books/queries.ts'
import { assertNone, receiptProblem } from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { hold } from './edit.ts'
import { billLine } from './log.ts'
import { readerOf, readPage } from './present.ts'
import * as receipts from './queriesOfReceipts.ts'
import * as rules from './rules.ts'
import { assertWritable } from './rulesOfRefunds.ts'
import { settle } from './settling.ts'

const NEEDED = '核销须由管理员写明理由。'

/** Throws FORBIDDEN unless the actor is an admin of the bill's company; for write-offs and their reversals. */
export function assertMayWriteOff({ actor }: Context, { companyCode }: { companyCode: string }): void {
  if (!can(actor, 'canAdmin', { companyCode })) throw new AppError('FORBIDDEN', NEEDED)
}

/** Writes off an open amount: settles it without payment and adds it to the customer's costs of the month. */
export async function writeOff(
  context: Context,
  { onDay, amountCents, reason, ...seen }: z.output<(typeof customerBillSteps)['writeOff']['input']>,
): Promise<BillPage> {
  const { db, actor, clock, record } = context
  const before = await hold(context, seen)
  assertMayWriteOff(context, before)
  if (!reason) throw invalidField('reason', NEEDED)
  assertWritable(before, onDay)
  assertNone('onDay', receiptProblem(await booksOf(context, before.companyCode), onDay))
  rules.assertReceivable(before, amountCents)
  await receipts.insertReceipt(db, {
    ...{ companyCode: before.companyCode, billId: before.id, onDay, amountCents, method: 'writeoff', reason },
    ...{ createdAt: clock(), createdBy: actor.id },
  })
  const row = await settle(context, before, { method: 'writeoff', amountCents })
  record(
    billLine('write-off', before, row, { onDay, amountCents, method: 'writeoff', writeOffReason: reason }),
  )
  return readPage(db, readerOf(context), before.id)
}
