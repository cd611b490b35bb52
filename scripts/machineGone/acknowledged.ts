import { must, pause } from '../crash/checks.ts'
import { call } from '../crash/program.ts'

/** A customer that a client created through the API; times in ms since 1970, of this machine. */
export interface Write {
  name: string
  sentAt: number
  /** When the client received the success; null if it received no answer. */
  acknowledgedAt: number | null
}

/** Clients that write while a machine is lost. */
export interface Writes {
  all: readonly Write[]
  /** Ends the clients after their last request. */
  stop: () => Promise<void>
}

/** Two clients that write several times a second: so little that PostgreSQL's segments are archived by time only. */
const CLIENTS = 2
const PAUSE_MS = 150

/** Starts the clients. After `stop` they accept that a request fails: the machine may be gone. */
export function startWrites(base: string, token: string): Writes {
  const all: Write[] = []
  let stopped = false
  const work = async (client: number) => {
    for (let number = 0; !stopped; number += 1) {
      const write: Write = { name: `customer-${client}-${number}`, sentAt: Date.now(), acknowledgedAt: null }
      all.push(write)
      const { name } = write
      const answer = await call({ base }, 'POST', '/api/customers', token, { name }, name)
      if (answer.status === 200) write.acknowledgedAt = Date.now()
      else must(stopped || answer.status === 0, `a write was answered by ${answer.status}: ${answer.text}`)
      await pause(PAUSE_MS)
    }
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
  // `stop` reports errors; until then they must not end this process as unhandled rejections.
  working.catch(() => {})
  return {
    all,
    stop: async () => {
      stopped = true
      await working
    },
  }
}

/**
 * Asserts that a database has exactly the writes before a moment. The commit of a write is between its request and its
 * answer, so that only writes under way at that moment may be on either side.
 */
export function assertStateAt(moment: number, found: ReadonlySet<string>, writes: readonly Write[]): void {
  const missing = writes.filter(
    (w) => w.acknowledgedAt !== null && w.acknowledgedAt < moment && !found.has(w.name),
  )
  must(
    missing.length === 0,
    `${missing.length} writes before ${iso(moment)} are missing, e.g. ${missing[0]?.name}`,
  )
  const early = writes.filter(({ sentAt, name }) => sentAt > moment && found.has(name))
  must(early.length === 0, `${early.length} writes after ${iso(moment)} are there, e.g. ${early[0]?.name}`)
  const known = new Set(writes.map(({ name }) => name))
  const foreign = [...found].filter((name) => !known.has(name))
  must(foreign.length === 0, `nobody wrote ${foreign[0]}`)
}

/** What the loss of a machine at the moment `lostAt` cost, after a restore with the customers `found`. */
export function lossOf(lostAt: number, found: ReadonlySet<string>, writes: readonly Write[]) {
  const acknowledged = writes.filter((write) => write.acknowledgedAt !== null)
  const lost = acknowledged.filter(({ name }) => !found.has(name))
  const firstLost = Math.min(lostAt, ...lost.map(({ acknowledgedAt }) => acknowledgedAt ?? lostAt))
  // Nothing is missing between: all writes up to some moment are there.
  assertStateAt(
    firstLost,
    found,
    writes.filter(({ sentAt }) => sentAt < firstLost),
  )
  return { acknowledged: acknowledged.length, lost: lost.length, lostSeconds: (lostAt - firstLost) / 1000 }
}

const iso = (ms: number) => new Date(ms).toISOString()
