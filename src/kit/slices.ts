import { setImmediate } from 'node:timers/promises'

/** Yields items in slices, each in its own turn of the event loop, so that long work does not block other requests. */
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

/** Like `map`, for thousands of items: other requests can run after every 200 of them. */
export async function mapInSlices<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for await (const slice of slicesOf(items, 200)) results.push(...slice.map(work))
  return results
}
