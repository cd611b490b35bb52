/** What is to stand under a key; without a value the key is to be forgotten. */
export interface Change {
  value?: unknown
}

export type Changes = Readonly<Record<string, Change>>

interface Wiring {
  /** What an earlier page could not send. */
  left: Changes
  /** Keeps what is not sent yet where it outlives the page. */
  keep: (unsent: Changes) => void
  send: (key: string, change: Change) => Promise<unknown>
  onFailure: (error: unknown) => void
}

export interface Outbox {
  /** Sends a change, as soon as the earlier one of the same key is through. */
  put: (key: string, change: Change) => void
  /** Tries again what is left. */
  retry: () => void
}

/**
 * Changes on their way to a server where the newest write stands: one of a key at a time, so that they arrive in their
 * order, and of those that gather meanwhile only the newest. What fails stays until `retry` or the next page.
 */
export function createOutbox({ left, keep, send, onFailure }: Wiring): Outbox {
  const unsent = new Map(Object.entries(left))
  const underWay = new Set<string>()
  const deliver = async (key: string) => {
    if (underWay.has(key)) return
    underWay.add(key)
    try {
      for (let change = unsent.get(key); change; change = unsent.get(key)) {
        await send(key, change)
        // A newer one may have come meanwhile.
        if (unsent.get(key) === change) unsent.delete(key)
        keep(Object.fromEntries(unsent))
      }
    } catch (error) {
      onFailure(error)
    } finally {
      underWay.delete(key)
    }
  }
  return {
    put: (key, change) => {
      unsent.set(key, change)
      keep(Object.fromEntries(unsent))
      void deliver(key)
    },
    retry: () => {
      for (const key of unsent.keys()) void deliver(key)
    },
  }
}
