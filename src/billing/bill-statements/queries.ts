import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import type { BillStatementLink } from '#db/tables.ts'
import type { StatementRule } from './contract.ts'
import { statusOf } from './rules.ts'

const NO_RULE: StatementRule = { isOn: false, version: 0 }

/** Whether a company shows its bills to its merchants. */
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

/** Keeps what a company chose, where nobody has chosen since; undefined where somebody has. */
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

/** Whose bill it is, of one that exists. */
export async function companyOf(db: Database, billId: number): Promise<string> {
  const { companyCode } = await db
    .selectFrom('customerBill')
    .select('companyCode')
    .where('id', '=', billId)
    .executeTakeFirstOrThrow()
  return companyCode
}

/** Lets nobody else make, revoke or answer at a bill's address until the transaction ends; there is a row from then on. */
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

/** Ends the address that stands for a bill; false where there is none. */
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

/** Adds an address, in the place of one that was revoked. */
export async function insertLink(db: Database, row: Insertable<BillStatementLink>): Promise<void> {
  await db.insertInto('billStatementLink').values(row).execute()
}

/** The newest address of a bill; undefined where there never was one. */
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

const MOST_EVENTS = 50

/** What happened at a bill's addresses, the newest first, and how often it was looked at. */
export async function findEvents(db: Database, billId: number) {
  const ofBill = db
    .selectFrom('billStatementEvent as event')
    .innerJoin('billStatementLink as link', 'link.id', 'event.linkId')
    .where('link.billId', '=', billId)
  const events = await ofBill
    .select(['event.id', 'event.what', 'event.at', 'event.ip'])
    .orderBy('event.id', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  const { views } = await ofBill
    .select(sql<number>`count(*) filter (where event.what = 'viewed')`.as('views'))
    .executeTakeFirstOrThrow()
  return { events, views }
}

/** What the merchant said to a bill's lines, in its order. */
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

/** The state of a bill's statement; null where it was never shown. */
export async function findStatus(db: Database, billId: number): Promise<StatementStatus | null> {
  const row = await db
    .selectFrom('billStatement')
    .select('status')
    .where('billId', '=', billId)
    .executeTakeFirst()
  return (row?.status as StatementStatus | undefined) ?? null
}

/** Keeps what was said to lines, under the lock of the statement. */
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

/** Keeps our answer to an objection. */
export async function settleAnswer(
  db: Database,
  id: number,
  settled: { reply: string; settledAt: Date; settledBy: number },
): Promise<void> {
  await db.updateTable('billStatementAnswer').set(settled).where('id', '=', id).execute()
}

/** Brings the statement's state up to what was said, under its lock; answers the state. */
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
