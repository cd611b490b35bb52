import { type Insertable, type Selectable, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { BillReceipt } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { billScope } from './queries.ts'

/** All receipts of a bill, including reversed ones and reversals, newest first. */
export async function findReceipts(db: Database, billId: number) {
  return db
    .selectFrom('billReceipt')
    .innerJoin('staffName as staff', 'staff.id', 'billReceipt.createdBy')
    .selectAll('billReceipt')
    .select('staff.name as createdByName')
    .where('billId', '=', billId)
    .orderBy('billReceipt.id', 'desc')
    .execute()
}

export type ReceiptRow = Selectable<BillReceipt>

/** Reads a receipt of a locked bill; throws NOT_FOUND. */
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

/** Day of the last receipt of a bill, without reversals and write-offs; null if there is none. */
export async function lastReceivedOn(db: Database, billId: number): Promise<Day | null> {
  const { last } = await db
    .selectFrom('billReceipt')
    .select(sql<Day | null>`max(on_day)`.as('last'))
    .where('billId', '=', billId)
    .where('reversedAt', 'is', null)
    .where('reversesId', 'is', null)
    .where('method', '!=', 'writeoff')
    .executeTakeFirstOrThrow()
  return last
}

/** Inserts a receipt and returns its id. */
export async function insertReceipt(db: Database, row: Insertable<BillReceipt>): Promise<number> {
  const { id } = await db.insertInto('billReceipt').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Inserts receipts in a single statement. */
export async function insertReceipts(db: Database, rows: Insertable<BillReceipt>[]): Promise<void> {
  await db.insertInto('billReceipt').values(rows).execute()
}

/** Marks a receipt as reversed, which frees its transaction number. */
export async function markReversed(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('billReceipt').set({ reversedAt: at }).where('id', '=', id).execute()
}

/** Locks a customer's deposit until the transaction ends. */
export async function lockDeposit(db: Database, customerId: number): Promise<void> {
  await db.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
}

/** Deposit held for a customer, in 分; `046-balances.sql` defines it. */
export async function depositLeft(db: Database, customerId: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`select deposit_held(${customerId}) as held`.execute(db)
  return rows[0]?.held ?? 0
}

/** A bill with an open amount, in 分. */
export interface MoveTarget {
  id: number
  code: string | null
  monthOn: Day
  owedCents: number
}

const MAX_TARGETS = 50

/** The customer's open bills in scope except one, by due day, at most 50. */
export async function findMoveTargets(
  db: Database,
  actor: Actor,
  of: { customerId: number; without: number; keyword?: string | undefined; id?: number[] | undefined },
): Promise<MoveTarget[]> {
  let found = db
    .selectFrom('customerBill')
    .select(['id', 'code', 'monthOn'])
    .select(sql<number>`total_cents - received_cents`.as('owedCents'))
    .where(billScope(actor))
    .where('customerId', '=', of.customerId)
    .where('id', '!=', of.without)
    .where('status', 'in', ['open', 'partial'])
    .where('totalCents', '>', 0)
    .where(keywordIn(of.keyword, ['customerBill.code']))
  if (of.id) found = found.where('id', 'in', of.id)
  return found.orderBy('dueOn').orderBy('id').limit(MAX_TARGETS).execute()
}
