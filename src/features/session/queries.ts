import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import type { Person } from '#kit/person.ts'
import { FAILURE_WINDOW_MS, idleLimitMs } from './rules.ts'

/** The clock of a session is written at most this often, so that reading does not write each time. */
const SEEN_EVERY_MS = 60_000

/** The person of a live session, or null. Standing, role and company are read anew with each request. */
export async function findSession(db: Database, tokenHash: Buffer, clock: Clock): Promise<Person | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staffId')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['session.seenAt', 'session.autoLogin'])
    .select(['staff.id', 'staff.username', 'staff.name', 'staff.role', 'staff.parentId'])
    .select(['staff.companyCode', 'staff.mustChangePassword'])
    .where('session.tokenHash', '=', tokenHash)
    .where('staff.status', '=', 'active')
    .where('company.status', '=', 'active')
    .executeTakeFirst()
  if (!row) return null
  const now = clock()
  const idleMs = now.getTime() - row.seenAt.getTime()
  if (idleMs > idleLimitMs(row.autoLogin)) return null
  if (idleMs > SEEN_EVERY_MS) {
    await db.updateTable('session').set({ seenAt: now }).where('tokenHash', '=', tokenHash).execute()
  }
  const { seenAt: _, autoLogin: __, ...person } = row
  return person
}

export interface NewSession {
  tokenHash: Buffer
  staffId: number
  autoLogin: boolean
  createdAt: Date
  seenAt: Date
  ip: string
  userAgent: string
}

const MAX_SESSIONS = 5

/** Opens a session; of more than five the ones not used for longest end. */
export async function insertSession(db: Database, row: NewSession): Promise<void> {
  await db.insertInto('session').values(row).execute()
  const kept = db
    .selectFrom('session')
    .select('tokenHash')
    .where('staffId', '=', row.staffId)
    .orderBy('seenAt', 'desc')
    .limit(MAX_SESSIONS)
  await db
    .deleteFrom('session')
    .where('staffId', '=', row.staffId)
    .where('tokenHash', 'not in', kept)
    .execute()
}

/** Ends one session at once. */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
}

/** Ends all sessions of a person, but the one named. */
export async function deleteSessionsOf(db: Database, staffId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('session').where('staffId', '=', staffId)
  if (except) query = query.where('tokenHash', '!=', except)
  await query.execute()
}

/** Failed sign-ins of the last 15 minutes by name or by address: how many, and when the oldest was. */
export async function countFailures(
  db: Database,
  by: { name: string } | { ip: string },
  now: Date,
): Promise<{ count: number; firstAt: Date | null }> {
  const since = new Date(now.getTime() - FAILURE_WINDOW_MS)
  const query = db
    .selectFrom('signInFailure')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('firstAt')])
    .where('at', '>', since)
  return 'name' in by
    ? query.where('name', '=', by.name).executeTakeFirstOrThrow()
    : query.where('ip', '=', by.ip).executeTakeFirstOrThrow()
}

/** Notes a failed sign-in; what has left the window is forgotten. */
export async function insertFailure(db: Database, name: string, ip: string, at: Date): Promise<void> {
  await db.insertInto('signInFailure').values({ name, ip, at }).execute()
  const since = new Date(at.getTime() - FAILURE_WINDOW_MS)
  await db.deleteFrom('signInFailure').where('at', '<=', since).execute()
}

/** A success forgives the name its failures. */
export async function deleteFailures(db: Database, name: string): Promise<void> {
  await db.deleteFrom('signInFailure').where('name', '=', name).execute()
}
