import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type CountedPerson, failureNames } from '#people/sessions/queries.ts'
import { FAILURE_WINDOW_MS, MAX_FAILURES } from '#people/sessions/rules.ts'

/** A limit of failures that keeps a person from signing in on some device. */
export interface SignInLock {
  /** The end of the last lock; null if it lasts until it is lifted. */
  until: Date | null
}

/** Returns the person's lock: of the name or the mobile, of the second step, or of a known device. */
export async function findLock(db: Database, person: CountedPerson, now: Date): Promise<SignInLock | null> {
  if (await hasLastingLock(db, person)) return { until: null }
  const starts = await findFullWindows(db, person, now)
  if (starts.length === 0) return null
  const latest = Math.max(...starts.map((start) => start.getTime()))
  return { until: new Date(latest + FAILURE_WINDOW_MS) }
}

/** Whether the failures in a row of a name or of a known device have reached the limit. */
async function hasLastingLock(db: Database, person: CountedPerson): Promise<boolean> {
  const names = failureNames(person)
  const { isLocked } = await db
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('signInStreak')
            .select('signInStreak.name')
            .where('name', 'in', names)
            .where('failures', '>=', MAX_FAILURES.inARow),
        ),
        exists(
          selectFrom('knownDevice')
            .select('knownDevice.id')
            .where('staffId', '=', person.id)
            .where('failures', '>=', MAX_FAILURES.inARow),
        ),
      ]).as('isLocked'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isLocked)
}

/** The first failure of each name and known device whose failures of the last 15 minutes have reached the limit. */
async function findFullWindows(db: Database, person: CountedPerson, now: Date): Promise<Date[]> {
  const since = new Date(now.getTime() - FAILURE_WINDOW_MS)
  const ofNames = await db
    .selectFrom('signInFailure')
    .select(sql<Date>`min(at)`.as('start'))
    .where('name', 'in', failureNames(person))
    .where('at', '>', since)
    .groupBy('name')
    .having(sql<number>`count(*)`, '>=', MAX_FAILURES.byName)
    .execute()
  const ofDevices = await db
    .selectFrom('knownDeviceFailure')
    .innerJoin('knownDevice', 'knownDevice.id', 'knownDeviceFailure.deviceId')
    .select(sql<Date>`min(known_device_failure.at)`.as('start'))
    .where('knownDevice.staffId', '=', person.id)
    .where('knownDeviceFailure.at', '>', since)
    .groupBy('knownDevice.id')
    .having(sql<number>`count(*)`, '>=', MAX_FAILURES.byName)
    .execute()
  return [...ofNames, ...ofDevices].map(({ start }) => start)
}
