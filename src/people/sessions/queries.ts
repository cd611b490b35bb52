import { sql } from 'kysely'
import { compileOnce } from '#db/compileOnce.ts'
import type { Database } from '#db/connect.ts'
import { isReadOnlyError } from '#db/readOnly.ts'
import type { Clock } from '#kit/calendar.ts'
import type { Person } from '#kit/person.ts'
import { addressRefusedError, isAllowed } from './addresses/rules.ts'
import {
  clearDeviceFailures,
  countOnDevice,
  type DeviceAttempt,
  forgetDevices,
  removeDeviceAttempt,
} from './devices/queries.ts'
import { assertMayTry, endOfSession, FAILURE_WINDOW_MS, MAX_FAILURES, mayViewAs } from './rules.ts'

/** Minimum interval between updates of `seenAt`, so that not every request writes. */
const SEEN_EVERY_MS = 60_000

/** Runs on every request. */
const findRow = compileOnce((db, tokenHash: Buffer) =>
  db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staffId')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .leftJoin('secondFactor', 'secondFactor.staffId', 'staff.id')
    .leftJoin('secondFactorRule', 'secondFactorRule.companyCode', 'staff.companyCode')
    .leftJoin('signInAddressRule', 'signInAddressRule.companyCode', 'staff.companyCode')
    .select(['session.createdAt', 'session.seenAt', 'session.autoLogin', 'session.viewingAs'])
    .select('signInAddressRule.addresses')
    .select(['staff.id', 'staff.username', 'staff.name', 'staff.role', 'staff.parentId'])
    .select(['staff.companyCode', 'staff.mustChangePassword'])
    .select(
      sql<boolean>`second_factor.confirmed_at is null and coalesce(staff.role = any(second_factor_rule.roles), false)`.as(
        'mustSetSecondFactor',
      ),
    )
    .where('session.tokenHash', '=', tokenHash)
    .where('staff.status', '=', 'active')
    .where('company.status', '=', 'active'),
)

/**
 * The person of an active session, or null. Status, role and company are read on every request. Throws `AddressRefused`
 * if the person's company does not allow the address.
 */
export async function findSession(
  db: Database,
  tokenHash: Buffer,
  { clock, ip }: { clock: Clock; ip: string },
): Promise<Person | null> {
  const [row] = (await findRow(db, tokenHash).execute(db)).rows
  if (!row) return null
  const now = clock()
  if (now > endOfSession(row)) return null
  if (!isAllowed(row.addresses, ip)) throw addressRefusedError(ip)
  if (now.getTime() - row.seenAt.getTime() > SEEN_EVERY_MS) {
    await recordUse(db, tokenHash, now)
  }
  const { createdAt: _, seenAt: __, autoLogin: ___, addresses: ____, viewingAs, ...person } = row
  return viewingAs === null ? person : findViewed(db, person, viewingAs)
}

/** Records that a session is used. A database that is read-only still answers reads, and must not refuse them for this. */
async function recordUse(db: Database, tokenHash: Buffer, now: Date): Promise<void> {
  try {
    await db.updateTable('session').set({ seenAt: now }).where('tokenHash', '=', tokenHash).execute()
  } catch (error) {
    if (!isReadOnlyError(error)) throw error
  }
}

/**
 * The person as whom an admin views the console. Null, as for an ended session, if the admin may not view as them any
 * more: a request meant for the viewed person must not run as the admin.
 */
async function findViewed(db: Database, viewer: Person, id: number): Promise<Person | null> {
  const viewed = await db
    .selectFrom('staff')
    .innerJoin('company', 'company.code', 'staff.companyCode')
    .select(['staff.id', 'staff.username', 'staff.name', 'staff.role', 'staff.parentId'])
    .select(['staff.companyCode', 'staff.status', 'company.status as companyStatus'])
    .where('staff.id', '=', id)
    .executeTakeFirst()
  if (!viewed || !mayViewAs(viewer, viewed)) return null
  const { status: _, companyStatus: __, ...person } = viewed
  const { id: viewerId, name } = viewer
  return {
    ...person,
    mustChangePassword: false,
    mustSetSecondFactor: false,
    viewer: { id: viewerId, name },
  }
}

/** The status of a company: `active` or `disabled`. */
export async function getCompanyStatus(db: Database, code: string): Promise<string> {
  const { status } = await db
    .selectFrom('company')
    .select('status')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return status
}

/** Sets the person as whom a session views the console; null ends viewing. */
export async function setViewing(db: Database, tokenHash: Buffer, staffId: number | null): Promise<void> {
  await db.updateTable('session').set({ viewingAs: staffId }).where('tokenHash', '=', tokenHash).execute()
}

/** Ends one session. */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
}

/**
 * Ends a person's sessions and pending second steps, and forgets the known devices, except the session `except` and its
 * device; returns the number of sessions.
 */
export async function deleteSessionsOf(db: Database, staffId: number, except?: Buffer): Promise<number> {
  let query = db.deleteFrom('session').where('staffId', '=', staffId)
  if (except) query = query.where('tokenHash', '!=', except)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  await db.deleteFrom('signInTicket').where('staffId', '=', staffId).execute()
  await forgetDevices(db, staffId, except)
  return Number(numDeletedRows)
}

/** Ends all sessions and pending second steps of a company's staff. */
export async function deleteSessionsOfCompany(db: Database, companyCode: string): Promise<void> {
  for (const table of ['session', 'signInTicket'] as const) {
    await db
      .deleteFrom(table)
      .where('staffId', 'in', (eb) =>
        eb.selectFrom('staff').select('staff.id').where('staff.companyCode', '=', companyCode),
      )
      .execute()
  }
}

/** An attempt, counted as a failure before it is checked, so that concurrent attempts cannot exceed the limit. */
export type Attempt = ({ id: number; name: string } | DeviceAttempt) & {
  /** Attempts left before a limit is reached, if this one fails. */
  left: number
}

/** A person whose failures are counted. */
export interface CountedPerson {
  id: number
  username: string
  mobile: string | null
}

/** The names under which a person's failures are counted. */
export function failureNames({ id, username, mobile }: CountedPerson): string[] {
  const names = [username.toLowerCase(), secondStepName(id), sessionName(id)]
  return mobile ? [...names, mobileName(mobile)] : names
}

/** A mobile as a name for counting failures; user names cannot contain `+`. */
export function mobileName(mobile: string): string {
  return `+86${mobile}`
}

// Typed names are in lower case, so a stranger's attempts cannot count under these two.
/** The second step of a person, which only a caller who passed the first step can reach. */
export const secondStepName = (staffId: number) => `SECOND STEP ${staffId}`
/** The password of a person in an open session: to change it, or to set or remove the second factor. */
export const sessionName = (staffId: number) => `SESSION ${staffId}`

/** Class of the advisory lock that serializes attempts per IP address. */
const ADDRESS_LOCK = 5_017_003

/** What an attempt counts for. */
export interface Counted {
  /** A name, known or not, or one of the names of `failureNames`. */
  name: string
  /** Absent for an attempt that does not count for its address. */
  ip?: string
  /** The device, if it is known for the person: then the attempt counts for it alone. */
  deviceId?: number | null | undefined
}

/** Counts an attempt before it is checked; throws TOO_MANY at the limit. */
export async function countAttempt(db: Database, counted: Counted, now: Date): Promise<Attempt> {
  const onDevice = counted.deviceId && (await countOnDevice(db, counted.deviceId, now))
  return onDevice || countOfName(db, counted, now)
}

/** The stored address of an attempt that does not count for its address. */
const NO_ADDRESS = ''

async function countOfName(db: Database, { name, ip }: Counted, now: Date): Promise<Attempt> {
  return db.transaction().execute(async (tx) => {
    if (ip) await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${ip}))`.execute(tx)
    // The upsert locks the row until the end of the transaction, which serializes attempts per name.
    const { failures } = await tx
      .insertInto('signInStreak')
      .values({ name, failures: 1, lastAt: now })
      .onConflict((clash) =>
        clash
          .column('name')
          .doUpdateSet((eb) => ({ failures: eb('signInStreak.failures', '+', 1), lastAt: now })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    const byName = await countFailures(tx, 'name', name, now)
    const byAddress = ip ? await countFailures(tx, 'ip', ip, now) : undefined
    const left = assertMayTry({ inARow: failures - 1, byName, byAddress }, now)
    const { id } = await tx
      .insertInto('signInFailure')
      .values({ name, ip: ip ?? NO_ADDRESS, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await deleteOldFailures(tx, now)
    return { id, name, left }
  })
}

async function countFailures(db: Database, column: 'name' | 'ip', value: string, now: Date) {
  return db
    .selectFrom('signInFailure')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('firstAt')])
    .where(column, '=', value)
    .where('at', '>', new Date(now.getTime() - FAILURE_WINDOW_MS))
    .executeTakeFirstOrThrow()
}

const STRAY_NAME_MS = 30 * 24 * 3_600_000

/** Deletes failures outside the window, and streaks of unknown names after 30 days. */
async function deleteOldFailures(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('signInFailure')
    .where('at', '<=', new Date(now.getTime() - FAILURE_WINDOW_MS))
    .execute()
  await db
    .deleteFrom('signInStreak')
    .where('lastAt', '<', new Date(now.getTime() - STRAY_NAME_MS))
    .where('failures', '<', MAX_FAILURES.inARow)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('staff')
            .select('staff.id')
            .where(
              sql<boolean>`lower(staff.username) = sign_in_streak.name or '+86' || staff.mobile = sign_in_streak.name`,
            ),
        ),
      ),
    )
    .execute()
}

/** The first step succeeded and a second follows: removes this attempt's failure; earlier failures remain. */
export async function removeAttempt(db: Database, attempt: Attempt): Promise<void> {
  if ('deviceId' in attempt) return removeDeviceAttempt(db, attempt)
  const { id, name } = attempt
  await db.deleteFrom('signInFailure').where('id', '=', id).execute()
  await db
    .updateTable('signInStreak')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('name', '=', name)
    .execute()
}

/** Clears all failures of the names, after a successful sign-in or a password reset. */
export async function clearFailures(db: Database, names: string[]): Promise<void> {
  await db.deleteFrom('signInFailure').where('name', 'in', names).execute()
  await clearStreaks(db, names)
}

/** Ends the failures in a row of the names; the failures of the last 15 minutes remain. */
export async function clearStreaks(db: Database, names: string[]): Promise<void> {
  await db.deleteFrom('signInStreak').where('name', 'in', names).execute()
}

/** Clears all failures of a person, those of the known devices included. */
export async function clearAllFailures(db: Database, person: CountedPerson): Promise<void> {
  await clearFailures(db, failureNames(person))
  await clearDeviceFailures(db, person.id)
}

/** Deletes the sign-in codes and code requests of a mobile. */
export async function deleteCodes(db: Database, mobile: string): Promise<void> {
  for (const table of ['signInCode', 'signInCodeRequest'] as const)
    await db.deleteFrom(table).where('mobile', '=', mobile).execute()
}
