import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'
import { MASKED_FIELDS } from '#kit/masks.ts'
import type { Reveals } from '#kit/reveal.ts'
import { HOUR_MS } from '#kit/reveal.ts'
import { scope } from '#kit/scope.ts'
import type { Context } from '#kit/serve.ts'
import { appendLines } from './queriesOfChain.ts'
import type { PointingField } from './rules.ts'
import { tableOf } from './rules.ts'

/** Writes the lines that a request recorded, in its transaction. */
export async function writeAudit(db: Database, lines: AuditLine[], from: Context): Promise<void> {
  if (lines.length === 0) return
  // Whoever looks at the console as somebody else acts, if at all, in the own name.
  const by = from.actor.viewer ?? from.actor
  const rows = lines.map((line) => ({
    companyCode: line.companyCode ?? from.actor.companyCode,
    atUs: microseconds(from.clock()),
    actorId: by.id,
    actorName: by.name,
    action: line.action,
    entity: line.entity,
    recordId: String(line.recordId),
    changes: line.changes,
    ip: from.ip,
    requestId: from.requestId,
    via: line.via && line.via !== 'form' ? line.via : null,
  }))
  await appendLines(db, from.keyFor('audit'), rows)
}

const microseconds = (at: Date) => at.getTime() * 1_000

/** Writes a line for what the program itself did at its start, without anybody's request. */
export async function writeSystemAudit(
  db: Database,
  line: AuditLine & { companyCode: string },
  at: Date,
  key: Buffer,
): Promise<void> {
  const program = { actorId: null, actorName: '系统', ip: null, requestId: 'start', via: null }
  const row = { ...line, ...program, recordId: String(line.recordId), atUs: microseconds(at) }
  await appendLines(db, key, [row])
}

/** The companies whose chain the person may have verified. */
export async function findVerifiable(db: Database, actor: Actor): Promise<string[]> {
  const companies = await db
    .selectFrom('company')
    .select('code')
    .where(scope(actor, 'canAdmin', { company: 'company.code' }))
    .orderBy('code')
    .execute()
  return companies.map(({ code }) => code)
}

/** The log of one record, newest first. Whether the person reaches the record is asked before. */
export async function findAuditLogs(db: Database, filter: { entity: string; recordId: string } & PageInput) {
  const query = db
    .selectFrom('audit')
    .select(['id', 'at', 'actorName', 'action', 'via', 'changes'])
    .where('entity', '=', filter.entity)
    .where('recordId', '=', filter.recordId)
  return pageOf(query, filter, { columns: { id: 'audit.id' }, fallback: '-id', tieBreaker: 'audit.id' })
}

/** One line of the log. Whether the person reaches its record is asked with what it says. */
export async function findLine(db: Database, id: number) {
  return db
    .selectFrom('audit')
    .select(['entity', 'recordId', 'action', 'changes'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How many lines of a record hold a number in full: those from before contacts and cards were masked in the log. */
export async function countFullLines(db: Database, entity: string, recordId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit
    where entity = ${entity} and record_id = ${String(recordId)} and exists (
      select from jsonb_each(changes) as change, jsonb_array_elements_text(change.value) as told(text)
      where change.key = any(${MASKED_FIELDS}) and told.text <> '' and strpos(told.text, '*') = 0)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** What the numbers that stand in changes are called: field → number → name. */
export async function findNames(
  db: Database,
  numbers: Map<PointingField, number[]>,
): Promise<Record<string, Record<string, string>>> {
  const names: Record<string, Record<string, string>> = {}
  for (const [field, ids] of numbers) {
    const rows = await db.selectFrom(tableOf(field)).select(['id', 'name']).where('id', 'in', ids).execute()
    names[field] = Object.fromEntries(rows.map((row) => [String(row.id), row.name]))
  }
  return names
}

/** Keeps the reveals of one person apart from those of everybody else among the advisory locks. */
const REVEAL_LOCK = 7

/**
 * How many masked values a person has had shown in the hour before `now`. Two requests of one person wait for each
 * other until their transactions end, so that none slips past the limit.
 */
export async function countReveals(db: Database, actorId: number, now: Date): Promise<Reveals> {
  await sql`select pg_advisory_xact_lock(${REVEAL_LOCK}, ${actorId})`.execute(db)
  return db
    .selectFrom('audit')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('first')])
    .where('actorId', '=', actorId)
    .where('action', '=', 'reveal')
    .where('at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
}

/** How many masked values a person has had shown since an instant; under the lock of `countReveals`. */
export async function countRevealsSince(db: Database, actorId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select(sql<number>`count(*)`.as('count'))
    .where('actorId', '=', actorId)
    .where('action', '=', 'reveal')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
