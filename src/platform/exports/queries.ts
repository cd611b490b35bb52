import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { ExportFile } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { Person } from '#kit/person.ts'
import { type Sentence, toStored } from '#kit/text.ts'
import { nextVersion } from '#kit/version.ts'
import { MAX_ATTEMPTS, SILENCE_MS } from './rules.ts'

/** A person's files, newest first. */
export async function findFiles(db: Database, staffId: number) {
  return db
    .selectFrom('exportFile')
    .selectAll()
    .where('staffId', '=', staffId)
    .orderBy('id', 'desc')
    .execute()
}

/** Locks and returns a file of a person; throws NOT_FOUND. */
export async function getFile(db: Database, staffId: number, id: number) {
  const row = await db
    .selectFrom('exportFile')
    .selectAll()
    .where('staffId', '=', staffId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('文件')
  return row
}

/** Inserts a file to be written and returns the row. */
export async function insertFile(db: Database, row: Insertable<ExportFile>) {
  return db.insertInto('exportFile').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Counts a person's files and those in progress; locks the staff row, so that concurrent requests keep the limits. */
export async function countFiles(
  db: Database,
  staffId: number,
): Promise<{ underWay: number; files: number }> {
  await db.selectFrom('staff').select('id').where('id', '=', staffId).forNoKeyUpdate().execute()
  return db
    .selectFrom('exportFile')
    .select([
      sql<number>`count(*) filter (where state in ('waiting', 'running'))`.as('underWay'),
      sql<number>`count(*)`.as('files'),
    ])
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
}

/** Updates a file and returns the row. */
export async function updateFile(db: Database, id: number, changes: Updateable<ExportFile>) {
  return db
    .updateTable('exportFile')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a file and its parts. */
export async function deleteFile(db: Database, id: number): Promise<void> {
  await db.deleteFrom('exportFile').where('id', '=', id).execute()
}

/** The number of parts of a file. */
export async function countParts(db: Database, fileId: number): Promise<number> {
  const { count } = await db
    .selectFrom('exportPart')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow()
  return count
}

/** A part of a finished file of a person; throws NOT_FOUND. */
export async function getPart(db: Database, staffId: number, { id, no }: { id: number; no: number }) {
  const row = await db
    .selectFrom('exportPart')
    .innerJoin('exportFile', 'exportFile.id', 'exportPart.fileId')
    .select('exportPart.bytes')
    .where('exportFile.staffId', '=', staffId)
    .where('exportFile.state', '=', 'done')
    .where('exportPart.fileId', '=', id)
    .where('exportPart.no', '=', no)
    .executeTakeFirst()
  if (!row) throw notFound('文件')
  return row.bytes
}

/** Inserts a part; `no` starts at 1. */
export async function insertPart(
  db: Database,
  part: { fileId: number; no: number; bytes: Buffer },
): Promise<void> {
  await db.insertInto('exportPart').values(part).execute()
}

/** Deletes the parts of a file. */
export async function deleteParts(db: Database, fileId: number): Promise<void> {
  await db.deleteFrom('exportPart').where('fileId', '=', fileId).execute()
}

/**
 * Claims the next waiting file, or a running one whose node has been silent for too long; skips files that another node
 * is claiming, and those with the maximum number of attempts. The nodes write one file of a person at a time; the company
 * with the fewest files in progress is next, then the person whose last file was written the longest ago.
 */
export async function claimFile(db: Database, now: Date) {
  const silent = new Date(now.getTime() - SILENCE_MS)
  const isBusy = sql<boolean>`exists (select from export_file other where other.staff_id = export_file.staff_id
    and other.state = 'running' and other.beat_at >= ${silent} and other.id <> export_file.id)`
  const running = sql`(select count(*) from export_file other where other.company_code = export_file.company_code
    and other.state = 'running' and other.beat_at >= ${silent})`
  const lastBeat = sql`(select max(other.beat_at) from export_file other where other.staff_id = export_file.staff_id)`
  const next = db
    .selectFrom('exportFile')
    .select('id')
    .where((eb) => eb.not(isBusy))
    .where('attempts', '<', MAX_ATTEMPTS)
    .where((or) =>
      or.or([or('state', '=', 'waiting'), or.and([or('state', '=', 'running'), or('beatAt', '<', silent)])]),
    )
    .orderBy(running)
    .orderBy(lastBeat, (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('exportFile')
    .set((eb) => ({ state: 'running', beatAt: now, rowsDone: 0, bytes: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', next)
    .returningAll()
    .executeTakeFirst()
}

/** Marks silent files with the maximum number of attempts as failed. */
export async function failSilent(db: Database, now: Date, failure: Sentence): Promise<void> {
  await db
    .updateTable('exportFile')
    .set({ state: 'failed', failure: toStored(failure), finishedAt: now })
    .where('state', '=', 'running')
    .where('attempts', '>=', MAX_ATTEMPTS)
    .where('beatAt', '<', new Date(now.getTime() - SILENCE_MS))
    .execute()
}

/** Records progress and that the file is still being written; returns false if it was cancelled. */
export async function recordProgress(
  db: Database,
  id: number,
  at: { rowsDone: number; rowsTotal: number; bytes: number; beatAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportFile')
    .set(at)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Deletes expired files; returns their number. */
export async function deleteExpired(db: Database, on: Day): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('exportFile')
    .where('expiresOn', '<', on)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The person's current data; null if they cannot sign in any more. */
export async function findPerson(db: Database, id: number): Promise<Person | null> {
  const row = await db
    .selectFrom('staff')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['staff.id', 'staff.username', 'staff.name', 'staff.role', 'staff.parentId'])
    .select(['staff.companyCode', 'staff.mustChangePassword'])
    .where('staff.id', '=', id)
    .where('staff.status', '=', 'active')
    .where('company.status', '=', 'active')
    .executeTakeFirst()
  return row ? { ...row, mustSetSecondFactor: false } : null
}

/** The name of a company. */
export async function companyName(db: Database, code: string): Promise<string> {
  const { name } = await db
    .selectFrom('company')
    .select('name')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return name
}
