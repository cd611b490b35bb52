import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { DB } from '#db/tables.ts'
import { addDays } from '#kit/calendar.ts'
import { keywordIn, type PageInput, pageOf } from '#kit/list.ts'
import { DAY_MS } from '#people/sessions/rules.ts'
import { type Factor, KEPT_MS, MAX_ROWS, type Outcome, SAME_MS, UNKNOWN_KEPT_MS } from './rules.ts'

export interface NewAttempt {
  at: Date
  /** As it may be shown: a user name, a masked mobile, or an unknown name masked by `maskUnknownName`. */
  name: string
  /** The person whose name was given; null for a name that no account has. */
  owner: { staffId: number; companyCode: string } | null
  ip: string
  userAgent: string
  knownDevice: boolean
  factor: Factor
  outcome: Outcome
}

/** Class of the advisory lock that serializes the rows of one person, or of unknown names from one address. */
const SUBJECT_LOCK = 5_017_006

/**
 * Records an attempt, in a transaction. An equal one of the last 15 minutes is counted in its row, and so is one beyond
 * the maximum number of rows; a successful attempt has a row of its own up to that number.
 */
export async function recordAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  const { at, name, owner, ip, userAgent, knownDevice, factor, outcome } = attempt
  const subject = owner ? `staff ${owner.staffId}` : `address ${ip}`
  await sql`select pg_advisory_xact_lock(${SUBJECT_LOCK}, hashtext(${subject}))`.execute(db)
  const into = await findRowToCount(db, attempt)
  if (into !== null) {
    await db
      .updateTable('signInAttempt')
      .set((eb) => ({ times: eb('times', '+', 1), lastAt: at }))
      .where('id', '=', into)
      .execute()
    return
  }
  const facts = { name, ip, userAgent, knownDevice, factor, outcome }
  const by = { staffId: owner?.staffId ?? null, companyCode: owner?.companyCode ?? null }
  await db
    .insertInto('signInAttempt')
    .values({ at, lastAt: at, ...by, ...facts })
    .execute()
}

type Row = ExpressionBuilder<DB, 'signInAttempt'>

/** The row in which an attempt is counted; null if it gets a row of its own. */
async function findRowToCount(db: Database, attempt: NewAttempt): Promise<number | null> {
  const isSuccess = attempt.outcome === 'success'
  const same = isSuccess ? null : await findSame(db, attempt)
  if (same !== null) return same
  const { owner, ip, at } = attempt
  const ofKind = (eb: Row) => eb('outcome', isSuccess ? '=' : '!=', 'success')
  if (owner) {
    const ofPerson = (eb: Row) => eb.and([eb('staffId', '=', owner.staffId), ofKind(eb)])
    return lastIfFull(db, ofPerson, at, MAX_ROWS.ofPerson)
  }
  const ofAddress = (eb: Row) => eb.and([eb('staffId', 'is', null), eb('ip', '=', ip)])
  const ofUnknown = (eb: Row) => eb('staffId', 'is', null)
  return (
    (await lastIfFull(db, ofAddress, at, MAX_ROWS.ofAddress)) ??
    lastIfFull(db, ofUnknown, at, MAX_ROWS.ofUnknown)
  )
}

/** An equal attempt of the last 15 minutes. */
async function findSame(db: Database, attempt: NewAttempt): Promise<number | null> {
  const { owner, name, ip, userAgent, knownDevice, factor, outcome, at } = attempt
  const row = await db
    .selectFrom('signInAttempt')
    .select('id')
    .where('staffId', owner ? '=' : 'is', owner?.staffId ?? null)
    .where('ip', '=', ip)
    .where('at', '>', new Date(at.getTime() - SAME_MS))
    .where((eb) => eb.and({ name, userAgent, knownDevice, factor, outcome }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The last of the rows within 24 hours; null if there are fewer than `max`. */
async function lastIfFull(
  db: Database,
  of: (eb: Row) => Expression<SqlBool>,
  now: Date,
  max: number,
): Promise<number | null> {
  const rows = db
    .selectFrom('signInAttempt')
    .select('id')
    .where(of)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('at', 'desc')
    .limit(max)
  const { count, last } = await db
    .selectFrom(rows.as('row'))
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(id)`.as('last')])
    .executeTakeFirstOrThrow()
  return count >= max ? last : null
}

/** Whether a person has signed in before, as far as it is known: there is a record, or a known device. */
export async function hasSignedIn(db: Database, staffId: number): Promise<boolean> {
  const { before } = await db
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(selectFrom('knownDevice').select('knownDevice.id').where('staffId', '=', staffId)),
        exists(
          selectFrom('signInAttempt')
            .select('signInAttempt.id')
            .where('staffId', '=', staffId)
            .where('outcome', '=', 'success'),
        ),
      ]).as('before'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(before)
}

export interface AttemptFilter extends PageInput {
  keyword?: string | undefined
  staffId?: readonly number[] | undefined
  companyCode?: readonly string[] | undefined
  outcome?: readonly Outcome[] | undefined
  from?: string | undefined
  to?: string | undefined
}

const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** A page of recorded attempts within reach, newest first. */
export async function findAttempts(db: Database, reach: Expression<SqlBool>, filter: AttemptFilter) {
  const { keyword, staffId, companyCode, outcome, from, to, ...page } = filter
  let query = db
    .selectFrom('signInAttempt')
    .leftJoin('staff', 'staff.id', 'signInAttempt.staffId')
    .select(['signInAttempt.id', 'signInAttempt.at', 'signInAttempt.lastAt', 'signInAttempt.times'])
    .select(['signInAttempt.name', 'signInAttempt.staffId', 'signInAttempt.companyCode', 'signInAttempt.ip'])
    .select(['signInAttempt.userAgent', 'signInAttempt.knownDevice', 'signInAttempt.factor'])
    .select(['signInAttempt.outcome', 'staff.name as staffName'])
    .where(reach)
    .where(keywordIn(keyword, ['signInAttempt.name', 'staff.name', 'signInAttempt.ip']))
  if (staffId) query = query.where('signInAttempt.staffId', 'in', staffId)
  if (companyCode) query = query.where('signInAttempt.companyCode', 'in', companyCode)
  if (outcome) query = query.where('signInAttempt.outcome', 'in', outcome)
  if (from) query = query.where('signInAttempt.at', '>=', startOf(from))
  if (to) query = query.where('signInAttempt.at', '<', startOf(addDays(to, 1)))
  return pageOf(query, page, {
    columns: { at: 'signInAttempt.at' },
    fallback: '-at',
    tieBreaker: 'signInAttempt.id',
    neverEmpty: ['at'],
  })
}

/** Deletes the attempts that are older than they are kept; returns their number. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { numDeletedRows } = await db
    .deleteFrom('signInAttempt')
    .where((eb) =>
      eb.or([
        eb('at', '<=', before(KEPT_MS)),
        eb.and([eb('staffId', 'is', null), eb('at', '<=', before(UNKNOWN_KEPT_MS))]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes the recorded attempts of a person. */
export async function deleteAttemptsOf(db: Database, staffId: number): Promise<void> {
  await db.deleteFrom('signInAttempt').where('staffId', '=', staffId).execute()
}

/** Addresses of the machine on which the program runs. */
const OF_THIS_MACHINE = /^(127\.|::1$)/
const SHARED_SINCE_MS = 7 * DAY_MS

/**
 * The address from which all people signed in during the last week, if there were several and it is one of this machine:
 * then a proxy in front of the program is not trusted. Null otherwise.
 */
export async function findSharedAddress(
  db: Database,
  now: Date,
): Promise<{ ip: string; people: number } | null> {
  const rows = await db
    .selectFrom('signInAttempt')
    .select(['ip', sql<number>`count(distinct staff_id)`.as('people')])
    .where('outcome', '=', 'success')
    .where('at', '>', new Date(now.getTime() - SHARED_SINCE_MS))
    .groupBy('ip')
    .limit(2)
    .execute()
  const [only, other] = rows
  return only && !other && only.people > 1 && OF_THIS_MACHINE.test(only.ip) ? only : null
}
