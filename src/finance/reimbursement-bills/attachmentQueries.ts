import { type Insertable, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Attachment } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { claimScope } from './queries.ts'

/** Files of a claim without content, oldest first. */
export async function findAttachments(db: Database, billId: number) {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'itemId', 'name', 'type', 'bytes'])
    .where('billId', '=', billId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}

/** Number and total size of files. */
const sizes = (db: Database) =>
  db
    .selectFrom('attachment')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])

/** Number and total size of a claim's files. */
export async function sizeOf(db: Database, billId: number): Promise<{ count: number; bytes: number }> {
  return sizes(db).where('billId', '=', billId).executeTakeFirstOrThrow()
}

/** Number and total size of the files that a person has uploaded since an instant. */
export async function uploadedSince(
  db: Database,
  staffId: number,
  since: Date,
): Promise<{ count: number; bytes: number }> {
  return sizes(db).where('createdBy', '=', staffId).where('createdAt', '>', since).executeTakeFirstOrThrow()
}

export async function insertAttachment(db: Database, row: Insertable<Attachment>): Promise<void> {
  await db.insertInto('attachment').values(row).execute()
}

/** Reads a file with content, of a claim in scope; throws NOT_FOUND. */
export async function getContent(db: Database, actor: Actor, id: string) {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('reimbursementBill', 'reimbursementBill.id', 'attachment.billId')
    .select(['attachment.name', 'attachment.type', 'attachment.content'])
    .where('attachment.id', '=', id)
    .where(claimScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('附件')
  return { name: row.name, type: row.type, bytes: row.content }
}

/** Claim and name of a file, of a claim in scope; throws NOT_FOUND. */
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

/** Assigns files of a claim to items; other files of the claim get no item. Ignores files of other claims. */
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
