import type * as z from 'zod'
import { type Day, monthOf } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, receiptProblem } from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { lockBillAtVersion } from './edit.ts'
import { billAuditLine } from './log.ts'
import * as queries from './queries.ts'
import type { ReceiptRow } from './receiptQueries.ts'
import * as receipts from './receiptQueries.ts'
import {
  assertDeposit,
  assertDepositLeft,
  assertMovable,
  assertNotReversed,
  assertWritable,
} from './refundRules.ts'
import * as rules from './rules.ts'
import { settle } from './settling.ts'
import { readerOf, readPage } from './toBill.ts'
import { assertMayWriteOff } from './writingOff.ts'

type Input<K extends keyof typeof customerBillSteps> = z.output<(typeof customerBillSteps)[K]['input']>

/** Values of the new row. */
interface ReceiptReplacement {
  billId: number
  onDay: Day
  reason: string
}

/**
 * Moves a receipt, reversal or payout to the right day: reverses the old row on its own day, so that it counts for
 * nothing, and adds a new row. The totals of the bill do not change.
 */
export async function redate(
  context: Context,
  { receiptId, day, reason, ...billVersion }: Input<'redate'>,
): Promise<BillPage> {
  const { db, record } = context
  await lockDepositOf(context, billVersion.id)
  const bill = await lockBillAtVersion(context, billVersion)
  const receipt = await receipts.getReceipt(db, bill.id, receiptId)
  assertNotReversed(receipt)
  if (receipt.method === 'writeoff') {
    assertMayWriteOff(context, bill)
    assertWritable(bill, day)
  }
  assertNoProblem('day', receiptProblem(await getStartedBooks(context, bill.companyCode), day))
  await replaceReceipt(context, receipt, { billId: bill.id, onDay: day, reason })
  const row = await queries.updateBill(db, bill.id, updatedNow(context))
  record(
    billAuditLine('redate', bill, row, {
      onDay: [receipt.onDay, day],
      amountCents: receipt.amountCents,
      reason,
    }),
  )
  return readPage(db, readerOf(context), bill.id)
}

/** Moves a receipt to another bill of the same customer and returns that bill. */
export async function move(
  context: Context,
  { receiptId, billId, reason, ...billVersion }: Input<'move'>,
): Promise<BillPage> {
  const { db, actor, record } = context
  await lockDepositOf(context, billVersion.id)
  await queries.lockBills(db, actor, [billVersion.id, billId])
  const from = await lockBillAtVersion(context, billVersion)
  const to = await queries.lockBill(db, actor, billId)
  const receipt = await receipts.getReceipt(db, from.id, receiptId)
  assertNotReversed(receipt)
  assertMovable(from, to, receipt)
  rules.assertReceivable(to, Math.abs(receipt.amountCents))
  if (receipt.method === 'deposit') {
    assertDeposit(
      to,
      receipt.amountCents,
      (await receipts.depositLeft(db, to.customerId)) + receipt.amountCents,
    )
  }
  if (from.kind === 'deposit' && to.kind !== 'deposit') {
    assertDepositLeft((await receipts.depositLeft(db, from.customerId)) - receipt.amountCents)
  }
  const { onDay, amountCents } = receipt
  await replaceReceipt(context, receipt, { billId: to.id, onDay, reason })
  const { method } = receipt
  await settle(context, from, { method, amountCents: -amountCents })
  const row = await settle(context, to, { method, amountCents })
  record(billAuditLine('move', to, row, { onDay, amountCents, from: from.code, reason }))
  return readPage(db, readerOf(context), to.id)
}

/** Bills to which a receipt of this bill can move: the customer's open bills. */
export async function moveTargets(
  { db, actor }: Context,
  { billId, keyword, id }: Input<'moveTargets'>,
): Promise<{ id: number; name: string }[]> {
  const { customerId } = await queries.reachBill(db, actor, billId)
  const found = await receipts.findMoveTargets(db, actor, { customerId, without: billId, keyword, id })
  return found.map(({ id: target, code, monthOn, owedCents }) => ({
    id: target,
    name: `${code} · ${monthOf(monthOn)} · ${formatMoney(owedCents)}`,
  }))
}

async function lockDepositOf({ db, actor }: Context, id: number): Promise<void> {
  const { customerId } = await queries.reachBill(db, actor, id)
  await receipts.lockDeposit(db, customerId)
}

/** Reverses a row on its own day and inserts the new row. */
async function replaceReceipt(
  { db, actor, clock }: Context,
  old: ReceiptRow,
  { billId, onDay, reason }: ReceiptReplacement,
): Promise<void> {
  const { companyCode, amountCents, method, txnNo, voucherNo, note } = old
  const stamp = createdNow({ actor, clock })
  const replacement = { companyCode, billId, onDay, amountCents, method, replacesId: old.id, ...stamp }
  const reversal = {
    companyCode,
    billId: old.billId,
    onDay: old.onDay,
    amountCents: -amountCents,
    method,
    reversesId: old.id,
    reason,
    ...stamp,
  }
  await receipts.markReversed(db, old.id, clock())
  if (old.reversesId === null) {
    // A single statement, so that the deposit is not overdrawn in between. Write-offs keep their reason.
    await receipts.insertReceipts(db, [
      { ...replacement, txnNo, voucherNo, note, reason: old.reason },
      reversal,
    ])
    return
  }
  // Redating a reversal: the reversal is itself reversed, and a new one is added. In between, the receipt counts again,
  // so the deposit must cover it once more.
  if (method === 'deposit') {
    const { customerId } = await queries.reachBill(db, actor, old.billId)
    assertDepositLeft((await receipts.depositLeft(db, customerId)) + amountCents)
  }
  const reversalId = await receipts.insertReceipt(db, reversal)
  await receipts.markReversed(db, reversalId, clock())
  await receipts.insertReceipt(db, { ...replacement, reversesId: reversalId, reason: old.reason ?? reason })
}
