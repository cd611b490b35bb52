import { setImmediate } from 'node:timers/promises'

/** Yields items in slices, each in its own turn of the event loop, so that long work does not block other requests. */
export async function* chunksOf<T>(items: Iterable<T>, size = 1_000): AsyncGenerator<readonly T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
    await setImmediate()
  }
  if (chunk.length > 0) yield chunk
}

/** Like `map`, for thousands of items: other requests can run after every 200 of them. */
export async function mapInChunks<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for await (const chunk of chunksOf(items, 200)) results.push(...chunk.map(work))
  return results
}

/**
 * Yields what `read` returns for each item, in order, and reads the next one while the caller handles one: the database
 * works while the program calculates. One read runs at a time, and two results are in memory. An error is thrown in its
 * turn; if the caller stops early, waits for the read that has begun.
 */
export async function* readAhead<T, R>(
  items: AsyncIterable<T>,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let ahead: Promise<R> | undefined
  try {
    for await (const item of items) {
      const done = ahead ? [await ahead] : []
      ahead = read(item)
      // It is awaited later; until then its error is not unhandled.
      ahead.catch(() => {})
      yield* done
    }
    if (ahead) yield await ahead
  } finally {
    await Promise.allSettled([ahead])
  }
}
