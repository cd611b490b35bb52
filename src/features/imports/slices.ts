import { setImmediate } from 'node:timers/promises'

/** A long list in slices, each in its own turn of the event loop: no other request waits for the whole of it. */
export async function* slicesOf<T>(items: readonly T[], size = 1_000): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await setImmediate()
    yield items.slice(at, at + size)
  }
}
