/** A new visit begins after half an hour without activity. */
const VISIT_GAP_MS = 30 * 60_000

export interface Visit {
  beganAt: Date
  seenAt: Date
  /** The end of the previous visit; null for the first one. */
  beforeAt: Date | null
}

/** Returns the visit after an activity at `now`. */
export function visitAfter(before: Visit | undefined, now: Date): Visit {
  if (!before) return { beganAt: now, seenAt: now, beforeAt: null }
  if (now.getTime() - before.seenAt.getTime() <= VISIT_GAP_MS) return { ...before, seenAt: now }
  return { beganAt: now, seenAt: now, beforeAt: before.seenAt }
}
