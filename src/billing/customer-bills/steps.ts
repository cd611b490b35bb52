import type * as z from 'zod'
import { type Day, lastDayOf, monthOf, today } from '#kit/calendar.ts'
import { nextCodes } from '#kit/counter.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import type { Sentence } from '#kit/text.ts'
import { isMonthClosed } from '#people/books/queries.ts'
import type { Bill, BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { lockBillAtVersion } from './edit.ts'
import { billAuditLine } from './log.ts'
import { savePrices } from './pricesAtIssue.ts'
import type { BillRow } from './queries.ts'
import * as queries from './queries.ts'
import { addRefundedAmount, lockRefunded } from './refunding.ts'
import { assertSettles } from './refundRules.ts'
import * as rules from './rules.ts'
import { readerOf, readPage } from './toBill.ts'

type Input<K extends keyof typeof customerBillSteps> = z.output<(typeof customerBillSteps)[K]['input']>

/** The next bill code of a company: ZD, month of issue, five digits. */
export async function nextBillCode({ db }: Context, companyCode: string, on: Day): Promise<string> {
  const prefix = `ZD${monthOf(on).replace('-', '')}`
  const [code] = await nextCodes(db, { companyCode, prefix, digits: 5, count: 1 })
  return code ?? ''
}

/** Inputs of issuing: due day, and reason for missing data. */
type IssueInput = Pick<Input<'issue'>, 'dueOn' | 'missingReason' | 'missingNote'>

/**
 * Issues a locked draft: assigns code and due day, and saves the reason for missing data. The caller saves the prices
 * (`savePrices`).
 */
export async function issueLockedDraft(
  context: Context,
  before: BillRow,
  input: IssueInput,
): Promise<BillRow> {
  const { db, actor, clock, record } = context
  const lines = await queries.findLines(db, before.id)
  rules.assertIssuable(before, lines.length)
  if (before.kind === 'adjustment' && before.origin === 'proposed' && before.relatesToId !== null) {
    assertSettles(lines, await queries.lockBill(db, actor, before.relatesToId))
  }
  const issuedOn = today(clock)
  const due = rules.dueOnFor(issuedOn, input.dueOn)
  const missing = rules.missingReasonToSave(before.missing as unknown as Bill['missing'], input)
  const code = await nextBillCode(context, before.companyCode, issuedOn)
  const row = await queries.updateBill(db, before.id, {
    code,
    issuedOn,
    issuedBy: actor.id,
    dueOn: due,
    status: rules.settledStatus(before),
    // A bill issued before its month is over is a prepayment, settled afterwards.
    prepaid: before.kind === 'service' && issuedOn <= lastDayOf(monthOf(before.monthOn)),
    ...missing,
    ...updatedNow(context),
  })
  await queries.closeProposals(db, row, { state: 'taken', by: actor.id, at: clock() })
  const days =
    missing.missingReason === null ? [] : rules.missingDays(before.missing as unknown as Bill['missing'])
  record(billAuditLine('issue', before, row, days.length > 0 ? { missingDays: days } : {}))
  return row
}

/** Issues a single draft. */
export async function issue(context: Context, input: Input<'issue'>): Promise<BillPage> {
  await queries.lockBills(context.db, context.actor, [input.id])
  const before = await lockBillAtVersion(context, input)
  const row = await issueLockedDraft(context, before, input)
  await savePrices(context.db, [row], context.clock())
  return readPage(context.db, readerOf(context), input.id)
}

/** Issues each draft separately; one failure does not stop the others. */
export async function issueMany(context: Context, { ids, versions, ...input }: Input<'issueMany'>) {
  const shown = new Map(ids.map((id, at) => [id, versions?.[at]]))
  const results: { id: number; code: string | null; problem: Sentence | null }[] = []
  const rows: BillRow[] = []
  await queries.lockBills(context.db, context.actor, ids)
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done = await withSavepoint(context, rules.conflicts, async (inner) => {
      const draft = await queries.lockBill(inner.db, inner.actor, id)
      rules.assertShownVersion(draft, shown.get(id))
      return issueLockedDraft(inner, draft, input)
    })
    if ('value' in done) rows.push(done.value)
    results.push(
      'value' in done
        ? { id, code: done.value.code, problem: null }
        : { id, code: null, problem: refusalReason(done.refusal) },
    )
  }
  await savePrices(context.db, rows, context.clock())
  const issued = rows.length
  context.record({
    action: 'issue-many',
    entity: 'customer-bill-batch',
    recordId: ids[0] ?? 0,
    changes: { issued: [null, issued], refused: [null, results.length - issued] },
  })
  return { results }
}

/**
 * The day on which a void counts, if the month of issue is closed; the bill counts until then. Null for a draft or if
 * that month is open; the bill then never counts.
 */
async function voidedOn({ db, clock }: Context, bill: BillRow): Promise<Day | null> {
  if (bill.issuedOn === null) return null
  if (!(await isMonthClosed(db, bill.companyCode, monthOf(bill.issuedOn)))) return null
  return rules.voidDay(today(clock), lastDayOf(monthOf(bill.monthOn)))
}

/** Rejects a draft, or voids a bill without receipts; voiding a refund restores the refundable amount of its bill. */
export async function voidBill(context: Context, input: Input<'void'>): Promise<BillPage> {
  const { db, actor, clock, record } = context
  const source = await lockRefunded(context, input.id)
  const before = await lockBillAtVersion(context, input)
  rules.assertVoidable(before)
  const row = await queries.updateBill(db, before.id, {
    status: 'void',
    reason: input.reason,
    voidedOn: await voidedOn(context, before),
    ...updatedNow(context),
  })
  if (before.status === 'draft') {
    await queries.closeProposals(db, row, { state: 'dropped', by: actor.id, at: clock() })
  }
  record(billAuditLine(before.status === 'draft' ? 'reject' : 'void', before, row))
  if (source) await addRefundedAmount(context, source, before.totalCents)
  return readPage(db, readerOf(context), before.id)
}

/** Saves the invoice of an issued bill. */
export async function setInvoice(context: Context, input: Input<'invoice'>): Promise<BillPage> {
  const { db, record } = context
  const before = await lockBillAtVersion(context, input)
  rules.assertInvoiceable(before)
  const { invoiceNo, invoiceType } = input
  const row = await queries.updateBill(db, before.id, { invoiceNo, invoiceType, ...updatedNow(context) })
  record(billAuditLine('invoice', before, row))
  return readPage(db, readerOf(context), before.id)
}
