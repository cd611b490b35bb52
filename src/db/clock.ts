import { sql } from 'kysely'
import type { Clock } from '#kit/calendar.ts'
import type { Database } from './connect.ts'

/** The database's time on this machine, between two measurements kept by a clock that nobody sets. */
export interface DatabaseClock {
  clock: Clock
  /** How far the database's clock is ahead of this machine's, in ms; negative if it is behind. */
  offsetMs: () => number
  /** Compares with the database. If that fails it throws, and the clock goes on as before. */
  measure: () => Promise<void>
}

/** The time of a database's answer, and how long the answer took, in ms. */
interface Reading {
  now: number
  roundTrip: number
}

/** This machine's clocks: the one that shows a date, and the one that only counts. */
interface Machine {
  wall: () => number
  elapsed: () => number
}

const HERE: Machine = { wall: () => Date.now(), elapsed: () => performance.now() }

/** An answer that took longer says too little about the time. The first one is always taken. */
const SLOW_MS = 1_000
/** If the machine's two clocks differ by more since the last measurement, one of them jumped or the machine slept. */
const JUMP_MS = 1_000
/** Times come in whole milliseconds. */
const ROUNDING_MS = 1

/** Measures the database's clock and returns it. */
export function databaseClock(db: Database): Promise<DatabaseClock> {
  return clockFrom(() => askTime(db, HERE.elapsed), HERE)
}

/** The wait for a connection is not part of the round trip. */
async function askTime(db: Database, elapsed: () => number): Promise<Reading> {
  return db.connection().execute(async (one) => {
    const sent = elapsed()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(one)
    if (!rows[0]) throw new Error('the database gave no time')
    return { now: rows[0].now.getTime(), roundTrip: elapsed() - sent }
  })
}

/** The same from any source of time, on any machine. */
export async function clockFrom(ask: () => Promise<Reading>, machine: Machine): Promise<DatabaseClock> {
  const { wall, elapsed } = machine
  let [anchor, skew, asked] = [Number.NaN, 0, 0]
  const measure = async () => {
    asked = elapsed()
    const { now, roundTrip } = await ask()
    const isFirst = Number.isNaN(anchor)
    if (roundTrip > SLOW_MS && !isFirst) return
    // The answer was made half a round trip ago, give or take that half: within it, the known time is as good.
    const measured = now + roundTrip / 2 - elapsed()
    if (isFirst || Math.abs(measured - anchor) > roundTrip / 2 + ROUNDING_MS) anchor = measured
    skew = wall() - elapsed()
  }
  const measureAfterJump = () => {
    const jumped = Math.abs(wall() - elapsed() - skew) > JUMP_MS
    if (jumped && elapsed() - asked > JUMP_MS) measure().catch(() => {})
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
