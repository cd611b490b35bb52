import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'

/** Customer in the actor's scope, with company name; throws NOT_FOUND. */
export async function getDebtor(db: Database, actor: Actor, id: number, on: Day) {
  const row = await db
    .selectFrom('customer')
    .innerJoin('company', 'company.code', 'customer.companyCode')
    .select(['customer.id', 'customer.name', 'customer.code', 'company.name as companyName'])
    .where('customer.id', '=', id)
    .where(customerScope(actor, 'canChargeCustomer', on))
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** Account movements from `from` to `to`, by day; on the same day bills come before receipts. */
export async function findMovements(db: Database, customerId: number, from: Day, to: Day) {
  return db
    .selectFrom('receivableMovement as movement')
    .innerJoin('customerBill as bill', 'bill.id', 'movement.billId')
    .leftJoin('store', 'store.id', 'bill.storeId')
    .leftJoin('billReceipt as receipt', 'receipt.id', 'movement.receiptId')
    .select(['movement.onDay', 'movement.amountCents', 'movement.receiptId', 'movement.what'])
    .select([
      'receipt.reversesId',
      'bill.id as billId',
      'bill.code',
      'bill.kind',
      'bill.monthOn',
      'bill.totalCents',
    ])
    .select(['store.name as storeName', 'receipt.method', 'receipt.txnNo'])
    .where('movement.customerId', '=', customerId)
    .where('movement.onDay', '>=', from)
    .where('movement.onDay', '<=', to)
    .orderBy('movement.onDay')
    .orderBy(sql`movement.receipt_id is not null`)
    .orderBy('movement.billId')
    .orderBy('movement.receiptId')
    .execute()
}

/** Deposit movements from `from` to `to`, by day; on the same day increases come before decreases. */
export async function findDepositMovements(db: Database, customerId: number, from: Day, to: Day) {
  return db
    .selectFrom('depositMovement as movement')
    .innerJoin('customerBill as bill', 'bill.id', 'movement.billId')
    .select(['movement.onDay', 'movement.amountCents', 'movement.receiptId'])
    .select(['bill.id as billId', 'bill.code', 'bill.kind'])
    .where('movement.customerId', '=', customerId)
    .where('movement.onDay', '>=', from)
    .where('movement.onDay', '<=', to)
    .orderBy('movement.onDay')
    .orderBy(sql`movement.amount_cents < 0`)
    .orderBy('movement.billId')
    .orderBy('movement.receiptId')
    .execute()
}

/** Balances of an account before a day: receivable and deposit held, in 分. */
export async function getBefore(db: Database, customerId: number, before: Day) {
  const { rows } = await sql<{ owedCents: number; depositCents: number }>`select
    (select coalesce(sum(amount_cents), 0)::bigint from receivable_movement
      where customer_id = ${customerId} and on_day < ${before}) as owed_cents,
    (select coalesce(sum(amount_cents), 0)::bigint from deposit_movement
      where customer_id = ${customerId} and on_day < ${before}) as deposit_cents`.execute(db)
  return rows[0] ?? { owedCents: 0, depositCents: 0 }
}
