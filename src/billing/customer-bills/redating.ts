import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import { monthOf } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import type { Context } from '#kit/serve.ts'
import { booksOf } from '#people/books/queries.ts'
import { assertNone, receiptProblem } from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { hold, stampOf } from './edit.ts'
import { billLine } from './log.ts'
import { readerOf, readPage } from './present.ts'
import * as queries from './queries.ts'
import type { ReceiptRow } from './queriesOfReceipts.ts'
import * as receipts from './queriesOfReceipts.ts'
import * as rules from './rules.ts'
import {
  assertDeposit,
  assertDepositLeft,
  assertMovable,
  assertStanding,
  assertWritable,
} from './rulesOfRefunds.ts'
import { settle } from './settling.ts'
import { assertMayWriteOff } from './writingOff.ts'

type Input<K extends keyof typeof customerBillSteps> = z.output<(typeof customerBillSteps)[K]['input']>

/** Values of the new row. */
interface Anew {
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
  { receiptId, day, reason, ...seen }: Input<'redate'>,
): Promise<BillPage> {
  const { db, record } = context
  await lockDepositOf(context, seen.id)
  const bill = await hold(context, seen)
  const receipt = await receipts.getReceipt(db, bill.id, receiptId)
  assertStanding(receipt)
  if (receipt.method === 'writeoff') {
    assertMayWriteOff(context, bill)
    assertWritable(bill, day)
  }
  assertNone('day', receiptProblem(await booksOf(context, bill.companyCode), day))
  await writeAnew(context, receipt, { billId: bill.id, onDay: day, reason })
  const row = await queries.updateBill(db, bill.id, stampOf(context))
  record(
    billLine('redate', bill, row, { onDay: [receipt.onDay, day], amountCents: receipt.amountCents, reason }),
  )
  return readPage(db, readerOf(context), bill.id)
}

/** Moves a receipt to another bill of the same customer and returns that bill. */
export async function move(
  context: Context,
  { receiptId, billId, reason, ...seen }: Input<'move'>,
): Promise<BillPage> {
  const { db, actor, record } = context
  await lockDepositOf(context, seen.id)
  // Lock in ascending id order so that concurrent moves cannot deadlock.
  const [first, second] = [Math.min(seen.id, billId), Math.max(seen.id, billId)]
  await queries.lockBill(db, actor, first)
  await queries.lockBill(db, actor, second)
  const from = await hold(context, seen)
  const to = await queries.lockBill(db, actor, billId)
  const receipt = await receipts.getReceipt(db, from.id, receiptId)
  assertStanding(receipt)
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
  await writeAnew(context, receipt, { billId: to.id, onDay, reason })
  const { method } = receipt
  await settle(context, from, { method, amountCents: -amountCents })
  const row = await settle(context, to, { method, amountCents })
  record(billLine('move', to, row, { onDay, amountCents, from: from.code, reason }))
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
async function writeAnew(
  { db, actor, clock }: Context,
  old: ReceiptRow,
  { billId, onDay, reason }: Anew,
): Promise<void> {
  const { companyCode, amountCents, method, txnNo, voucherNo, note } = old
  const stamp = { createdAt: clock(), createdBy: actor.id }
  const fresh = { companyCode, billId, onDay, amountCents, method, replacesId: old.id, ...stamp }
  const back = {
    ...{ companyCode, billId: old.billId, onDay: old.onDay, amountCents: -amountCents, method },
    ...{ reversesId: old.id, reason, ...stamp },
  }
  await receipts.markReversed(db, old.id, clock())
  if (old.reversesId === null) {
    // A single statement, so that the deposit is not overdrawn in between. Write-offs keep their reason.
    await receipts.insertReceipts(db, [{ ...fresh, txnNo, voucherNo, note, reason: old.reason }, back])
    return
  }
  // Redating a reversal: the reversal is itself reversed, and a new one is added. In between, the receipt counts again,
  // so the deposit must cover it once more.
  if (method === 'deposit') {
    const { customerId } = await queries.reachBill(db, actor, old.billId)
    assertDepositLeft((await receipts.depositLeft(db, customerId)) + amountCents)
  }
  const takenBack = await receipts.insertReceipt(db, back)
  await receipts.markReversed(db, takenBack, clock())
  await receipts.insertReceipt(db, { ...fresh, reversesId: takenBack, reason: old.reason ?? reason })
}
