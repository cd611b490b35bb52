import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import type { Sentence } from '#kit/text.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import {
  assertNoProblem,
  payoutProblem,
  receiptProblem,
  reversalProblem,
  type StartedBooks,
} from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { lockBillAtVersion } from './edit.ts'
import { billAuditLine } from './log.ts'
import type { BillRow } from './queries.ts'
import * as queries from './queries.ts'
import * as receipts from './receiptQueries.ts'
import { assertDeposit, assertDepositLeft, assertReversible } from './refundRules.ts'
import * as rules from './rules.ts'
import { settle } from './settling.ts'
import { readerOf, readPage } from './toBill.ts'
import { assertMayWriteOff } from './writingOff.ts'

type Input<K extends keyof typeof customerBillSteps> = z.output<(typeof customerBillSteps)[K]['input']>

/** Locks the customer's deposit, then the bill, so that concurrent payments cannot overspend the deposit. */
async function lockBillAndDeposit({ db, actor }: Context, id: number): Promise<BillRow> {
  const { customerId } = await queries.reachBill(db, actor, id)
  await receipts.lockDeposit(db, customerId)
  return queries.lockBill(db, actor, id)
}

/**
 * Adds a receipt to a bill, or a payout to a refund. The lock on the bill keeps receipts within its total; no version
 * is needed, because receipts may be added in any order. A day before the issue must be confirmed.
 */
export async function receive(context: Context, input: Input<'receive'>): Promise<BillPage> {
  await book(context, input, { isDayProven: false })
  return readPage(context.db, readerOf(context), input.id)
}

type NewReceipt = Input<'receive'> & { cameOn?: Day | null }

/**
 * Adds the receipt of a bank row and returns its id. The bank file proves the day, so it needs no confirmation.
 * `cameOn`: the bank's day, if its month is closed.
 */
export function addReceipt(context: Context, input: NewReceipt): Promise<number> {
  return book(context, input, { isDayProven: true })
}

async function book(
  context: Context,
  input: NewReceipt,
  { isDayProven }: { isDayProven: boolean },
): Promise<number> {
  const { db, actor, record } = context
  const { onDay, cameOn = null, method, txnNo = null, voucherNo = null, note = null } = input
  const { beforeIssueReason } = input
  const before =
    method === 'deposit'
      ? await lockBillAndDeposit(context, input.id)
      : await queries.lockBill(db, actor, input.id)
  const books = await getStartedBooks(context, before.companyCode)
  assertNoProblem('onDay', await receivedProblem(context, before, { onDay, cameOn }, books))
  rules.assertReceivable(before, input.amountCents)
  if (!isDayProven) rules.assertPaidAhead(before, input)
  if (method === 'deposit') {
    assertDeposit(before, input.amountCents, await receipts.depositLeft(db, before.customerId))
  }
  const amountCents = before.totalCents < 0 ? -input.amountCents : input.amountCents
  const receiptId = await receipts.insertReceipt(db, {
    companyCode: before.companyCode,
    billId: before.id,
    onDay,
    amountCents,
    method,
    cameOn,
    txnNo,
    voucherNo,
    note,
    ...createdNow(context),
  })
  const row = await settle(context, before, { method, amountCents })
  const logged = {
    onDay,
    amountCents,
    method,
    txnNo,
    voucherNo,
    ...(beforeIssueReason && { beforeIssueReason }),
  }
  record(billAuditLine('receive', before, row, cameOn === null ? logged : { ...logged, cameOn }))
  return receiptId
}

/** Problem with the day of a receipt or of a refund's payout; null if there is none. */
async function receivedProblem(
  { db }: Context,
  bill: BillRow,
  { onDay, cameOn }: { onDay: Day; cameOn: Day | null },
  books: StartedBooks,
): Promise<Sentence | null> {
  if (cameOn !== null) return receiptProblem(books, cameOn) ?? receiptProblem(books, onDay)
  if (bill.totalCents >= 0 || bill.relatesToId === null) return receiptProblem(books, onDay)
  return payoutProblem(books, onDay, await receipts.lastReceivedOn(db, bill.relatesToId))
}

/** Reverses a receipt by adding a row with the opposite amount. */
export async function reverse(context: Context, input: Input<'reverse'>): Promise<BillPage> {
  const { db, clock, record } = context
  const { onDay, reason, version } = input
  const lockedBill = await lockBillAndDeposit(context, input.id)
  const before =
    version === undefined ? lockedBill : await lockBillAtVersion(context, { id: input.id, version })
  const receipt = await receipts.getReceipt(db, before.id, input.receiptId)
  assertReversible(before, receipt)
  if (receipt.method === 'writeoff') assertMayWriteOff(context, before)
  const books = await getStartedBooks(context, before.companyCode)
  assertNoProblem('onDay', reversalProblem(books, onDay, receipt.onDay))
  const { companyCode, method } = receipt
  const amountCents = -receipt.amountCents
  if (before.kind === 'deposit') {
    assertDepositLeft((await receipts.depositLeft(db, before.customerId)) + amountCents)
  }
  await receipts.markReversed(db, receipt.id, clock())
  await receipts.insertReceipt(db, {
    companyCode,
    billId: before.id,
    onDay,
    amountCents,
    method,
    reversesId: receipt.id,
    reason,
    ...createdNow(context),
  })
  const row = await settle(context, before, { method, amountCents })
  record(billAuditLine('reverse', before, row, { onDay, amountCents, method, reversalReason: reason }))
  return readPage(db, readerOf(context), before.id)
}
