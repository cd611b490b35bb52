import type { Via } from '#kit/audit.ts'
import { lastDayOf, monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, openingProblem } from '#people/books/rules.ts'
import type { BillPage } from './contract.ts'
import type { OpeningInput } from './contractOpenings.ts'
import { findBillCustomer, lockBillAtVersion } from './edit.ts'
import { billAuditLine } from './log.ts'
import { assertNoDuplicateOpening } from './openingRules.ts'
import * as queries from './queries.ts'
import { type BillRow, findOpening, type NewLine } from './queries.ts'
import { insertReceipt, lockDeposit } from './receiptQueries.ts'
import { reverse } from './receipts.ts'
import { dueOnFor, openingKindNames } from './rules.ts'
import { nextBillCode, voidBill } from './steps.ts'
import { readerOf, readPage } from './toBill.ts'

/** Creates an opening balance from the form. */
export async function createOpening(context: Context, input: OpeningInput): Promise<BillPage> {
  const { id } = await addOpening(context, input)
  return readPage(context.db, readerOf(context), id)
}

/**
 * Creates an opening balance: a bill issued on its own day; a deposit also gets its receipt. Throws INVALID unless the
 * day is before the company's first month, CONFLICT if the balance already exists.
 */
export async function addOpening(context: Context, input: OpeningInput, via: Via = 'form'): Promise<BillRow> {
  const { db, record } = context
  const { companyCode } = await findBillCustomer(context, input)
  assertNoProblem('onDay', openingProblem(await getStartedBooks(context, companyCode), input.onDay))
  const { customerId, kind, onDay, storeId = null, earlierNo = null } = input
  await lockDeposit(db, customerId)
  assertNoDuplicateOpening(await findOpening(db, { customerId, storeId, kind, onDay, earlierNo }))
  const draft = await insertDraft(context, companyCode, input)
  const row = await issueOn(context, draft, input)
  record({ ...billAuditLine('opening', {}, row), via })
  return row
}

async function insertDraft(
  { db, actor, clock }: Context,
  companyCode: string,
  input: OpeningInput,
): Promise<BillRow> {
  const { customerId, kind, onDay, amountCents, storeId = null, earlierNo = null, note = null } = input
  const month = monthOf(onDay)
  const draft = await queries.insertBill(db, {
    companyCode,
    customerId,
    storeId,
    kind,
    origin: 'opening',
    totalCents: amountCents,
    earlierNo,
    note,
    monthOn: `${month}-01`,
    fromOn: `${month}-01`,
    toOn: lastDayOf(month),
    ...createdNow({ actor, clock }),
    ...updatedNow({ actor, clock }),
  })
  const line: NewLine = {
    item: 'other',
    label: openingKindNames[kind],
    qty: 1,
    price: amountCents,
    amountCents,
    taxRateBp: 0,
  }
  await queries.replaceLines(db, draft.id, [line])
  return draft
}

/** Issues the balance on its own day; a deposit is received on that day. */
async function issueOn(
  context: Context,
  { id, companyCode, totalCents }: BillRow,
  { kind, onDay, dueOn }: OpeningInput,
): Promise<BillRow> {
  const { db, actor } = context
  const isHeld = kind === 'deposit'
  const row = await queries.updateBill(db, id, {
    code: await nextBillCode(context, companyCode, onDay),
    issuedOn: onDay,
    issuedBy: actor.id,
    dueOn: dueOnFor(onDay, dueOn),
    status: isHeld ? 'paid' : 'open',
    receivedCents: isHeld ? totalCents : 0,
    ...updatedNow(context),
  })
  if (isHeld) {
    await insertReceipt(db, {
      companyCode,
      billId: id,
      onDay,
      amountCents: totalCents,
      method: 'opening',
      ...createdNow(context),
    })
  }
  return row
}

const UNDO_REASON = '撤销导入'

/** Undoes a balance that was just imported: voids it, after reversing the receipt of a deposit. */
export async function removeOpening(
  context: Context,
  which: { id: number; version: number },
  via: Via,
): Promise<void> {
  const { db, actor } = context
  const importContext: Context = { ...context, record: (line) => context.record({ ...line, via }) }
  const { customerId } = await queries.reachBill(db, actor, which.id)
  await lockDeposit(db, customerId)
  const bill = await lockBillAtVersion(context, which)
  const version = bill.kind === 'deposit' ? await reverseReceipt(importContext, bill) : bill.version
  await voidBill(importContext, { id: bill.id, version, reason: UNDO_REASON })
}

async function reverseReceipt(context: Context, { id }: BillRow): Promise<number> {
  const { receipts } = await readPage(context.db, readerOf(context), id)
  const onDay = today(context.clock)
  const page = await reverse(context, { id, receiptId: receipts[0]?.id ?? 0, onDay, reason: UNDO_REASON })
  return page.version
}
