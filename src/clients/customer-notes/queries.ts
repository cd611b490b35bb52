import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'

const ORDER = { columns: { id: 'note.id' }, fallback: '-id', tieBreaker: 'note.id' }

function selectNotes(db: Database, customers: Expression<SqlBool>) {
  return db
    .selectFrom('customerNote as note')
    .innerJoin('customer', 'customer.id', 'note.customerId')
    .innerJoin('staffName as author', 'author.id', 'note.createdBy')
    .leftJoin('staffName as editor', 'editor.id', 'note.updatedBy')
    .selectAll('note')
    .select(['author.name as createdByName', 'editor.name as updatedByName'])
    .select('customer.name as customerName')
    .select(
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', named.id, 'name', named.name) order by named.id)
        from customer_mention m join staff named on named.id = m.staff_id where m.note_id = note.id), '[]'::json)`.as(
        'mentions',
      ),
    )
    .where(customers)
}

/** The notes of a customer within reach, newest first. */
export async function findNotes(
  db: Database,
  customers: Expression<SqlBool>,
  customerId: number,
  page: PageInput,
) {
  return pageOf(selectNotes(db, customers).where('note.customerId', '=', customerId), page, ORDER)
}

/** The latest notes about the customers within reach, newest first. */
export async function findLatestNotes(db: Database, customers: Expression<SqlBool>, limit: number) {
  return db
    .selectFrom('customerNote as note')
    .innerJoin('customer', 'customer.id', 'note.customerId')
    .innerJoin('staffName as author', 'author.id', 'note.createdBy')
    .select(['note.id', 'note.customerId', 'note.text', 'note.createdAt'])
    .select(['customer.name as customerName', 'author.name as createdByName'])
    .where(customers)
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns a note of a customer within reach; throws NOT_FOUND. */
export async function getNote(db: Database, customers: Expression<SqlBool>, id: number) {
  const row = await selectNotes(db, customers).where('note.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('备注')
  return row
}

/** Like `getNote`, and locks the row until the transaction ends. */
export async function lockNote(db: Database, customers: Expression<SqlBool>, id: number) {
  await db.selectFrom('customerNote').select('id').where('id', '=', id).forUpdate().execute()
  return getNote(db, customers, id)
}

interface NewNote {
  companyCode: string
  customerId: number
  text: string
  complaint: boolean
  actorId: number
  at: Date
}

/** Inserts a note; returns its id. */
export async function insertNote(db: Database, { actorId, at, ...row }: NewNote): Promise<number> {
  const stamp = { createdAt: at, createdBy: actorId, updatedAt: at, updatedBy: actorId }
  const made = await db
    .insertInto('customerNote')
    .values({ ...row, ...stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Updates the text and the complaint flag of a note that the caller has locked and whose version was checked. */
export async function updateNote(
  db: Database,
  id: number,
  { text, complaint, actorId, at }: Pick<NewNote, 'text' | 'complaint' | 'actorId' | 'at'>,
): Promise<void> {
  await db
    .updateTable('customerNote')
    .set({ text, complaint, updatedAt: at, updatedBy: actorId })
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** Replaces the mentions of a note. People who were already mentioned keep their read mark. */
export async function setMentions(db: Database, noteId: number, staffIds: readonly number[]): Promise<void> {
  const gone = db.deleteFrom('customerMention').where('noteId', '=', noteId)
  await (staffIds.length > 0 ? gone.where('staffId', 'not in', staffIds) : gone).execute()
  if (staffIds.length === 0) return
  await db
    .insertInto('customerMention')
    .values([...new Set(staffIds)].map((staffId) => ({ noteId, staffId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The notes that mention a person, newest first. Leaves out customers that are no longer within reach. */
export async function findMentions(
  db: Database,
  customers: Expression<SqlBool>,
  staffId: number,
  { unread, ...page }: PageInput & { unread?: boolean },
) {
  let query = db
    .selectFrom('customerMention as mention')
    .innerJoin('customerNote as note', 'note.id', 'mention.noteId')
    .innerJoin('customer', 'customer.id', 'note.customerId')
    .innerJoin('staffName as author', 'author.id', 'note.createdBy')
    .select(['note.id', 'note.customerId', 'note.text', 'note.createdAt', 'mention.readAt'])
    .select(['customer.name as customerName', 'author.name as createdByName'])
    .where('mention.staffId', '=', staffId)
    .where(customers)
  if (unread) query = query.where('mention.readAt', 'is', null)
  return pageOf(query, page, ORDER)
}

/**
 * Marks a note as read by a mentioned person and keeps the first time. Returns false if the note does not mention the
 * person.
 */
export async function markRead(db: Database, noteId: number, staffId: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('customerMention')
    .set({ readAt: sql<Date>`coalesce(read_at, ${at})` })
    .where('noteId', '=', noteId)
    .where('staffId', '=', staffId)
    .returning('noteId')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves notes to another customer (a merge); returns the ids and new versions. */
export async function moveNotesToCustomer(
  db: Database,
  ids: readonly number[],
  customerId: number,
): Promise<{ id: number; version: number }[]> {
  if (ids.length === 0) return []
  return db
    .updateTable('customerNote')
    .set({ customerId })
    .set(nextVersion)
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
}
