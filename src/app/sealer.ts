import type { KeyObject } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { firstUnsealed, sealPending } from '#platform/audit-logs/queries.ts'
import type { Chore } from './chores.ts'

/** Interval at which waiting audit lines are added to the hash chain, in ms. */
const SEAL_MS = 500

/** A line that waits this long raises an alarm: until it is sealed, it could be changed without a trace. */
export const MAX_WAIT_MS = 10_000

interface SealerParts {
  db: Database
  /** The key of the audit chain. */
  key: KeyObject
  /** Called once for a line that has waited too long, whichever node wrote it. */
  onOverdue: (facts: { auditId: number; waitingMs: number }) => void
  /** Monotonic time, in ms. */
  elapsed?: () => number
}

/** Adds audit lines to the hash chain, and monitors how long they wait. */
export interface Sealer {
  chore: Chore
  /** Seals immediately; for the end of the program, after the last write. */
  seal: () => Promise<void>
  /**
   * How long the first waiting line has been observed, in ms: until its last observation, or until now while it is being
   * sealed. A machine that sleeps between two rounds has not let a line wait.
   */
  unsealedMs: () => number
}

/** Creates a sealer; it starts with its chore. */
export function sealer({ db, key, onOverdue, elapsed = () => performance.now() }: SealerParts): Sealer {
  let first: { auditId: number; foundAt: number; seenAt: number; isReported: boolean } | null = null
  let running: Promise<void> | null = null

  const unsealedMs = () => (first ? Math.round((running ? elapsed() : first.seenAt) - first.foundAt) : 0)
  const watch = (auditId: number | null) => {
    const now = elapsed()
    if (auditId === null) first = null
    else if (first?.auditId === auditId) first.seenAt = now
    else first = { auditId, foundAt: now, seenAt: now, isReported: false }
    if (!first || first.isReported || unsealedMs() < MAX_WAIT_MS) return
    first.isReported = true
    onOverdue({ auditId: first.auditId, waitingMs: unsealedMs() })
  }
  const work = async () => {
    const before = await firstUnsealed(db)
    // Usually nothing has been written.
    watch(before)
    if (before === null) return
    try {
      await sealPending(db, key)
      watch(await firstUnsealed(db))
    } catch (error) {
      watch(before)
      throw error
    }
  }
  const seal = () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  return { chore: { name: 'seal', everyMs: SEAL_MS, work: seal }, seal, unsealedMs }
}
