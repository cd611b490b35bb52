import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { ClockDecision, ClockFile } from '#db/tables.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { jsonText } from '#kit/jsonText.ts'
import { keywordIn, type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import type { Sentence } from '#kit/text.ts'
import { nextVersion } from '#kit/version.ts'
import { FIRST_DAY, wasEmployed } from '#operations/attendance/queries.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { ClockSource, FileStatus } from './contract.ts'
import type { KnownPerson, PreviewRow, StoredRow } from './preview.ts'
import type { ReadRow } from './reader.ts'

interface Days {
  from: Day
  to: Day
}

/** SQL condition: files of the company, or for a head the own ones. */
function fileScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canReviewWorklog', {
    company: 'clockFile.companyCode',
    team: (headId) => sql<SqlBool>`clock_file.created_by = ${headId}`,
  })
}

function selectFiles(db: Database, actor: Actor) {
  return db
    .selectFrom('clockFile')
    .innerJoin('staffName as author', 'author.id', 'clockFile.createdBy')
    .selectAll('clockFile')
    .select('author.name as createdByName')
    .select((eb) =>
      eb
        .selectFrom('clockDay')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('clockDay.fileId', '=', 'clockFile.id')
        .as('written'),
    )
    .where(fileScope(actor))
    .$narrowType<{ source: ClockSource; status: FileStatus; written: number }>()
}

export type FileRow = Awaited<ReturnType<typeof getFile>>

/** Returns a page of the files within reach, the latest first. */
export async function findFiles(
  db: Database,
  actor: Actor,
  { status, ...page }: PageInput & { status?: FileStatus[] | undefined },
) {
  let query = selectFiles(db, actor)
  if (status) query = query.where('clockFile.status', 'in', status)
  return pageOf(query, page, { columns: { id: 'clockFile.id' }, fallback: '-id', tieBreaker: 'clockFile.id' })
}

/** Returns a file within reach; throws NOT_FOUND. */
export async function getFile(db: Database, actor: Actor, id: number) {
  const row = await selectFiles(db, actor).where('clockFile.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这个打卡文件')
  return row
}

/** Like `getFile`, with the row locked until the transaction ends. */
export async function lockFile(db: Database, actor: Actor, id: number): Promise<FileRow> {
  await db.selectFrom('clockFile').select('id').where('id', '=', id).forUpdate().execute()
  return getFile(db, actor, id)
}

/** The latest committed file with the same content. */
export async function findDuplicate(db: Database, actor: Actor, { fileHash, id }: FileRow) {
  return selectFiles(db, actor)
    .where('clockFile.fileHash', '=', fileHash)
    .where('clockFile.status', '=', 'committed')
    .where('clockFile.id', '!=', id)
    .orderBy('clockFile.committedAt', 'desc')
    .executeTakeFirst()
}

/** Inserts a preview with its rows and returns its id. Deletes the company's expired previews. */
export async function insertFile(
  db: Database,
  file: Insertable<ClockFile>,
  { rows, expiredBefore }: { rows: readonly ReadRow[]; expiredBefore: Date },
): Promise<number> {
  await db
    .deleteFrom('clockFile')
    .where('companyCode', '=', file.companyCode)
    .where('status', '=', 'preview')
    .where('createdAt', '<', expiredBefore)
    .execute()
  const { id } = await db.insertInto('clockFile').values(file).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into clock_row (file_id, row_no, person_key, person_name, employee_no, on_day, punches, note, problem)
    select ${id}, "row", key, name, "employeeNo", "on", coalesce(punches, '{}'), note, problem
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as r ("row" int, key text, name text, "employeeNo" text,
      "on" date, punches int[], note text, problem jsonb)`.execute(db)
  return id
}

/** Marks a file as committed or undone and increments its version. The caller holds the lock. */
export async function markFile(
  db: Database,
  id: number,
  step: { status: 'committed'; committedAt: Date } | { status: 'undone'; undoneAt: Date },
): Promise<void> {
  await db.updateTable('clockFile').set(step).set(nextVersion).where('id', '=', id).execute()
}

/** The rows of a file, in the order of the sheet. */
export async function findStoredRows(db: Database, fileId: number): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom('clockRow')
    .select(['rowNo as row', 'personKey as key', 'personName as name', 'employeeNo', 'onDay as on'])
    .select(['punches', 'note', 'problem'])
    .where('fileId', '=', fileId)
    .orderBy('rowNo')
    .execute()
  return rows.map(({ problem, ...row }) => ({ ...row, problem: problem as Sentence | null }))
}

/** The staff of a company, including people who have left; `reached` is the reach of the actor. */
export async function findKnownPeople(
  db: Database,
  actor: Actor,
  companyCode: string,
): Promise<KnownPerson[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'employeeNo', 'leftOn', FIRST_DAY.as('firstOn')])
    .select((eb) => [
      eb('staff.role', '=', ROLES.agent).$castTo<boolean>().as('isAgent'),
      sql<boolean>`${staffScope(actor, 'canReviewWorklog')}`.as('reached'),
    ])
    .where('companyCode', '=', companyCode)
    .orderBy('id')
    .execute()
}

/** The bound people of a source, by key. */
export async function findBound(
  db: Database,
  companyCode: string,
  source: ClockSource,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('clockPerson')
    .select(['personKey', 'staffId'])
    .where('companyCode', '=', companyCode)
    .where('source', '=', source)
    .execute()
  return new Map(rows.map(({ personKey, staffId }) => [personKey, staffId]))
}

/** A person's day that counts: of several files the one that was committed last. */
export interface ClockRecord {
  staffId: number
  on: Day
  punches: number[]
  note: string | null
}

/** The records of a company that count, from the day before the first to the day after the last one. */
export async function findRecords(
  db: Database,
  {
    companyCode,
    from,
    to,
    staffIds,
  }: Days & { companyCode: string; staffIds?: readonly number[] | undefined },
): Promise<ClockRecord[]> {
  let query = db
    .selectFrom('clockDay')
    .innerJoin('clockFile', 'clockFile.id', 'clockDay.fileId')
    .distinctOn(['clockDay.staffId', 'clockDay.onDay'])
    .select(['clockDay.staffId', 'clockDay.onDay as on', 'clockDay.punches', 'clockDay.note'])
    .where('clockDay.companyCode', '=', companyCode)
    .where('clockDay.onDay', '>=', addDays(from, -1))
    .where('clockDay.onDay', '<=', addDays(to, 1))
  if (staffIds) query = query.where('clockDay.staffId', 'in', staffIds.length > 0 ? [...staffIds] : [0])
  return query
    .orderBy('clockDay.staffId')
    .orderBy('clockDay.onDay')
    .orderBy('clockFile.committedAt', 'desc')
    .orderBy('clockDay.fileId', 'desc')
    .execute()
}

/** Writes the records of a file's rows. */
export async function insertDays(
  db: Database,
  file: { id: number; companyCode: string },
  rows: readonly PreviewRow[],
): Promise<void> {
  if (rows.length === 0) return
  const days = rows.map(({ row, staffId, on, punches, note }) => ({ row, staffId, on, punches, note }))
  await sql`
    insert into clock_day (file_id, staff_id, on_day, company_code, row_no, punches, note)
    select ${file.id}, "staffId", "on", ${file.companyCode}, "row", coalesce(punches, '{}'), note
    from jsonb_to_recordset(${jsonText(days)}::jsonb) as r ("row" int, "staffId" int, "on" date, punches int[],
      note text)`.execute(db)
}

/** Deletes the records of a file, or those of some of its rows, and returns their people and days. */
export async function deleteDays(db: Database, fileId: number, rowNos?: readonly number[]) {
  let query = db.deleteFrom('clockDay').where('fileId', '=', fileId)
  if (rowNos) query = query.where('rowNo', 'in', rowNos.length > 0 ? [...rowNos] : [0])
  return query.returning(['staffId', 'onDay as on']).execute()
}

/** Returns whether the company ever imported a record. */
export async function hasRecords(db: Database, companyCode: string): Promise<boolean> {
  const { rows } = await sql<{ started: boolean }>`
    select exists (select from clock_day where company_code = ${companyCode}) as started`.execute(db)
  return rows[0]?.started ?? false
}

/** The closed months of a company, `2026-04`. */
export async function findClosedMonths(db: Database, companyCode: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('monthlyFinancial')
    .select(sql<string>`to_char(month_on, 'YYYY-MM')`.as('month'))
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .execute()
  return new Set(rows.map(({ month }) => month))
}

/** SQL condition: nobody reversed the decision, here or by reversing its correction of the payroll. */
const standing = sql<SqlBool>`(clock_decision.reversed_at is null and not exists (
  select from payroll_correction counter where counter.reverses_id = clock_decision.correction_id))`

/** The decisions of people that still count, the oldest first. */
export async function findDecisions(
  db: Database,
  { companyCode, from, to, staffIds }: Days & { companyCode: string; staffIds: readonly number[] },
) {
  if (staffIds.length === 0) return []
  return db
    .selectFrom('clockDecision')
    .innerJoin('staffName as author', 'author.id', 'clockDecision.createdBy')
    .select(['clockDecision.id', 'clockDecision.staffId', 'clockDecision.onDay as on'])
    .select(['clockDecision.halfDays', 'clockDecision.taken', 'clockDecision.createdAt'])
    .select(['clockDecision.correctionId', 'author.name as byName'])
    .where('clockDecision.companyCode', '=', companyCode)
    .where('clockDecision.staffId', 'in', [...staffIds])
    .where('clockDecision.onDay', '>=', from)
    .where('clockDecision.onDay', '<=', to)
    .where(standing)
    .orderBy('clockDecision.id')
    .execute()
}

export type DecisionRow = Awaited<ReturnType<typeof findDecisions>>[number]

export async function insertDecision(
  db: Database,
  row: Omit<Insertable<ClockDecision>, 'reason'> & { reason: Sentence },
): Promise<void> {
  await db
    .insertInto('clockDecision')
    .values({ ...row, reason: JSON.stringify(row.reason) })
    .execute()
}

/** Locks a decision within reach and returns it; throws NOT_FOUND. */
export async function lockDecision(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('clockDecision')
    .innerJoin('staff', 'staff.id', 'clockDecision.staffId')
    .selectAll('clockDecision')
    .select(standing.as('standing'))
    .$narrowType<{ standing: boolean }>()
    .where('clockDecision.id', '=', id)
    .where(staffScope(actor, 'canReviewWorklog'))
    .forUpdate('clockDecision')
    .executeTakeFirst()
  if (!row) throw notFound('这次决定')
  return row
}

/** Marks a decision as reversed. The caller holds the lock. */
export async function markReversed(
  db: Database,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await db.updateTable('clockDecision').set({ reversedAt: at, reversedBy: by }).where('id', '=', id).execute()
}

/** Locks an agent of the actor's company within reach and returns the person; throws NOT_FOUND. */
export async function lockAgent(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode'])
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('companyCode', '=', actor.companyCode)
    .where('role', '=', ROLES.agent)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** The agents of the actor's company within reach who were with it on one of the days, by name. */
export async function findPeople(
  db: Database,
  actor: Actor,
  { from, to, headId, keyword }: Days & { headId?: number | undefined; keyword?: string | undefined },
) {
  let query = db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'head.name as headName'])
    .where(staffScope(actor, 'canReportWorklog'))
    .where('staff.companyCode', '=', actor.companyCode)
    .where('staff.role', '=', ROLES.agent)
    .where(wasEmployed({ from, to }))
    .where(keywordIn(keyword, ['staff.name', 'staff.namePinyin', 'staff.employeeNo']))
  if (headId) {
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  }
  return query.orderBy('staff.namePinyin').orderBy('staff.id').execute()
}

/** A person of the files within reach, by source and key. */
export interface FilePerson {
  source: ClockSource
  key: string
  name: string
  employeeNo: string | null
  days: number
  lastOn: Day | null
}

/** The people of the actor's committed files of the last 400 days. */
export async function findFilePeople(db: Database, actor: Actor, since: Day): Promise<FilePerson[]> {
  return db
    .selectFrom('clockRow')
    .innerJoin('clockFile', 'clockFile.id', 'clockRow.fileId')
    .select(['clockFile.source', 'clockRow.personKey as key'])
    .select((eb) => [
      eb.fn.max('clockRow.personName').as('name'),
      eb.fn.max('clockRow.employeeNo').as('employeeNo'),
      eb.fn.count<number>('clockRow.onDay').distinct().as('days'),
      eb.fn.max('clockRow.onDay').as('lastOn'),
    ])
    .where(fileScope(actor))
    .where('clockFile.companyCode', '=', actor.companyCode)
    .where('clockFile.status', '=', 'committed')
    .where('clockRow.problem', 'is', null)
    .where('clockRow.onDay', '>=', since)
    .groupBy(['clockFile.source', 'clockRow.personKey'])
    .$narrowType<{ source: ClockSource }>()
    .execute()
}

/** The committed files of a company with rows of a person, in the order of their commits; locked. */
export async function lockFilesOf(
  db: Database,
  { companyCode, source, key }: { companyCode: string; source: ClockSource; key: string },
) {
  return db
    .selectFrom('clockFile')
    .select(['id', 'companyCode'])
    .where('companyCode', '=', companyCode)
    .where('source', '=', source)
    .where('status', '=', 'committed')
    .where('id', 'in', (eb) => eb.selectFrom('clockRow').select('fileId').where('personKey', '=', key))
    .orderBy('committedAt')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Binds a person of a source to a member of staff, or to another one than before. */
export async function bindPerson(
  db: Database,
  {
    companyCode,
    source,
    key,
    staffId,
  }: { companyCode: string; source: ClockSource; key: string; staffId: number },
  { by, at }: { by: number; at: Date },
): Promise<{ id: number }> {
  const written = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by }
  return db
    .insertInto('clockPerson')
    .values({ companyCode, source, personKey: key, staffId, ...written })
    .onConflict((clash) =>
      clash
        .columns(['companyCode', 'source', 'personKey'])
        .doUpdateSet({ staffId, updatedAt: at, updatedBy: by }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The status of each day's logs of people: the best of several. */
export async function findLogs(
  db: Database,
  { from, to, staffIds }: Days & { staffIds: readonly number[] },
): Promise<{ staffId: number; on: Day; approved: boolean }[]> {
  if (staffIds.length === 0) return []
  const { rows } = await sql<{ staffId: number; on: Day; approved: boolean }>`
    select staff_id, on_day as "on", bool_or(status = 'approved') as approved from worklog
    where staff_id = any(${[...staffIds]}::int[]) and on_day between ${from} and ${to} and status <> 'draft'
    group by staff_id, on_day`.execute(db)
  return rows
}
