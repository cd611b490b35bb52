import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { assertMayTry, DEVICE_LIFE_MS, FAILURE_WINDOW_MS, MAX_DEVICES } from '#people/sessions/rules.ts'

/** An attempt on a known device, counted as a failure before it is checked. */
export interface DeviceAttempt {
  id: number
  deviceId: number
}

/** Counts an attempt on a known device; throws TOO_MANY at the device's limit. Returns null if it was just forgotten. */
export async function countOnDevice(
  db: Database,
  deviceId: number,
  now: Date,
): Promise<(DeviceAttempt & { left: number }) | null> {
  return db.transaction().execute(async (tx) => {
    // The update locks the row until the end of the transaction, which serializes attempts per device.
    const device = await tx
      .updateTable('knownDevice')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('id', '=', deviceId)
      .returning('failures')
      .executeTakeFirst()
    if (!device) return null
    const since = new Date(now.getTime() - FAILURE_WINDOW_MS)
    const byName = await tx
      .selectFrom('knownDeviceFailure')
      .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(at)`.as('firstAt')])
      .where('deviceId', '=', deviceId)
      .where('at', '>', since)
      .executeTakeFirstOrThrow()
    const left = assertMayTry({ inARow: device.failures - 1, byName }, now)
    await tx
      .deleteFrom('knownDeviceFailure')
      .where('deviceId', '=', deviceId)
      .where('at', '<=', since)
      .execute()
    const { id } = await tx
      .insertInto('knownDeviceFailure')
      .values({ deviceId, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, deviceId, left }
  })
}

/** The first step succeeded and a second follows: removes this attempt's failure; earlier failures remain. */
export async function removeDeviceAttempt(db: Database, { id, deviceId }: DeviceAttempt): Promise<void> {
  await db.deleteFrom('knownDeviceFailure').where('id', '=', id).execute()
  await db
    .updateTable('knownDevice')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('id', '=', deviceId)
    .execute()
}

interface SeenDevice {
  staffId: number
  secretHash: Buffer
  userAgent: string
}

/**
 * Remembers the device of a complete sign-in and clears its failures. Forgets the person's devices that were not used
 * for 180 days, and the least recently used ones beyond 20.
 */
export async function rememberDevice(
  db: Database,
  { staffId, secretHash, userAgent }: SeenDevice,
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  await db
    .deleteFrom('knownDevice')
    .where('staffId', '=', staffId)
    .where('seenAt', '<=', new Date(now.getTime() - DEVICE_LIFE_MS))
    .execute()
  const seen = { seenAt: now, userAgent, failures: 0 }
  const device = await db
    .insertInto('knownDevice')
    .values({ staffId, secretHash, firstSeenAt: now, ...seen })
    .onConflict((clash) => clash.columns(['staffId', 'secretHash']).doUpdateSet(seen))
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  await db.deleteFrom('knownDeviceFailure').where('deviceId', '=', device.id).execute()
  const newest = db
    .selectFrom('knownDevice')
    .select('id')
    .where('staffId', '=', staffId)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DEVICES)
  await db.deleteFrom('knownDevice').where('staffId', '=', staffId).where('id', 'not in', newest).execute()
  return device
}

/** Forgets a person's devices, except the one of the session `except`. */
export async function forgetDevices(db: Database, staffId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('knownDevice').where('staffId', '=', staffId)
  if (except) {
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .where('session.tokenHash', '=', except)
            .whereRef('session.deviceId', '=', 'knownDevice.id'),
        ),
      ),
    )
  }
  await query.execute()
}

/** Forgets one of a person's devices. */
export async function forgetDevice(db: Database, staffId: number, id: number): Promise<void> {
  await db.deleteFrom('knownDevice').where('staffId', '=', staffId).where('id', '=', id).execute()
}

/** Clears the failures of a person's devices; they stay known. */
export async function clearDeviceFailures(db: Database, staffId: number): Promise<void> {
  await db
    .deleteFrom('knownDeviceFailure')
    .where('deviceId', 'in', (eb) =>
      eb.selectFrom('knownDevice').select('knownDevice.id').where('knownDevice.staffId', '=', staffId),
    )
    .execute()
  await db.updateTable('knownDevice').set({ failures: 0 }).where('staffId', '=', staffId).execute()
}
