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
import type { ReferenceField } from './rules.ts'
import { tableOf } from './rules.ts'

/** Saves the audit lines that a request recorded, in its transaction. */
export async function writeAudit(db: Database, lines: AuditLine[], from: Context): Promise<void> {
  if (lines.length === 0) return
  // The actor of a viewing session is the admin, not the viewed person.
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

/** Saves an audit line for an action of the program itself, without a request. */
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

/** The companies whose chains the actor may verify. */
export async function findVerifiable(db: Database, actor: Actor): Promise<string[]> {
  const companies = await db
    .selectFrom('company')
    .select('code')
    .where(scope(actor, 'canAdmin', { company: 'company.code' }))
    .orderBy('code')
    .execute()
  return companies.map(({ code }) => code)
}

/** A page of a record's log, newest first. The caller has checked access to the record. */
export async function findAuditLogs(db: Database, filter: { entity: string; recordId: string } & PageInput) {
  const query = db
    .selectFrom('audit')
    .select(['id', 'at', 'actorName', 'action', 'via', 'changes'])
    .where('entity', '=', filter.entity)
    .where('recordId', '=', filter.recordId)
  return pageOf(query, filter, { columns: { id: 'audit.id' }, fallback: '-id', tieBreaker: 'audit.id' })
}

/** One log line. The caller checks access to its record. */
export async function findLine(db: Database, id: number) {
  return db
    .selectFrom('audit')
    .select(['entity', 'recordId', 'action', 'changes'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The number of a record's lines with an unmasked contact or card, from before the log was masked. */
export async function countFullLines(db: Database, entity: string, recordId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit
    where entity = ${entity} and record_id = ${String(recordId)} and exists (
      select from jsonb_each(changes) as change, jsonb_array_elements_text(change.value) as told(text)
      where change.key = any(${MASKED_FIELDS}) and told.text <> '' and strpos(told.text, '*') = 0)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The names of the records that changes refer to: field → id → name. */
export async function findNames(
  db: Database,
  numbers: Map<ReferenceField, number[]>,
): Promise<Record<string, Record<string, string>>> {
  const names: Record<string, Record<string, string>> = {}
  for (const [field, ids] of numbers) {
    const rows = await db.selectFrom(tableOf(field)).select(['id', 'name']).where('id', 'in', ids).execute()
    names[field] = Object.fromEntries(rows.map((row) => [String(row.id), row.name]))
  }
  return names
}

/** Class of the advisory lock that serializes the reveals of one person. */
const REVEAL_LOCK = 7

/**
 * The number of masked values that a person revealed in the hour before `now`. Locks until the transaction ends, so
 * that concurrent requests of one person cannot exceed the limit.
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

/** The number of masked values that a person revealed since an instant. Call it under the lock of `countReveals`. */
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
