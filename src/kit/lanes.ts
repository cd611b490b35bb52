import type { Endpoint } from './contract.ts'
import { FairQueue, type Owner } from './fairQueue.ts'

/**
 * One person has one place of a lane, one company all but one. The three lanes together leave one of the pool's ten
 * connections (`db/connect.ts`) to small requests, and with one company four.
 */
const SHARED = { places: 3, perPerson: 1, perCompany: 2 }

/**
 * The lanes of requests. Small requests never wait behind heavy ones, and no person holds more than a part of the
 * database's connections. Each process has its own lanes.
 */
const lanes = {
  /** Reads over many rows (`isHeavy`): reports, months. */
  heavy: new FairQueue({
    ...SHARED,
    waitingPerPerson: 30,
    pace: { burstMs: 2_000, maxMs: 3_500, share: 0.3, hasOthers },
  }),
  /** Writes of many rows (`isHeavy`): proposals, steps of imports. They are not paced: their number is limited. */
  steps: new FairQueue({ ...SHARED, waitingPerPerson: 30 }),
  /** Files that have arrived; each is held in memory while it is handled. One person never has both file readers. */
  upload: new FairQueue({ ...SHARED, waitingPerPerson: 12 }),
  /** Everything else of a signed-in person: a browser sends at most six requests at a time. */
  small: new FairQueue({ places: Infinity, perPerson: 8, perCompany: Infinity, waitingPerPerson: 60 }),
}

/** Whether somebody else has sent a request within this time. */
const PRESENT_MS = 2_000

interface Presence {
  personId: number
  at: number
}

/** The latest request, and the latest one of somebody else; null for none. */
let latest: Presence | null = null
let earlier: Presence | null = null

function hasOthers({ personId }: Owner): boolean {
  const other = latest?.personId === personId ? earlier : latest
  return other !== null && performance.now() - other.at < PRESENT_MS
}

/** Notes that a person uses the program. */
export function notePresence({ personId }: Owner): void {
  if (latest?.personId !== personId) earlier = latest
  latest = { personId, at: performance.now() }
}

/** The lane of an endpoint's requests. */
export function laneOf({
  method,
  takes,
  isHeavy,
}: Pick<Endpoint, 'method' | 'takes' | 'isHeavy'>): FairQueue {
  if (takes === 'file') return lanes.upload
  if (!isHeavy) return lanes.small
  return method === 'GET' ? lanes.heavy : lanes.steps
}
