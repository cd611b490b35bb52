import { sql } from 'kysely'
import type { MissingReason } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { DemoBill } from './billStates.ts'
import { insertMany } from './bulk.ts'

const DIGITS = 5

const prefixOf = ({ companyCode, issuedOn }: DemoBill) =>
  `${companyCode} ZD${monthOf(issuedOn ?? '').replace('-', '')}`

/** Numbers the issued bills, in order of their days. */
export function numberAll(bills: readonly DemoBill[]): void {
  const issued = bills.filter(({ issuedOn }) => issuedOn !== null)
  for (const [prefix, group] of Map.groupBy(issued, prefixOf)) {
    group.forEach((bill, index) => {
      bill.code = `${prefix.slice(4)}${String(index + 1).padStart(DIGITS, '0')}`
    })
  }
}

const received = ({ receipts }: DemoBill) => sum(receipts.map(({ amountCents }) => amountCents))

/** The reason for issuing bills of earlier months with missing days. */
const AGREED: MissingReason = 'confirmed'

/** Issues the issued bills with their receipts, and saves the last numbers. */
export async function issueAll(
  db: Database,
  bills: readonly DemoBill[],
  by: (bill: DemoBill) => number | null,
): Promise<void> {
  const issued = bills.flatMap((bill, index) =>
    bill.issuedOn === null
      ? []
      : [
          {
            id: index + 1,
            code: bill.code,
            status: bill.status,
            reason: bill.reason,
            issued_on: bill.issuedOn,
            due_on: bill.dueOn,
            issued_by: by(bill),
            received_cents: received(bill),
            refunded_cents: bill.refundedCents ?? 0,
            missing_reason: bill.draft.missing.length > 0 ? AGREED : null,
          },
        ],
  )
  await sql`update customer_bill b set code = i.code, status = i.status, reason = i.reason, issued_on = i.issued_on,
      due_on = i.due_on, issued_by = i.issued_by, received_cents = i.received_cents,
      refunded_cents = i.refunded_cents, missing_reason = i.missing_reason, version = 2
    from json_populate_recordset(null::customer_bill, ${JSON.stringify(issued)}::json) i where b.id = i.id`.execute(
    db,
  )
  await saveCounters(db, bills)
  await insertReceipts(db, bills, by)
}

async function saveCounters(db: Database, bills: readonly DemoBill[]): Promise<void> {
  const counters = Map.groupBy(
    bills.filter(({ code }) => code !== null),
    prefixOf,
  )
  await insertMany(
    db,
    'counter',
    [...counters].map(([key, group]) => ({
      companyCode: key.slice(0, 3),
      prefix: key.slice(4),
      last: group.length,
    })),
  )
}

/** The company with a receipt dated in a wrong year, so that 账期外的单据 has a row. */
const MISTYPED_COMPANY = '001'
const MISTYPED_YEARS = 10

/**
 * The index of the bill whose receipt gets a date ten years too early, as version 0.1.0 accepted: the newest bill with
 * a single bank receipt.
 */
function mistypedAt(bills: readonly DemoBill[]): number {
  return bills.findLastIndex(({ companyCode, receipts: [only, ...more] }) => {
    return companyCode === MISTYPED_COMPANY && only?.method === 'bank' && more.length === 0
  })
}

const yearsBefore = (day: string) => `${Number(day.slice(0, 4)) - MISTYPED_YEARS}${day.slice(4)}`

async function insertReceipts(
  db: Database,
  bills: readonly DemoBill[],
  by: (bill: DemoBill) => number | null,
): Promise<void> {
  const mistyped = mistypedAt(bills)
  // The current database trigger rejects such a date.
  await sql`alter table bill_receipt disable trigger bill_receipt_books_insert`.execute(db)
  await insertMany(
    db,
    'billReceipt',
    bills.flatMap((bill, index) =>
      bill.receipts.map((receipt, at) => ({
        ...receipt,
        companyCode: bill.companyCode,
        billId: index + 1,
        onDay: index === mistyped ? yearsBefore(receipt.onDay) : receipt.onDay,
        txnNo: receipt.method === 'bank' ? `2026${String(index + 1).padStart(8, '0')}${at}` : null,
        createdAt: new Date(`${receipt.onDay}T08:00:00Z`),
        createdBy: by(bill),
      })),
    ),
  )
  await sql`alter table bill_receipt enable trigger bill_receipt_books_insert`.execute(db)
}

/** Marks the stops whose days or refunds an issued bill includes as taken. */
export async function closeBilledStops(db: Database): Promise<void> {
  await sql`update billing_proposal p set state = 'taken' from customer_bill b
    where b.code is not null and b.status <> 'void' and (b.proposal_id = p.id
      or (p.kind = 'bill' and b.kind = 'service' and b.store_id = p.store_id
        and b.month_on = date_trunc('month', p.from_on)::date))`.execute(db)
}
