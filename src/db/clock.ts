import { sql } from 'kysely'
import type { Clock } from '#kit/calendar.ts'
import type { Database } from './connect.ts'

/** The database's time, extrapolated on this machine with a monotonic clock between measurements. */
export interface DatabaseClock {
  clock: Clock
  /** How far the database's clock is ahead of this machine's, in ms; negative if it is behind. */
  offsetMs: () => number
  /** Compares the clock with the database. If the query fails, it throws and the clock continues unchanged. */
  measure: () => Promise<void>
}

/** The database's time and the round trip of the query, in ms. */
interface TimeMeasurement {
  now: number
  roundTrip: number
}

/** This machine's clocks in ms: the wall clock and the monotonic clock. */
interface MachineClocks {
  wall: () => number
  elapsed: () => number
}

const LOCAL_CLOCKS: MachineClocks = { wall: () => Date.now(), elapsed: () => performance.now() }

/** A measurement with a longer round trip is too inaccurate and ignored, except for the first one. */
const MAX_ROUND_TRIP_MS = 1_000
/**
 * If the difference of the two clocks has changed by more since the last measurement, the wall clock jumped or the
 * machine slept.
 */
const JUMP_MS = 1_000
/** Resolution of the measured times. */
const ROUNDING_MS = 1

/** Measures the database's clock and returns a clock that follows it. */
export function databaseClock(db: Database): Promise<DatabaseClock> {
  return clockFrom(() => readDatabaseTime(db, LOCAL_CLOCKS.elapsed), LOCAL_CLOCKS)
}

/** Reads the database's time. The round trip excludes the wait for a connection. */
async function readDatabaseTime(db: Database, elapsed: () => number): Promise<TimeMeasurement> {
  return db.connection().execute(async (one) => {
    const startedAt = elapsed()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(one)
    if (!rows[0]) throw new Error('the database gave no time')
    return { now: rows[0].now.getTime(), roundTrip: elapsed() - startedAt }
  })
}

/** Like `databaseClock`, with any time source and machine clocks. */
export async function clockFrom(
  readTime: () => Promise<TimeMeasurement>,
  machine: MachineClocks,
): Promise<DatabaseClock> {
  const { wall, elapsed } = machine
  let [anchor, skew, measuredAt] = [Number.NaN, 0, 0]
  const measure = async () => {
    measuredAt = elapsed()
    const { now, roundTrip } = await readTime()
    const isFirst = Number.isNaN(anchor)
    if (roundTrip > MAX_ROUND_TRIP_MS && !isFirst) return
    // The database read its clock half a round trip ago, ± half a round trip. Within that error the known time is kept.
    const measured = now + roundTrip / 2 - elapsed()
    if (isFirst || Math.abs(measured - anchor) > roundTrip / 2 + ROUNDING_MS) anchor = measured
    skew = wall() - elapsed()
  }
  const measureAfterJump = () => {
    const jumped = Math.abs(wall() - elapsed() - skew) > JUMP_MS
    if (jumped && elapsed() - measuredAt > JUMP_MS) measure().catch(() => {})
  }
  await measure()
  return {
    clock: () => {
      measureAfterJump()
      return new Date(anchor + elapsed())
    },
    offsetMs: () => anchor + elapsed() - wall(),
    measure,
  }
}
