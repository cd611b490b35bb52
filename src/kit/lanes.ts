import { availableParallelism } from 'node:os'
import type { Endpoint } from './contract.ts'
import { FairQueue } from './fairQueue.ts'

/** One more than the cores, since the database does most of the work; one of them is left to other companies. */
const heavyPlaces = Math.max(3, availableParallelism() + 1)

/**
 * The lanes of requests. Small requests never wait behind heavy ones, and no person holds more than a part of the
 * database's connections. Each process has its own lanes.
 */
const lanes = {
  /** Work over many rows (`isHeavy`): reports, months, proposals, steps of imports. */
  heavy: new FairQueue({
    places: heavyPlaces,
    perPerson: 1,
    perCompany: heavyPlaces - 1,
    waitingPerPerson: 30,
  }),
  /** Files that have arrived; each is held in memory while it is handled. One person never has both file readers. */
  upload: new FairQueue({ places: 4, perPerson: 1, perCompany: 3, waitingPerPerson: 12 }),
  /** Everything else of a signed-in person: a browser sends at most six requests at a time. */
  small: new FairQueue({ places: Infinity, perPerson: 8, perCompany: Infinity, waitingPerPerson: 60 }),
}

/** The lane of an endpoint's requests. */
export function laneOf({ takes, isHeavy }: Pick<Endpoint, 'takes' | 'isHeavy'>): FairQueue {
  if (takes === 'file') return lanes.upload
  return isHeavy ? lanes.heavy : lanes.small
}
