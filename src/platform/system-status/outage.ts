/** The beginning and the end of a time without an answer, in ms of a monotonic clock. */
export interface Outage {
  from: number
  to: number
}

/** Finds out from questions to the database, and whether they were answered, when it was not there. */
export function outageWatch(elapsed: () => number) {
  let since: number | null = null
  let last: Outage | null = null
  return {
    /** Notes a question that was asked at `startedAt`. */
    note: (startedAt: number, isAnswered: boolean): void => {
      if (!isAnswered) {
        since ??= startedAt
      } else if (since !== null) {
        last = { from: since, to: elapsed() }
        since = null
      }
    },
    /** The last outage that is over, if it ended within so many ms. */
    recent: (withinMs: number): Outage | null => (last && elapsed() - last.to < withinMs ? last : null),
  }
}
