/** A first-come, first-served queue for the engine, which serves one client at a time. */
export interface EngineQueue {
  /** Waits for the turn and returns the function that releases it. Releasing it twice has no effect. */
  acquire: () => Promise<() => void>
}

export function createEngineQueue(): EngineQueue {
  let last: Promise<void> = Promise.resolve()
  return {
    acquire: async () => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return resolve
    },
  }
}
