/** The new value of a key; without `value` the key is deleted. */
export interface Change {
  value?: unknown
}

export type Changes = Readonly<Record<string, Change>>

interface Wiring {
  /** Changes that an earlier page could not send. */
  initialChanges: Changes
  /** Stores the unsent changes where they outlive the page. */
  save: (unsent: Changes) => void
  send: (key: string, change: Change) => Promise<unknown>
  onFailure: (error: unknown) => void
}

export interface Outbox {
  /** Sends a change once the earlier one of the same key has been sent. */
  put: (key: string, change: Change) => void
  /** Sends the remaining changes again. */
  retry: () => void
}

/**
 * Sends changes to a server that keeps the latest write. Per key one change is in flight, so that they arrive in order,
 * and of those queued meanwhile only the newest is sent. Failed changes stay until `retry` or the next page.
 */
export function createOutbox({ initialChanges, save, send, onFailure }: Wiring): Outbox {
  const unsent = new Map(Object.entries(initialChanges))
  const inFlight = new Set<string>()
  const deliver = async (key: string) => {
    if (inFlight.has(key)) return
    inFlight.add(key)
    try {
      for (let change = unsent.get(key); change; change = unsent.get(key)) {
        await send(key, change)
        // A newer change may have been queued in the meantime.
        if (unsent.get(key) === change) unsent.delete(key)
        save(Object.fromEntries(unsent))
      }
    } catch (error) {
      onFailure(error)
    } finally {
      inFlight.delete(key)
    }
  }
  return {
    put: (key, change) => {
      unsent.set(key, change)
      save(Object.fromEntries(unsent))
      void deliver(key)
    },
    retry: () => {
      for (const key of unsent.keys()) void deliver(key)
    },
  }
}
