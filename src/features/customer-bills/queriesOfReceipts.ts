import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { BillReceipt } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'

/** The receipts of a bill as they were written, the newest first. */
export async function findReceipts(db: Database, billId: number) {
  return db
    .selectFrom('billReceipt')
    .innerJoin('staff', 'staff.id', 'billReceipt.createdBy')
    .selectAll('billReceipt')
    .select('staff.name as createdByName')
    .where('billId', '=', billId)
    .orderBy('billReceipt.id', 'desc')
    .execute()
}

/** One receipt of a bill, which is locked; throws NOT_FOUND. */
export async function getReceipt(db: Database, billId: number, id: number) {
  const row = await db
    .selectFrom('billReceipt')
    .selectAll()
    .where('billId', '=', billId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('这笔收款')
  return row
}

/** Adds a receipt; answers its number. */
export async function insertReceipt(db: Database, row: Insertable<BillReceipt>): Promise<number> {
  const { id } = await db.insertInto('billReceipt').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Marks a receipt as taken back; its transaction number may be used again. */
export async function markReversed(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('billReceipt').set({ reversedAt: at }).where('id', '=', id).execute()
}

/** Lets nobody else touch a customer's deposit until the transaction ends. */
export async function lockDeposit(db: Database, customerId: number): Promise<void> {
  await db.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
}

/**
 * What is left of a customer's deposit, 分: what came in for deposit bills, less what refunds of them give back and what
 * was taken to pay other bills.
 */
export async function depositLeft(db: Database, customerId: number): Promise<number> {
  const { left } = await db
    .selectFrom('customerBill as bill')
    .leftJoin('customerBill as source', 'source.id', 'bill.relatesToId')
    .select(
      sql<number>`(coalesce(sum(bill.received_cents) filter (where bill.kind = 'deposit'), 0)
        + coalesce(sum(bill.total_cents) filter (where bill.kind = 'refund' and source.kind = 'deposit'
            and bill.status not in ('draft', 'void')), 0)
        - (select coalesce(sum(r.amount_cents), 0) from bill_receipt r join customer_bill b on b.id = r.bill_id
            where b.customer_id = ${customerId} and r.method = 'deposit'))::bigint`.as('left'),
    )
    .where('bill.customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  return left
}
