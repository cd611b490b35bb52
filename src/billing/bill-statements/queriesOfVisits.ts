import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { StatementEvent } from './contract.ts'
import { CODE_TRIES } from './rules.ts'

/** A link that can be opened now. */
export interface LiveLink {
  id: number
  companyCode: string
  billId: number
  madeBy: number
  expiresAt: Date
}

/**
 * Finds the link of a token. Returns undefined if it is unknown, revoked, expired or locked, if the company is inactive
 * or has statement pages off, or if the bill is a draft or void; always with a single query, so that the timing does
 * not reveal the reason.
 */
export async function findLiveLink(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveLink | undefined> {
  return db
    .selectFrom('billStatementLink as link')
    .innerJoin('customerBill as bill', 'bill.id', 'link.billId')
    .innerJoin('billStatementRule as rule', 'rule.companyCode', 'link.companyCode')
    .innerJoin('company', 'company.code', 'link.companyCode')
    .select(['link.id', 'link.companyCode', 'link.billId', 'link.madeBy', 'link.expiresAt'])
    .where('link.tokenHash', '=', tokenHash)
    .where('link.revokedAt', 'is', null)
    .where('link.expiresAt', '>', now)
    .where('link.tries', '<', CODE_TRIES)
    .where('rule.isOn', '=', true)
    .where('company.status', '=', 'active')
    .where('bill.status', 'not in', ['draft', 'void'])
    .executeTakeFirst()
}

/**
 * Counts an attempt and returns the hash of the code; undefined if no attempts are left. Locks the row until the
 * transaction ends, so that concurrent attempts are counted one by one.
 */
export async function countTry(db: Database, linkId: number): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('billStatementLink')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', linkId)
    .where('tries', '<', CODE_TRIES)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** Inserts a session after a correct code: resets the attempts of the link and deletes expired sessions. */
export async function insertSession(
  db: Database,
  row: { tokenHash: Buffer; linkId: number; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.updateTable('billStatementLink').set({ tries: 0 }).where('id', '=', row.linkId).execute()
  await db.deleteFrom('billStatementSession').where('expiresAt', '<=', now).execute()
  await db.insertInto('billStatementSession').values(row).execute()
}

/** Whether the link has this session and it has not expired. */
export async function hasSession(
  db: Database,
  tokenHash: Buffer,
  linkId: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('billStatementSession')
    .select('linkId')
    .where('tokenHash', '=', tokenHash)
    .where('linkId', '=', linkId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertEvent(
  db: Database,
  row: { linkId: number; what: StatementEvent; at: Date; ip: string },
): Promise<void> {
  await db.insertInto('billStatementEvent').values(row).execute()
}

/** Number of answers given through a link. */
export async function countAnswers(db: Database, linkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('billStatementAnswer')
    .select(sql<number>`count(*)`.as('count'))
    .where('linkId', '=', linkId)
    .executeTakeFirstOrThrow()
  return count
}

/** The bill with lines and receipts, restricted to what its merchant may see. */
export async function readShownBill(db: Database, billId: number) {
  const bill = await db
    .selectFrom('customerBill as bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .innerJoin('company', 'company.code', 'bill.companyCode')
    .leftJoin('store', 'store.id', 'bill.storeId')
    .leftJoin('customerBill as related', 'related.id', 'bill.relatesToId')
    .select(['bill.storeId', 'related.code as relatedCode'])
    .select(['bill.id', 'bill.code', 'bill.kind', 'bill.monthOn', 'bill.fromOn', 'bill.toOn'])
    .select(['bill.status', 'bill.missing', 'bill.missingReason'])
    .select(['bill.totalCents', 'bill.discountCents', 'bill.issuedOn', 'bill.dueOn'])
    .select(sql<number>`(bill.received_cents - bill.written_off_cents)::bigint`.as('receivedCents'))
    .select(['customer.name as customerName', 'store.name as storeName', 'company.name as companyName'])
    .select(['customer.ownerId', 'bill.customerId'])
    .where('bill.id', '=', billId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('customerBillLine')
    .selectAll()
    .where('billId', '=', billId)
    .orderBy('position')
    .execute()
  const receipts = await db
    .selectFrom('billReceipt')
    .select(['id', 'onDay', 'cameOn', 'amountCents', 'method', 'reversesId'])
    .where('billId', '=', billId)
    // Write-offs are internal: the merchant has not paid them.
    .where('method', '!=', 'writeoff')
    .orderBy('id')
    .execute()
  return { bill, lines, receipts }
}

export type ShownBill = Awaited<ReturnType<typeof readShownBill>>
