/** The engine serves one at a time: whoever has the turn, until it is given back. First come, first served. */
export interface Turns {
  /** Waits for the turn; answers how to give it back. Giving it back twice does nothing. */
  take: () => Promise<() => void>
}

/** A queue for the engine's turn. */
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
