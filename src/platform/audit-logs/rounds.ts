import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { AuditCheck } from '#db/tables.ts'
import { findEnd, findPlaces } from './queries.ts'
import { type Break, type ChainCheck, type CheckStart, chainCheck } from './verify.ts'

/** Number of lines at the end of a long chain that every run verifies, in addition to the next part of the round. */
const TAIL_LINES = 2_000

export interface RoundParts {
  db: Database
  /** The key of the audit chain. */
  key: KeyObject
  now: Date
  /** Whether to stop after the batch in progress: the time of a run is up, or the program stops. */
  isOver: () => boolean
}

type Stored = Pick<AuditCheck, 'brokenSeq' | 'brokenReason' | 'brokenAt' | 'roundBeganAt'> & {
  position: number
}

/**
 * Verifies the next part of a company's audit chain, from the position where the last run stopped, and its end. After
 * the last position the round is complete and the next run begins a new one. Returns the number of verified lines.
 */
export async function verifyNextPart(parts: RoundParts, companyCode: string): Promise<number> {
  const { db, now } = parts
  const headSeq = await findHeadSeq(db, companyCode)
  const stored = await findCheck(db, companyCode, now)
  const tail = await verifyTail(parts, companyCode, stored.position, headSeq)
  const part = tail.broken ?? (await verifyPart(parts, companyCode, stored, headSeq))
  if ('reason' in part) await saveBreak(parts, companyCode, stored, part)
  else await savePart(parts, companyCode, stored, part)
  return tail.lines + ('reason' in part ? 0 : part.lines)
}

/** The position of the last line of a chain; 0 if there is none. */
async function findHeadSeq(db: Database, companyCode: string): Promise<number> {
  const head = await db
    .selectFrom('auditHead')
    .select('seq')
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return head?.seq ?? 0
}

async function findCheck(db: Database, companyCode: string, now: Date): Promise<Stored> {
  const row = await db
    .selectFrom('auditCheck')
    .select(['position', 'roundBeganAt', 'brokenSeq', 'brokenReason', 'brokenAt'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? { position: 0, roundBeganAt: now, brokenSeq: null, brokenReason: null, brokenAt: null }
}

interface Part {
  /** Number of verified lines. */
  lines: number
  /** The last verified position. */
  position: number
  /** Whether the whole chain up to its end has been verified in this round. */
  isComplete: boolean
}

/** Verifies from the position of the round until the time is up or the chain ends. */
async function verifyPart(
  parts: RoundParts,
  companyCode: string,
  { position }: Stored,
  headSeq: number,
): Promise<Part | Break> {
  const start = await findStart(parts.db, companyCode, position)
  const check = chainCheck(parts.key, companyCode, [], start)
  const first = start?.seq ?? 0
  let last = first
  while (last < headSeq) {
    if (parts.isOver()) return { lines: last - first, position: last, isComplete: false }
    const { broken, seq } = await verifyBatch(parts.db, companyCode, check, { after: last, upTo: headSeq })
    if (broken) return broken
    // A missing end is found by the check of the end.
    if (seq === last) break
    last = seq
  }
  const broken = await verifyEnd(parts.db, companyCode, check, headSeq)
  return broken ?? { lines: last - first, position: last, isComplete: true }
}

/** Verifies the next positions; returns the first fault, or the last position that was verified. */
async function verifyBatch(
  db: Database,
  companyCode: string,
  check: ChainCheck,
  range: { after: number; upTo: number },
): Promise<{ broken: Break | null; seq: number }> {
  let seq = range.after
  for (const place of await findPlaces(db, companyCode, range)) {
    const broken = check.checkPlace(place)
    if (broken) return { broken, seq }
    seq = place.seq
  }
  return { broken: null, seq }
}

/** Verifies the end of a chain, unless lines were sealed meanwhile: these are verified by the next round. */
async function verifyEnd(
  db: Database,
  companyCode: string,
  check: ChainCheck,
  headSeq: number,
): Promise<Break | null> {
  const { head, hasStray } = await findEnd(db, companyCode)
  if (head && head.seq > headSeq) return null
  return check.end(head) ?? (hasStray ? { seq: null, reason: 'added' } : null)
}

/** Verifies the last lines of a long chain, which the round reaches much later. */
async function verifyTail(
  { db, key }: RoundParts,
  companyCode: string,
  position: number,
  headSeq: number,
): Promise<{ lines: number; broken: Break | null }> {
  const before = headSeq - TAIL_LINES
  if (before <= position) return { lines: 0, broken: null }
  const start = await findStart(db, companyCode, before)
  if (!start) return { lines: 0, broken: null }
  const check = chainCheck(key, companyCode, [], start)
  let last = start.seq
  while (last < headSeq) {
    const { broken, seq } = await verifyBatch(db, companyCode, check, { after: last, upTo: headSeq })
    if (broken) return { lines: 0, broken }
    if (seq === last) return { lines: 0, broken: { seq: last + 1, reason: 'cut' } }
    last = seq
  }
  return { lines: last - start.seq, broken: null }
}

/** The start of a check after a verified position; undefined for the start of the chain, or if the position is gone. */
async function findStart(
  db: Database,
  companyCode: string,
  position: number,
): Promise<CheckStart | undefined> {
  if (position <= 0) return undefined
  const [place] = await findPlaces(db, companyCode, { after: position - 1, upTo: position })
  if (!place) return undefined
  return { seq: place.seq, hash: place.hash, chainedId: place.line?.mac === null ? place.id : 0 }
}

async function savePart(
  { db, now }: RoundParts,
  companyCode: string,
  stored: Stored,
  { position, isComplete }: Part,
): Promise<void> {
  const progress = { position: isComplete ? 0 : position, roundBeganAt: stored.roundBeganAt, checkedAt: now }
  const complete = isComplete
    ? {
        verifiedAt: now,
        lines: position,
        roundBeganAt: now,
        brokenSeq: null,
        brokenReason: null,
        brokenAt: null,
      }
    : {}
  await save(db, companyCode, { ...progress, ...complete })
}

/** Stores a fault and begins a new round. The time at which it was first found stays. */
async function saveBreak(
  { db, now }: RoundParts,
  companyCode: string,
  { brokenAt }: Stored,
  { seq, reason }: Break,
): Promise<void> {
  const broken = { brokenSeq: seq, brokenReason: reason, brokenAt: brokenAt ?? now }
  await save(db, companyCode, { position: 0, roundBeganAt: now, checkedAt: now, ...broken })
}

async function save(
  db: Database,
  companyCode: string,
  row: Partial<Omit<AuditCheck, 'position'>> & { position: number; roundBeganAt: Date; checkedAt: Date },
): Promise<void> {
  await db
    .insertInto('auditCheck')
    .values({ companyCode, ...row })
    .onConflict((clash) => clash.column('companyCode').doUpdateSet(row))
    .execute()
}

/** The companies whose chains are verified, the one verified longest ago first. */
export async function findCompaniesToVerify(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('company')
    .leftJoin('auditCheck', 'auditCheck.companyCode', 'company.code')
    .select('company.code')
    .orderBy(sql`audit_check.checked_at asc nulls first`)
    .orderBy('company.code')
    .execute()
  return rows.map(({ code }) => code)
}
