import type { Database } from '#db/connect.ts'
import { monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { Bill, BillPage, Receipt } from './contract.ts'
import { type findBills, getBill, type Reader } from './listQueries.ts'
import { findLines, findRelated } from './queries.ts'
import { depositLeft, findReceipts } from './receiptQueries.ts'
import { refundableCents } from './refundRules.ts'
import { discountedLines, overdueDays, taxIn } from './rules.ts'

type Row = Awaited<ReturnType<typeof findBills>>['items'][number]

/** Actor and current day of a request. */
export const readerOf = ({ actor, clock }: Context): Reader => ({ actor, on: today(clock) })

/** Formats a row for the list. */
export function toBill(row: Row, { on }: Reader): Bill {
  return {
    ...row,
    statement: row.statement as Bill['statement'],
    missing: row.missing as unknown as Bill['missing'],
    month: monthOf(row.monthOn),
    receivedCents: row.receivedCents - row.writtenOffCents,
    overdueDays: overdueDays(row, on),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Reads a bill with everything that its page shows; throws NOT_FOUND if it is out of scope. */
export async function readPage(db: Database, reader: Reader, id: number): Promise<BillPage> {
  const row = await getBill(db, reader, id)
  const lines = await findLines(db, id)
  const receipts = await findReceipts(db, id)
  const related = await findRelated(db, id)
  const { relatesToId, relatedCode } = row
  return {
    ...toBill(row, reader),
    lines,
    receipts: receipts.map(toReceipt),
    taxCents: taxIn(discountedLines(lines, row.discountCents)),
    relatesTo: relatesToId === null ? null : { id: relatesToId, code: relatedCode },
    related: related.map(({ monthOn, ...bill }) => ({ ...bill, month: monthOf(monthOn) })),
    refundableCents: await leftToRefund(db, row, related),
    sender: row.sender,
    createdByName: row.createdByName,
    issuedByName: row.issuedByName,
  }
}

/** Refundable amount of a bill, in 分; for a deposit, at most the amount held. */
async function leftToRefund(
  db: Database,
  row: Awaited<ReturnType<typeof getBill>>,
  related: Awaited<ReturnType<typeof findRelated>>,
): Promise<number> {
  const left = refundableCents(row, related)
  if (left === 0 || row.kind !== 'deposit') return left
  return Math.max(0, Math.min(left, await depositLeft(db, row.customerId)))
}

function toReceipt({
  createdAt,
  reversedAt,
  ...row
}: Awaited<ReturnType<typeof findReceipts>>[number]): Receipt {
  return {
    ...row,
    reversed: reversedAt !== null,
    createdAt: createdAt.toISOString(),
  }
}
