import { type Insertable, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { LeaveAttachment } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import type { LeaveKind } from '#operations/leaves/contract.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { LeaveRule } from './contract.ts'

/** Files of a leave without content, oldest first. */
export async function findAttachments(db: Database, leaveId: number) {
  return db
    .selectFrom('leaveAttachment')
    .select(['id', 'name', 'type', 'bytes'])
    .where('leaveId', '=', leaveId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Number and total size of the files that a person has uploaded since an instant. */
export async function uploadedSince(
  db: Database,
  staffId: number,
  since: Date,
): Promise<{ count: number; bytes: number }> {
  return db
    .selectFrom('leaveAttachment')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('createdBy', '=', staffId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
}

export async function insertAttachment(db: Database, row: Insertable<LeaveAttachment>): Promise<void> {
  await db.insertInto('leaveAttachment').values(row).execute()
}

/** A file of a leave within the actor's reach. */
const selectAttachment = (db: Database, actor: Actor, id: string) =>
  db
    .selectFrom('leaveAttachment')
    .innerJoin('staffLeave', 'staffLeave.id', 'leaveAttachment.leaveId')
    .innerJoin('staff', 'staff.id', 'staffLeave.staffId')
    .where('leaveAttachment.id', '=', id)
    .where(staffScope(actor, 'canReportWorklog'))

/** Reads a file with content, of a leave within reach; throws NOT_FOUND. */
export async function getContent(db: Database, actor: Actor, id: string) {
  const row = await selectAttachment(db, actor, id)
    .select(['leaveAttachment.name', 'leaveAttachment.type', 'leaveAttachment.content'])
    .executeTakeFirst()
  if (!row) throw notFound('附件')
  return { name: row.name, type: row.type, bytes: row.content }
}

/** Leave and name of a file, of a leave within reach; throws NOT_FOUND. */
export async function getOwner(db: Database, actor: Actor, id: string) {
  const row = await selectAttachment(db, actor, id)
    .select(['leaveAttachment.leaveId', 'leaveAttachment.name'])
    .executeTakeFirst()
  if (!row) throw notFound('附件')
  return row
}

export async function deleteAttachment(db: Database, id: string): Promise<void> {
  await db.deleteFrom('leaveAttachment').where('id', '=', id).execute()
}

/** The rule of a company that has not changed it. */
const DEFAULT_RULE: LeaveRule = { unpaid: ['personal', 'other'], version: 0 }

/** Returns which kinds of leave a company does not pay. */
export async function findRule(db: Database, companyCode: string): Promise<LeaveRule> {
  const row = await db
    .selectFrom('leaveRule')
    .select(['unpaid', 'version'])
    .where('companyCode', '=', companyCode)
    .$narrowType<{ unpaid: LeaveKind[] }>()
    .executeTakeFirst()
  return row ?? DEFAULT_RULE
}

interface RuleRow {
  companyCode: string
  unpaid: LeaveKind[]
  updatedAt: Date
  updatedBy: number
}

/** Saves the rule if its version is current (0 without a row); returns undefined if it is not. */
export async function putRule(db: Database, row: RuleRow, version: number): Promise<LeaveRule | undefined> {
  if (version === 0) {
    return db
      .insertInto('leaveRule')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['unpaid', 'version'])
      .$narrowType<{ unpaid: LeaveKind[] }>()
      .executeTakeFirst()
  }
  return db
    .updateTable('leaveRule')
    .set(row)
    .set(nextVersion)
    .where('companyCode', '=', row.companyCode)
    .where('version', '=', version)
    .returning(['unpaid', 'version'])
    .$narrowType<{ unpaid: LeaveKind[] }>()
    .executeTakeFirst()
}

/** The approved leaves of a company that it does not pay, with a day in the span. */
export async function findUnpaidLeaves(
  db: Database,
  { companyCode, from, to }: { companyCode: string; from: Day; to: Day },
) {
  const { unpaid } = await findRule(db, companyCode)
  if (unpaid.length === 0) return []
  return db
    .selectFrom('staffLeave')
    .select(['staffId', 'fromOn', 'fromNoon', 'toOn', 'toNoon'])
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'approved')
    .where('kind', 'in', unpaid)
    .where('fromOn', '<=', to)
    .where('toOn', '>=', from)
    .execute()
}
