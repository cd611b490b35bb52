import type { Database } from '#db/connect.ts'
import { firstUnsealed, sealWaiting } from '#platform/audit-logs/queriesOfChain.ts'
import type { Chore } from './upkeep.ts'

/** How often the lines of the log that wait are given their places. */
const SEAL_MS = 500

/** A line that waits for so long is an alarm: whoever could change it meanwhile would leave no trace. */
export const LONGEST_WAIT_MS = 10_000

interface Means {
  db: Database
  /** The key of the log. */
  key: Buffer
  /** Hears once of a line that has waited too long, on whichever node it was written. */
  onWaiting: (facts: { auditId: number; waitingMs: number }) => void
  /** Milliseconds that only grow. */
  elapsed?: () => number
}

/** Gives the lines of the log their places, and watches that they get them. */
export interface Sealer {
  chore: Chore
  /** Does it now; for the end of the program, after the last write. */
  seal: () => Promise<void>
  /** For how long the first line that waits has been seen to wait, in ms. */
  waitingMs: () => number
}

/** A sealer, which begins with its chore. */
export function sealer({ db, key, onWaiting, elapsed = () => performance.now() }: Means): Sealer {
  let first: { auditId: number; seenAt: number; isReported: boolean } | null = null
  let underWay: Promise<void> | null = null

  const waitingMs = () => (first ? Math.round(elapsed() - first.seenAt) : 0)
  const watch = (auditId: number | null) => {
    if (auditId === null) first = null
    else if (first?.auditId !== auditId) first = { auditId, seenAt: elapsed(), isReported: false }
    if (!first || first.isReported || waitingMs() < LONGEST_WAIT_MS) return
    first.isReported = true
    onWaiting({ auditId: first.auditId, waitingMs: waitingMs() })
  }
  const work = async () => {
    const before = await firstUnsealed(db)
    // Most often nobody has written anything.
    if (before === null) return watch(null)
    try {
      await sealWaiting(db, key)
      watch(await firstUnsealed(db))
    } catch (error) {
      watch(before)
      throw error
    }
  }
  const seal = () => {
    underWay ??= work().finally(() => {
      underWay = null
    })
    return underWay
  }
  return { chore: { name: 'seal', everyMs: SEAL_MS, work: seal }, seal, waitingMs }
}
