import type { Endpoint } from './contract.ts'
import { FairQueue } from './fairQueue.ts'

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
  heavy: new FairQueue({ ...SHARED, waitingPerPerson: 30 }),
  /** Writes of many rows (`isHeavy`): proposals, steps of imports. */
  steps: new FairQueue({ ...SHARED, waitingPerPerson: 30 }),
  /** Files that have arrived; each is held in memory while it is handled. One person never has both file readers. */
  upload: new FairQueue({ ...SHARED, waitingPerPerson: 12 }),
  /** Everything else of a signed-in person: a browser sends at most six requests at a time. */
  small: new FairQueue({ places: Infinity, perPerson: 8, perCompany: Infinity, waitingPerPerson: 60 }),
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
