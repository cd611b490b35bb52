import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { withNext } from '#db/statements.ts'
import { type AuditLine, type Changes, limitChanges, maskChanges, type Via } from '#kit/audit.ts'
import { chunksOf } from '#kit/chunks.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { MASKED_FIELDS } from '#kit/masks.ts'
import { HOUR_MS, type Reveals } from '#kit/reveal.ts'
import { scope } from '#kit/scope.ts'
import type { Context } from '#kit/serve.ts'
import {
  authenticate,
  type CodedLine,
  emptyHead,
  type Head,
  type Line,
  sealLines,
  type UnsealedLine,
} from './chain.ts'
import type { Verdict } from './contract.ts'
import { type ReferenceField, tableOf } from './rules.ts'
import { type Anchor, type Break, chainCheck, type FoundPlace } from './verify.ts'

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
    via: toStoredVia(line.via),
  }))
  await appendLines(db, from.keyFor('audit'), rows)
}

/** The stored write path; null for a form. */
export const toStoredVia = (via: Via | undefined): Line['via'] => (via && via !== 'form' ? via : null)

const microseconds = (at: Date) => at.getTime() * 1_000

/** Saves an audit line for an action of the program itself, without a request. */
export async function writeSystemAudit(
  db: Database,
  line: AuditLine & { companyCode: string },
  at: Date,
  key: KeyObject,
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
      select from jsonb_each(changes) as change, jsonb_array_elements_text(change.value) as changed(text)
      where change.key = any(${MASKED_FIELDS}) and changed.text <> '' and strpos(changed.text, '*') = 0)`.execute(
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

/** Lines per statement: a statement has at most 65,535 parameters, and memory use stays small. */
const BATCH_SIZE = 1_000

/** Advisory lock: one node at a time seals lines. */
const LOCK = 5_017_003

/** Inserts lines, contacts and cards masked and long values cut. Writes do not block each other: `sealPending` assigns positions later. */
export async function appendLines(db: Database, key: KeyObject, lines: readonly Line[]): Promise<void> {
  for await (const batch of chunksOf(lines, BATCH_SIZE)) {
    await insertLines(
      db,
      batch.map((line) => authenticate(key, { ...line, changes: limitChanges(maskChanges(line.changes)) })),
    )
  }
}

/** Passes all lines as one JSON text, so that the statement is the same for any number of lines and is planned once. */
async function insertLines(db: Database, lines: readonly CodedLine[]): Promise<void> {
  const rows = lines.map(({ atUs, salt, mac, ...line }) => ({
    ...line,
    at: new Date(atUs / 1_000),
    salt: salt.toString('hex'),
    mac: mac.toString('hex'),
  }))
  await sql`
    insert into audit (company_code, at, actor_id, actor_name, action, entity, record_id, changes, ip, request_id, via,
      salt, mac)
    select "companyCode", at, "actorId", "actorName", action, entity, "recordId", changes, ip, "requestId", via,
      decode(salt, 'hex'), decode(mac, 'hex')
    from rows from (json_to_recordset(${JSON.stringify(rows)}) as ("companyCode" text, at timestamptz, "actorId" int,
      "actorName" text, action text, entity text, "recordId" text, changes jsonb, ip text, "requestId" text, via text,
      salt text, mac text)) with ordinality as line ("companyCode", at, "actorId", "actorName", action, entity,
      "recordId", changes, ip, "requestId", via, salt, mac, n)
    order by n ${withNext}`.execute(db)
}

/**
 * Appends committed lines without a position to the chains of their companies, in id order; a line that commits later
 * gets a later position. Returns their number; 0 also if another node holds the lock.
 */
export async function sealPending(db: Database, key: KeyObject): Promise<number> {
  let count = 0
  for (;;) {
    const done = await db.transaction().execute((tx) => sealBatch(tx, key))
    count += done
    if (done < BATCH_SIZE) return count
  }
}

async function sealBatch(tx: Database, key: KeyObject): Promise<number> {
  const { rows: locks } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
  if (!locks[0]?.mine) return 0
  const pending = await tx
    .selectFrom('auditUnsealed')
    .innerJoin('audit', 'audit.id', 'auditUnsealed.auditId')
    .select(['audit.id', 'audit.companyCode', 'audit.mac'])
    .orderBy('audit.id')
    .limit(BATCH_SIZE)
    .execute()
  const byCompany = Map.groupBy(pending, ({ companyCode }) => companyCode)
  for (const [companyCode, lines] of [...byCompany].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { seals, head } = sealLines(key, await lockHead(tx, key, companyCode), lines.map(withMac))
    await tx
      .insertInto('auditSeal')
      .values(seals.map((seal) => ({ ...seal, companyCode })))
      .execute()
    const { seq, hash, seal } = head
    await tx
      .updateTable('auditHead')
      .set({ seq, hash, seal })
      .where('companyCode', '=', companyCode)
      .execute()
  }
  const ids = pending.map(({ id }) => id)
  await sql`delete from audit_unsealed where audit_id = any(${ids})`.execute(tx)
  return pending.length
}

/** An unsealed line has a MAC: the constraint `audit_authenticated` requires it. */
function withMac({ id, mac }: { id: number; mac: Buffer | null }): UnsealedLine {
  if (mac === null) throw new Error(`the line ${id} of the log has no code`)
  return { id, mac }
}

/** The lowest id of a line without a position; null if there is none. */
export async function firstUnsealed(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('auditUnsealed')
    .select('auditId')
    .orderBy('auditId')
    .limit(1)
    .executeTakeFirst()
  return row?.auditId ?? null
}

/** Locks the head of a company; nodes of an earlier version chain lines after the same head. */
async function lockHead(db: Database, key: KeyObject, companyCode: string): Promise<Head> {
  const find = () =>
    db
      .selectFrom('auditHead')
      .selectAll()
      .where('companyCode', '=', companyCode)
      .forUpdate()
      .executeTakeFirst()
  const head = await find()
  if (head) return head
  // The company's first line. Of two concurrent transactions one inserts; the other waits and then finds the row.
  await db
    .insertInto('auditHead')
    .values(emptyHead(key, companyCode))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await find()
  if (!created) throw new Error(`no audit head for company ${companyCode}`)
  return created
}

/** The heads of all companies, to be stored outside the database. */
export async function findAnchors(db: Database): Promise<Anchor[]> {
  const heads = await db
    .selectFrom('auditHead')
    .select(['companyCode', 'seq', 'hash'])
    .orderBy('companyCode')
    .execute()
  return heads.map(({ hash, ...head }) => ({ ...head, hash: hash.toString('hex') }))
}

interface PlaceRow extends Omit<Line, 'changes'> {
  seq: number
  hash: Buffer
  id: number
  /** Null if the line of the position is missing. */
  isLine: boolean | null
  changes: unknown
  salt: Buffer | null
  mac: Buffer | null
}

/** The next positions of a chain with their lines: both lines chained when inserted and sealed ones. */
export async function findPlaces(
  db: Database,
  companyCode: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<FoundPlace[]> {
  const columns = sql`true as is_line, audit.company_code, audit.actor_id, audit.actor_name, audit.action, audit.entity,
    audit.record_id, audit.changes, audit.ip, audit.request_id, audit.via, audit.salt, audit.mac,
    (extract(epoch from audit.at) * 1000000)::bigint as at_us`
  const { rows } = await sql<PlaceRow>`select * from (
      (select audit.seq, audit.hash, audit.id, ${columns} from audit
        where company_code = ${companyCode} and seq > ${after} and seq <= ${upTo} order by seq limit ${BATCH_SIZE})
      union all
      (select place.seq, place.hash, place.audit_id, line.* from audit_seal place
        left join lateral (select ${columns} from audit where audit.id = place.audit_id
          and audit.company_code = place.company_code) line on true
        where place.company_code = ${companyCode} and place.seq > ${after} and place.seq <= ${upTo}
        order by place.seq limit ${BATCH_SIZE})
    ) places order by seq limit ${BATCH_SIZE}`.execute(db)
  return rows.map(({ seq, hash, id, isLine, changes, ...line }) => ({
    seq,
    hash,
    id,
    line: isLine ? { ...line, changes: changes as Changes } : null,
  }))
}

/** Verifies a company's whole chain up to its current head; lines sealed meanwhile are left out. */
export async function verifyChain(
  db: Database,
  key: KeyObject,
  companyCode: string,
  anchors: readonly Anchor[],
): Promise<Verdict> {
  const check = chainCheck(key, companyCode, anchors)
  const { head, unsealed, hasStray } = await findEnd(db, companyCode)
  let seq = 0
  const verdict = (broken: Break | null): Verdict => ({
    companyCode,
    lines: seq,
    unsealed,
    head: head ? `${head.seq}:${head.hash.toString('hex')}` : null,
    broken,
  })
  const upTo = head?.seq ?? Number.MAX_SAFE_INTEGER
  for (;;) {
    const places = await findPlaces(db, companyCode, { after: seq, upTo })
    for (const place of places) {
      const broken = check.checkPlace(place)
      if (broken) return verdict(broken)
      seq = place.seq
    }
    if (places.length < BATCH_SIZE) break
  }
  const broken = check.end(head)
  return verdict(broken ?? (hasStray ? { seq: null, reason: 'added' } : null))
}

export interface ChainEnd {
  head: Head | undefined
  /** Number of lines without a position. */
  unsealed: number
  /** Whether a line is beyond the head, or has no position and is not queued for one. */
  hasStray: boolean
}

/** The end of a chain, read in one statement because writes continue. */
export async function findEnd(db: Database, companyCode: string): Promise<ChainEnd> {
  const { rows } = await sql<Partial<Head> & { unsealed: number; hasStray: boolean }>`
    select head.company_code, head.seq, head.hash, head.seal,
      (select count(*) from audit_unsealed waiting join audit on audit.id = waiting.audit_id
        where audit.company_code = company.code) as unsealed,
      exists (select from audit where audit.company_code = company.code and audit.seq > coalesce(head.seq, 0))
        or exists (select from audit_seal place where place.company_code = company.code
          and place.seq > coalesce(head.seq, 0))
        or exists (select from audit left join audit_seal place on place.audit_id = audit.id
            left join audit_unsealed waiting on waiting.audit_id = audit.id
          where audit.company_code = company.code and audit.seq is null
            and place.audit_id is null and waiting.audit_id is null) as has_stray
    from company left join audit_head head on head.company_code = company.code
    where company.code = ${companyCode}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no company ${companyCode}`)
  const { seq, hash, seal, unsealed, hasStray } = row
  // `null` if there is no head yet.
  const head = seq && hash && seal ? { companyCode, seq, hash, seal } : undefined
  return { head, unsealed, hasStray }
}
