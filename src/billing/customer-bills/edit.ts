import type * as z from 'zod'
import { lastDayOf } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy, definedOnly } from '#kit/version.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, billProblem } from '#people/books/rules.ts'
import type { BillPage, customerBills, LineInput } from './contract.ts'
import { billAuditLine, formatLineForLog } from './log.ts'
import type { BillRow, NewLine } from './queries.ts'
import * as queries from './queries.ts'
import { assertAmounts, assertDraft, assertTax, assertTotal } from './rules.ts'
import { readerOf, readPage } from './toBill.ts'

type Input<K extends keyof typeof customerBills> = z.output<(typeof customerBills)[K]['input']>

/** Locks and returns the bill; throws NOT_FOUND, or STALE if `version` is not current. */
export async function lockBillAtVersion(
  context: Context,
  { id, version }: { id: number; version: number },
): Promise<BillRow> {
  const { db, actor } = context
  const bill = await queries.lockBill(db, actor, id)
  await assertVersionLazy(bill, version, () => readPage(db, readerOf(context), id))
  return bill
}

/** Lines of the request: kept lines unchanged, others as manual lines. */
function linesFrom(sent: readonly LineInput[], savedLines: readonly NewLine[]): NewLine[] {
  return sent.map((line, index) => {
    if ('keep' in line) {
      const savedLine = savedLines[line.keep - 1]
      if (!savedLine) throw invalidField(`lines.${index}.keep`, '这一行已不存在，请刷新后再改。')
      return savedLine
    }
    const { label, qty, priceCents, taxRateBp } = line
    return { item: 'other', label, qty, per: 1, price: priceCents, amountCents: priceCents * qty, taxRateBp }
  })
}

const totalOf = (lines: readonly NewLine[], discountCents: number) =>
  sum(lines.map(({ amountCents }) => amountCents)) - discountCents

/** Customer of a new bill, checking its optional store; throws INVALID if either is out of scope. */
export async function findBillCustomer(
  { db, actor }: Context,
  { customerId, storeId }: { customerId: number; storeId?: number | null | undefined },
) {
  const customer = await queries.findChargeable(db, actor, customerId)
  if (!customer) throw invalidField('customerId', '客户不存在，或不在您可见的范围内。')
  if (storeId) {
    const store = await queries.findStore(db, storeId)
    if (store?.customerId !== customerId) throw invalidField('storeId', '请选择这位客户的店铺。')
  }
  return customer
}

/** Creates a draft manually. */
export async function createBill(context: Context, input: Input<'create'>): Promise<BillPage> {
  const { db, record } = context
  const { companyCode } = await findBillCustomer(context, input)
  const { customerId, storeId = null, kind, month, discountCents = 0, note = null } = input
  assertNoProblem('month', billProblem(await getStartedBooks(context, companyCode), month))
  const lines = linesFrom(input.lines, [])
  assertTax(kind, lines)
  assertAmounts(lines)
  const totalCents = totalOf(lines, discountCents)
  assertTotal(kind, totalCents)
  const row = await queries.insertBill(db, {
    companyCode,
    customerId,
    storeId,
    kind,
    discountCents,
    totalCents,
    note,
    monthOn: `${month}-01`,
    fromOn: `${month}-01`,
    toOn: lastDayOf(month),
    ...createdNow(context),
    ...updatedNow(context),
  })
  await queries.replaceLines(db, row.id, lines)
  record(billAuditLine('create', {}, row, { lines: [null, lines.map(formatLineForLog)] }))
  return readPage(db, readerOf(context), row.id)
}

/** Updates a draft. A proposed draft needs a reason; it is then no longer recalculated. */
export async function updateBill(context: Context, input: Input<'update'>): Promise<BillPage> {
  const { db, record } = context
  const { id, version, lines: sent, reason, ...fields } = input
  const before = await lockBillAtVersion(context, { id, version })
  assertDraft(before)
  const proposed = before.origin !== 'keyed'
  if (proposed && !reason) throw invalidField('reason', '这张草稿是系统提出的，请写明修改原因。')
  const savedLines = await queries.findLines(db, id)
  const lines = sent ? linesFrom(sent, savedLines.map(toNewLine)) : savedLines
  assertTax(before.kind, lines)
  assertAmounts(lines)
  const changes = definedOnly(fields)
  const totalCents = totalOf(lines, changes.discountCents ?? before.discountCents)
  assertTotal(before.kind, totalCents)
  if (sent) await queries.replaceLines(db, id, lines)
  const row = await queries.updateBill(db, id, {
    ...changes,
    totalCents,
    ...(proposed ? { origin: 'changed', reason: reason ?? null } : {}),
    ...updatedNow(context),
  })
  const [old, now] = [savedLines.map(formatLineForLog), lines.map(formatLineForLog)]
  const changed = JSON.stringify(old) !== JSON.stringify(now)
  record(billAuditLine('update', before, row, changed ? { lines: [old, now] } : {}))
  return readPage(db, readerOf(context), id)
}

const toNewLine = ({
  billId: _bill,
  position: _position,
  ...line
}: NewLine & { billId: number; position: number }) => line
