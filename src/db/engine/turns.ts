/** A first-come, first-served queue for the engine, which serves one client at a time. */
export interface Turns {
  /** Waits for the turn and returns the function that releases it. Releasing it twice has no effect. */
  take: () => Promise<() => void>
}

export function makeTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  return {
    take: async () => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return resolve
    },
  }
}
