/** Whoever comes back after so long comes anew: half an hour. */
const APART_MS = 30 * 60_000

export interface Visit {
  beganAt: Date
  seenAt: Date
  /** When the visit before this one ended; null at the first. */
  beforeAt: Date | null
}

/** A visit as it stands after a sign of the person. */
export function visitAfter(before: Visit | undefined, now: Date): Visit {
  if (!before) return { beganAt: now, seenAt: now, beforeAt: null }
  if (now.getTime() - before.seenAt.getTime() <= APART_MS) return { ...before, seenAt: now }
  return { beganAt: now, seenAt: now, beforeAt: before.seenAt }
}
