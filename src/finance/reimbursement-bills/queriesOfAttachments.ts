import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Attachment } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import type { FileType } from '#kit/files/keptFile.ts'
import { claimScope } from './queries.ts'

/** The attachments of a claim without their content, oldest first. */
export async function findAttachments(db: Database, billId: number) {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'itemId', 'name', 'type', 'bytes'])
    .where('billId', '=', billId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as FileType }))
}

/** How many attachments there are, and how large they are together. */
const sizes = (db: Database) =>
  db
    .selectFrom('attachment')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])

/** Those of a claim. */
export async function sizeOf(db: Database, billId: number): Promise<{ count: number; bytes: number }> {
  return sizes(db).where('billId', '=', billId).executeTakeFirstOrThrow()
}

/** Those that a person has uploaded since an instant. */
export async function uploadedSince(
  db: Database,
  staffId: number,
  since: Date,
): Promise<{ count: number; bytes: number }> {
  return sizes(db).where('createdBy', '=', staffId).where('createdAt', '>', since).executeTakeFirstOrThrow()
}

/** Keeps a file. */
export async function insertAttachment(db: Database, row: Insertable<Attachment>): Promise<void> {
  await db.insertInto('attachment').values(row).execute()
}

/** A file of a claim within reach, with its content; throws NOT_FOUND. */
export async function getContent(db: Database, actor: Actor, id: string) {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('reimbursementBill', 'reimbursementBill.id', 'attachment.billId')
    .select(['attachment.name', 'attachment.type', 'attachment.content'])
    .where('attachment.id', '=', id)
    .where(claimScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('附件')
  return { name: row.name, type: row.type as FileType, bytes: row.content }
}

/** Which claim within reach a file belongs to, and its name; throws NOT_FOUND. */
export async function getOwner(db: Database, actor: Actor, id: string) {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('reimbursementBill', 'reimbursementBill.id', 'attachment.billId')
    .select(['attachment.billId', 'attachment.name'])
    .where('attachment.id', '=', id)
    .where(claimScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('附件')
  return row
}

export async function deleteAttachment(db: Database, id: string): Promise<void> {
  await db.deleteFrom('attachment').where('id', '=', id).execute()
}

/** Says which item each file of a claim belongs to; a file that no item names belongs to none. Files of other claims stay. */
export async function placeAttachments(
  db: Database,
  billId: number,
  places: readonly { itemId: number; ids: readonly string[] }[],
): Promise<void> {
  await db.updateTable('attachment').set({ itemId: null }).where('billId', '=', billId).execute()
  for (const { itemId, ids } of places) {
    if (ids.length === 0) continue
    const place = db.updateTable('attachment').set({ itemId }).where('billId', '=', billId)
    await place.where('id', 'in', ids).execute()
  }
}
