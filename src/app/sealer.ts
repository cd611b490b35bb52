import type { Database } from '#db/connect.ts'
import { firstUnsealed, sealWaiting } from '#platform/audit-logs/queriesOfChain.ts'
import type { Chore } from './upkeep.ts'

/** Interval at which waiting audit lines are added to the hash chain, in ms. */
const SEAL_MS = 500

/** A line that waits this long raises an alarm: until it is sealed, it could be changed without a trace. */
export const LONGEST_WAIT_MS = 10_000

interface Means {
  db: Database
  /** The key of the audit chain. */
  key: Buffer
  /** Called once for a line that has waited too long, whichever node wrote it. */
  onWaiting: (facts: { auditId: number; waitingMs: number }) => void
  /** Monotonic time, in ms. */
  elapsed?: () => number
}

/** Adds audit lines to the hash chain, and monitors how long they wait. */
export interface Sealer {
  chore: Chore
  /** Seals immediately; for the end of the program, after the last write. */
  seal: () => Promise<void>
  /** How long the first waiting line has been observed, in ms. */
  waitingMs: () => number
}

/** Creates a sealer; it starts with its chore. */
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
    // Usually nothing has been written.
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
