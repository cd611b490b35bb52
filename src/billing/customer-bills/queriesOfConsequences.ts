import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { findBalances } from '#clients/customers/queries.ts'
import type { Database } from '#db/connect.ts'
import { sum } from '#kit/money.ts'
import { billScope, findRelated } from './queries.ts'
import { refundableCents } from './refundRules.ts'

/** Bills in scope, and the balances of their customers in 分. */
export async function readBalances(db: Database, actor: Actor, ids: readonly number[]) {
  const bills = await db
    .selectFrom('customerBill')
    .innerJoin('customer', 'customer.id', 'customerBill.customerId')
    .selectAll('customerBill')
    .select('customer.name as customerName')
    .where('customerBill.id', 'in', ids)
    .where(billScope(actor))
    .orderBy('customerBill.id')
    .execute()
  const customerIds = [...new Set(bills.map(({ customerId }) => customerId))]
  const balances = [...(await findBalances(db, customerIds)).values()]
  return {
    bills,
    customers: customerIds.length,
    receivableCents: sum(balances.map(({ receivableCents }) => receivableCents)),
    depositCents: sum(balances.map(({ depositCents }) => depositCents)),
    openStops: await countOpenStops(db, customerIds),
  }
}

export type BillBalances = Awaited<ReturnType<typeof readBalances>>

/** Number of open items of stopped stores. */
async function countOpenStops(db: Database, customerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from billing_proposal p join store on store.id = p.store_id
    where p.state = 'open' and store.customer_id = any(${[...customerIds]}::int[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Refundable amount of a bill as on its page, but without the limit for deposits. */
export async function refundableLeft(db: Database, bill: BillBalances['bills'][number]): Promise<number> {
  return refundableCents(bill, await findRelated(db, bill.id))
}

/** Unbooked amount of the bank rows behind a receipt; null if it has none. */
export async function unbookedOf(db: Database, receiptId: number): Promise<number | null> {
  const { rows } = await sql<{ cents: number | null }>`
    select sum(bank.amount_cents - (select coalesce(sum(r.amount_cents), 0)
      from bank_row_receipt l join bill_receipt r on r.id = l.receipt_id
      where l.row_id = bank.id and r.reversed_at is null))::bigint as cents
    from bank_row bank where bank.id in (select row_id from bank_row_receipt where receipt_id = ${receiptId})`.execute(
    db,
  )
  return rows[0]?.cents ?? null
}
