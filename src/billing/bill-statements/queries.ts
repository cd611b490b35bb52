import { type Insertable, sql } from 'kysely'
import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import type { BillStatementLink } from '#db/tables.ts'
import { nextVersion } from '#kit/version.ts'
import { senderOf } from '#people/companies/profile/queries.ts'
import type { StatementEvent, StatementRule } from './contract.ts'
import { CODE_TRIES, statusOf } from './rules.ts'

const NO_RULE: StatementRule = { isOn: false, version: 0 }

/** Whether the company has statement pages switched on; off by default. */
export async function findRule(db: Database, companyCode: string): Promise<StatementRule> {
  const row = await db
    .selectFrom('billStatementRule')
    .select(['isOn', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? NO_RULE
}

interface RuleRow {
  companyCode: string
  isOn: boolean
  updatedAt: Date
  updatedBy: number
}

/** Saves the rule if `version` is current; returns undefined if another user changed it. */
export async function putRule(
  db: Database,
  row: RuleRow,
  version: number,
): Promise<StatementRule | undefined> {
  if (version === 0) {
    return db
      .insertInto('billStatementRule')
      .values(row)
      .onConflict((clash) => clash.doNothing())
      .returning(['isOn', 'version'])
      .executeTakeFirst()
  }
  const { companyCode, ...changes } = row
  return db
    .updateTable('billStatementRule')
    .set(changes)
    .set(nextVersion)
    .where('companyCode', '=', companyCode)
    .where('version', '=', version)
    .returning(['isOn', 'version'])
    .executeTakeFirst()
}

/** Company of an existing bill. */
export async function companyOf(db: Database, billId: number): Promise<string> {
  const { companyCode } = await db
    .selectFrom('customerBill')
    .select('companyCode')
    .where('id', '=', billId)
    .executeTakeFirstOrThrow()
  return companyCode
}

/** Locks the bill's statement until the transaction ends; creates the row if there is none. */
export async function lockStatement(
  db: Database,
  { id, companyCode }: { id: number; companyCode: string },
  at: Date,
): Promise<void> {
  await db
    .insertInto('billStatement')
    .values({ billId: id, companyCode, updatedAt: at })
    .onConflict((clash) => clash.doNothing())
    .execute()
  await db.selectFrom('billStatement').select('billId').where('billId', '=', id).forUpdate().execute()
}

/** Revokes the bill's current link; returns false if there is none. */
export async function revokeLink(db: Database, billId: number, by: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('billStatementLink')
    .set({ revokedAt: at, revokedBy: by })
    .where('billId', '=', billId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a link; the previous one must be revoked. */
export async function insertLink(db: Database, row: Insertable<BillStatementLink>): Promise<void> {
  await db.insertInto('billStatementLink').values(row).execute()
}

/** The bill's newest link, in any state; undefined if there is none. */
export async function findLink(db: Database, billId: number) {
  return db
    .selectFrom('billStatementLink as link')
    .innerJoin('staff', 'staff.id', 'link.madeBy')
    .select(['link.id', 'madeAt', 'expiresAt', 'revokedAt', 'tries', 'staff.name as madeByName'])
    .where('billId', '=', billId)
    .orderBy('link.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const MAX_EVENTS = 50

/** The newest events of all links of the bill, and the number of views. */
export async function findEvents(db: Database, billId: number) {
  const ofBill = db
    .selectFrom('billStatementEvent as event')
    .innerJoin('billStatementLink as link', 'link.id', 'event.linkId')
    .where('link.billId', '=', billId)
  const events = await ofBill
    .select(['event.id', 'event.what', 'event.at', 'event.ip'])
    .orderBy('event.id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const { views } = await ofBill
    .select(sql<number>`count(*) filter (where event.what = 'viewed')`.as('views'))
    .executeTakeFirstOrThrow()
  return { events, views }
}

/** All answers of the merchant to the bill's lines, oldest first. */
export async function findAnswers(db: Database, billId: number) {
  return db
    .selectFrom('billStatementAnswer as answer')
    .leftJoin('staff', 'staff.id', 'answer.settledBy')
    .select(['answer.id', 'position', 'answer.answer', 'note', 'at', 'reply', 'settledAt'])
    .select(['staff.name as settledByName', 'answer.linkId'])
    .where('billId', '=', billId)
    .orderBy('answer.id')
    .execute()
}

/** Status of the bill's statement; null if none was ever made. */
export async function findStatus(db: Database, billId: number): Promise<StatementStatus | null> {
  const row = await db
    .selectFrom('billStatement')
    .select('status')
    .where('billId', '=', billId)
    .executeTakeFirst()
  return row?.status ?? null
}

/** Inserts answers; the caller holds the lock of the statement. */
export async function insertAnswers(
  db: Database,
  rows: readonly {
    companyCode: string
    billId: number
    position: number
    linkId: number
    answer: 'confirmed' | 'objected'
    note: string | null
    at: Date
  }[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('billStatementAnswer').values(rows).execute()
}

/** Saves our reply to an objection. */
export async function settleAnswer(
  db: Database,
  id: number,
  settled: { reply: string; settledAt: Date; settledBy: number },
): Promise<void> {
  await db.updateTable('billStatementAnswer').set(settled).where('id', '=', id).execute()
}

/** Recalculates and saves the statement's status, under its lock; returns it. */
export async function refreshStatus(db: Database, billId: number, at: Date): Promise<StatementStatus> {
  const lines = await db
    .selectFrom('customerBillLine')
    .select('position')
    .where('billId', '=', billId)
    .execute()
  const status = statusOf(
    lines.map(({ position }) => position),
    await findAnswers(db, billId),
  )
  await db.updateTable('billStatement').set({ status, updatedAt: at }).where('billId', '=', billId).execute()
  return status
}

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

/** The company of a link, usable or not; undefined for an unknown one. Needs a handle that reaches every company. */
export async function findLinkCompany(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const link = await db
    .selectFrom('billStatementLink')
    .select('companyCode')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return link?.companyCode
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
    .leftJoin('store', 'store.id', 'bill.storeId')
    .leftJoin('customerBill as related', 'related.id', 'bill.relatesToId')
    .select(['bill.storeId', 'related.code as relatedCode'])
    .select(['bill.id', 'bill.code', 'bill.kind', 'bill.monthOn', 'bill.fromOn', 'bill.toOn'])
    .select(['bill.status', 'bill.missing', 'bill.missingReason'])
    .select(['bill.totalCents', 'bill.discountCents', 'bill.issuedOn', 'bill.dueOn'])
    .select(sql<number>`(bill.received_cents - bill.written_off_cents)::bigint`.as('receivedCents'))
    .select(['customer.name as customerName', 'store.name as storeName'])
    .select(senderOf('bill.companyCode').as('sender'))
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
