import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { DB } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { forgetDevice } from '#people/sessions/devices/queries.ts'
import {
  absoluteLimitMs,
  assertMayRequestCode,
  CODE_LIFE_MS,
  CODE_TRIES,
  type CodeRequests,
  DAY_MS,
  DEVICE_LIFE_MS,
  idleLimitMs,
  MINUTE_MS,
  TICKET_LIFE_MS,
} from '#people/sessions/rules.ts'

export interface NewSession {
  tokenHash: Buffer
  staffId: number
  autoLogin: boolean
  createdAt: Date
  seenAt: Date
  ip: string
  userAgent: string
  /** The known device; null if the browser has no secret. */
  deviceId: number | null
}

const MAX_SESSIONS = 5

/** Inserts a session and ends the person's least recently used ones beyond five. */
export async function insertSession(db: Database, row: NewSession): Promise<void> {
  await db.insertInto('session').values(row).execute()
  const newest = db
    .selectFrom('session')
    .select('tokenHash')
    .where('staffId', '=', row.staffId)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
  await db
    .deleteFrom('session')
    .where('staffId', '=', row.staffId)
    .where('tokenHash', 'not in', newest)
    .execute()
}

/** Classes of the advisory locks that serialize code requests per IP address and per number. */
const [ADDRESS_LOCK, MOBILE_LOCK] = [5_017_004, 5_017_005]

/** Records a code request and stores the code's hash, for known and unknown numbers alike; throws TOO_MANY. */
export async function insertCode(
  db: Database,
  request: { mobile: string; ip: string; codeHash: Buffer },
  now: Date,
): Promise<void> {
  const { mobile, ip, codeHash } = request
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${ip}))`.execute(db)
  await sql`select pg_advisory_xact_lock(${MOBILE_LOCK}, hashtext(${mobile}))`.execute(db)
  assertMayRequestCode(await countCodeRequests(db, mobile, ip, now), now)
  await db
    .deleteFrom('signInCodeRequest')
    .where('at', '<=', new Date(now.getTime() - DAY_MS))
    .execute()
  await db.deleteFrom('signInCode').where('expiresAt', '<=', now).execute()
  await db.insertInto('signInCodeRequest').values({ mobile, ip, at: now }).execute()
  const code = { codeHash, tries: 0, expiresAt: new Date(now.getTime() + CODE_LIFE_MS) }
  await db
    .insertInto('signInCode')
    .values({ mobile, ...code })
    .onConflict((clash) => clash.column('mobile').doUpdateSet(code))
    .execute()
}

async function countCodeRequests(db: Database, mobile: string, ip: string, now: Date): Promise<CodeRequests> {
  const ofNumber = await db
    .selectFrom('signInCodeRequest')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('firstAt')])
    .select(sql<Date | null>`max(at)`.as('lastAt'))
    .where('mobile', '=', mobile)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  const ofAddress = await db
    .selectFrom('signInCodeRequest')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('firstAt')])
    .where('ip', '=', ip)
    .where('at', '>', new Date(now.getTime() - MINUTE_MS))
    .executeTakeFirstOrThrow()
  return { ofNumber, ofAddress }
}

/**
 * Consumes a code. Returns whether it is the number's current code, not expired and with tries left; a wrong code
 * counts as a try. Call it in a transaction: the update locks the row, so that only one of several concurrent
 * requests with the right code succeeds.
 */
export async function consumeCode(
  db: Database,
  mobile: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const counted = await db
    .updateTable('signInCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('mobile', '=', mobile)
    .where('tries', '<', CODE_TRIES)
    .where('expiresAt', '>', now)
    .returning('mobile')
    .executeTakeFirst()
  if (!counted) return false
  const consumed = await db
    .deleteFrom('signInCode')
    .where('mobile', '=', mobile)
    .where('codeHash', '=', codeHash)
    .returning('mobile')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Stores a ticket for a person who passed the first step. */
export async function insertTicket(
  db: Database,
  ticket: { tokenHash: Buffer; staffId: number; autoLogin: boolean },
  now: Date,
): Promise<void> {
  await db.deleteFrom('signInTicket').where('expiresAt', '<=', now).execute()
  const expiresAt = new Date(now.getTime() + TICKET_LIFE_MS)
  await db
    .insertInto('signInTicket')
    .values({ ...ticket, expiresAt })
    .execute()
}

/** The holder of a ticket; undefined if it is unknown or expired. */
export async function findTicket(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('signInTicket')
    .select(['staffId', 'autoLogin'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Consumes a ticket; returns false if another request already did. */
export async function consumeTicket(db: Database, tokenHash: Buffer): Promise<boolean> {
  const consumed = await db
    .deleteFrom('signInTicket')
    .where('tokenHash', '=', tokenHash)
    .returning('staffId')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Condition: the session is within its limits (`endOfSession`). */
function isValid(now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return (eb: ExpressionBuilder<DB, 'session'>) =>
    eb.or(
      [true, false].map((autoLogin) =>
        eb.and([
          eb('autoLogin', '=', autoLogin),
          eb('seenAt', '>=', before(idleLimitMs(autoLogin))),
          eb('createdAt', '>=', before(absoluteLimitMs(autoLogin))),
        ]),
      ),
    )
}

/** A person's current sessions, most recently used first. */
export async function findDevices(db: Database, staffId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'tokenHash', 'autoLogin', 'createdAt', 'seenAt', 'ip', 'userAgent'])
    .where('staffId', '=', staffId)
    .where(isValid(now))
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A person's number of current sessions, and whether a second factor is active. */
export async function getSignInFacts(db: Database, staffId: number, now: Date) {
  const { sessions } = await db
    .selectFrom('session')
    .select(sql<number>`count(*)`.as('sessions'))
    .where('staffId', '=', staffId)
    .where(isValid(now))
    .executeTakeFirstOrThrow()
  const factor = await db
    .selectFrom('secondFactor')
    .select('staffId')
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return { sessions, secondFactor: factor !== undefined }
}

/**
 * Ends one of a person's sessions and forgets its device, which may be lost; throws NOT_FOUND if the session is not
 * theirs.
 */
export async function deleteDevice(db: Database, staffId: number, id: number): Promise<void> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('staffId', '=', staffId)
    .returning('deviceId')
    .executeTakeFirst()
  if (!ended) throw notFound('这台设备的登录')
  if (ended.deviceId !== null) await forgetDevice(db, staffId, ended.deviceId)
}

/** Whom a caller means to sign in as. */
export type Claimed = { username: string } | { mobile: string } | { staffId: number }

/**
 * The person with that name, whatever their status, and the device's id if it is known for this person. The same query
 * runs for unknown names and devices, so that the response time does not tell them apart.
 */
export async function findClaimed(db: Database, claimed: Claimed, secretHash: Buffer | null, now: Date) {
  const used = new Date(now.getTime() - DEVICE_LIFE_MS)
  const query = db
    .selectFrom('staff')
    .leftJoin('knownDevice', (join) =>
      join
        .onRef('knownDevice.staffId', '=', 'staff.id')
        .on('knownDevice.secretHash', '=', secretHash ?? Buffer.alloc(0))
        .on('knownDevice.seenAt', '>', used),
    )
    .select(['staff.id as staffId', 'staff.companyCode', 'staff.username', 'staff.mobile'])
    .select('knownDevice.id as deviceId')
  if ('staffId' in claimed) return query.where('staff.id', '=', claimed.staffId).executeTakeFirst()
  if ('username' in claimed)
    return query.where(sql<boolean>`lower(staff.username) = ${claimed.username}`).executeTakeFirst()
  // A former holder may have the same number.
  return query
    .where('staff.mobile', '=', claimed.mobile)
    .orderBy(sql`staff.status = 'active'`, 'desc')
    .orderBy('staff.id', 'desc')
    .executeTakeFirst()
}
