import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import type { BillStatementLink } from '#db/tables.ts'
import type { StatementRule } from './contract.ts'
import { statusOf } from './rules.ts'

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
    .set((eb) => ({ version: eb('version', '+', 1) }))
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
  return (row?.status as StatementStatus | undefined) ?? null
}

/** Inserts answers; the caller holds the lock of the statement. */
export async function insertAnswers(
  db: Database,
  rows: readonly {
    companyCode: string
    billId: number
    position: number
    linkId: number
    answer: string
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
