import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { CLOCK_JUMP_MS, SHOW_EVENT_MS } from './limits.ts'
import { outageWatch } from './outage.ts'
import type { NodeFacts, RobotFact } from './state.ts'

/** What the program knows of itself; each part is absent where it does not apply. */
export interface Measures {
  /** The database's clock minus this machine's, in ms. */
  clockOffsetMs: () => number
  /** How long the first unsealed audit line has waited, in ms. */
  unsealedMs: () => number
  /** Requests that wait for a connection. */
  poolWaiting: () => number
  /** Whether writes are refused because the disk is full. */
  isDiskFull: () => boolean
  /** The folder whose disk is watched; null for none. */
  dataFolder: string | null
}

/** This machine's clocks in ms. */
interface MachineClocks {
  wall: () => number
  elapsed: () => number
}

const QUARTER_MS = 15 * 60_000

/** Interval between two questions to the database, in ms; the fastest of the last four counts. */
export const PING_EVERY_MS = 15_000
const PINGS = 4

/** Counts events and remembers those of the last hour. */
function recentEvents(elapsed: () => number) {
  let times: number[] = []
  return {
    add: () => {
      times = times.filter((at) => elapsed() - at < SHOW_EVENT_MS)
      times.push(elapsed())
    },
    count: (withinMs: number) => times.filter((at) => elapsed() - at < withinMs).length,
    /** How long ago the last one was, in ms; null if there was none within the last hour. */
    sinceLast: () => {
      const last = times.at(-1)
      return last !== undefined && elapsed() - last < SHOW_EVENT_MS ? elapsed() - last : null
    },
  }
}

/** Notices jumps of the machine's clock against its monotonic one. */
function jumpWatch({ wall, elapsed }: MachineClocks) {
  let skew = wall() - elapsed()
  let jump: { ms: number; at: number } | null = null
  return {
    look: (): void => {
      const now = wall() - elapsed()
      const ms = Math.round(now - skew)
      if (Math.abs(ms) >= CLOCK_JUMP_MS) jump = { ms, at: elapsed() }
      skew = now
    },
    last: () => jump,
  }
}

/** Remembers how the last message to each group robot went. */
function recentMessages(elapsed: () => number) {
  const last = new Map<number, Omit<RobotFact, 'at'> & { at: number }>()
  return {
    note: ({ id, name }: { id: number; name: string }, isReached: boolean): void =>
      void last.set(id, { id, name, isReached, at: elapsed() }),
    /** Those of the last hour, and how long ago each was, in ms. */
    recent: () =>
      [...last.values()]
        .map(({ at, ...robot }) => ({ ...robot, ms: elapsed() - at }))
        .filter(({ ms }) => ms < SHOW_EVENT_MS),
  }
}

async function measureDisk(folder: string | null): Promise<NodeFacts['disk']> {
  if (folder === null) return null
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Awaits an answer and reports whether there was one. */
async function asked(answer: Promise<unknown>, report: (isAnswered: boolean) => void): Promise<void> {
  try {
    await answer
  } catch (error) {
    report(false)
    throw error
  }
  report(true)
}

/** Measures this node: what happened to it within the last hour, its disk, and how fast the database answers. */
export function nodeMeter(
  db: Database,
  clock: Clock,
  measures: Measures,
  { wall, elapsed }: MachineClocks = { wall: () => Date.now(), elapsed: () => performance.now() },
) {
  const restarts = recentEvents(elapsed)
  const losses = recentEvents(elapsed)
  const failures = recentEvents(elapsed)
  const outages = outageWatch(elapsed)
  const robots = recentMessages(elapsed)
  const pings: number[] = []
  const jumps = jumpWatch({ wall, elapsed })

  const agoText = (ms: number) => new Date(clock().getTime() - ms).toISOString()

  return {
    /** Asks the database the simplest question and looks at the clock. */
    ping: async (): Promise<void> => {
      jumps.look()
      const startedAt = elapsed()
      await asked(sql`select 1`.execute(db), (isAnswered) => outages.note(startedAt, isAnswered))
      pings.push(elapsed() - startedAt)
      if (pings.length > PINGS) pings.shift()
    },
    /** Counts a response with status 500 or above. */
    addFailedRequest: failures.add,
    /** Counts a restart of the embedded engine. */
    addRestart: restarts.add,
    /** Counts a lost connection to the database. */
    addLostConnection: losses.add,
    /** Notes whether a robot took a message. */
    noteRobot: robots.note,
    facts: async (): Promise<NodeFacts> => {
      const sinceRestart = restarts.sinceLast()
      const outage = outages.recent(SHOW_EVENT_MS)
      const jump = jumps.last()
      return {
        clockOffsetMs: Math.round(measures.clockOffsetMs()),
        clockJump: jump && { ms: jump.ms, at: agoText(elapsed() - jump.at) },
        disk: await measureDisk(measures.dataFolder),
        isDiskFull: measures.isDiskFull(),
        memoryBytes: process.memoryUsage.rss(),
        unsealedMs: measures.unsealedMs(),
        pingMs: pings.length > 0 ? Math.round(Math.min(...pings)) : null,
        poolWaiting: measures.poolWaiting(),
        engineRestarts: restarts.count(SHOW_EVENT_MS),
        engineRestartedAt: sinceRestart === null ? null : agoText(sinceRestart),
        lostConnections: losses.count(SHOW_EVENT_MS),
        outage: outage && { from: agoText(elapsed() - outage.from), to: agoText(elapsed() - outage.to) },
        failedRequests: { quarter: failures.count(QUARTER_MS), hour: failures.count(SHOW_EVENT_MS) },
        robots: robots.recent().map(({ ms, ...robot }) => ({ ...robot, at: agoText(ms) })),
      }
    },
  }
}
