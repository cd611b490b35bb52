import { availableParallelism } from 'node:os'
import type { Endpoint } from './contract.ts'
import { FairQueue } from './fairQueue.ts'

const cores = availableParallelism()
/** At least two, so that one long report never stops those of everybody else. */
const places = Math.max(2, cores)

/**
 * The lanes of requests. Small requests never wait behind heavy ones, and no person holds more than a part of the
 * database's connections. Each process has its own lanes.
 */
const lanes = {
  /** Reads over many rows (`isHeavy`): reports, months, proposals. */
  heavy: new FairQueue({ places, perPerson: 1, perCompany: places, waitingPerPerson: 30 }),
  /** Files that have arrived; each is held in memory while it is handled. */
  upload: new FairQueue({ places: 4, perPerson: 2, perCompany: 3, waitingPerPerson: 12 }),
  /** Everything else of a signed-in person: a browser sends at most six requests at a time. */
  small: new FairQueue({ places: Infinity, perPerson: 8, perCompany: Infinity, waitingPerPerson: 60 }),
}

/** The lane of an endpoint's requests. */
export function laneOf({ takes, isHeavy }: Pick<Endpoint, 'takes' | 'isHeavy'>): FairQueue {
  if (takes === 'file') return lanes.upload
  return isHeavy ? lanes.heavy : lanes.small
}
