import { setImmediate } from 'node:timers/promises'

/** Many things in slices, each in its own turn of the event loop: no other request waits for the whole of it. */
export async function* slicesOf<T>(items: Iterable<T>, size = 1_000): AsyncGenerator<readonly T[]> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield slice
    slice = []
    await setImmediate()
  }
  if (slice.length > 0) yield slice
}
