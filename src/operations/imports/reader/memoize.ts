import { Buffer } from 'node:buffer'

/** Maximum number of cached texts; then the cache is cleared. */
const MAX_CACHED = 5_000
/** Longer texts are not cached, because they rarely repeat. */
const MAX_CACHED_LENGTH = 40

/** Caches the results of `read` by text: a file repeats the same few hundred texts in every row. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = read(text)
    if (text.length > MAX_CACHED_LENGTH) return result
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(copyText(text), result)
    return result
  }
}

/** Copies a text: a substring of a larger text would keep all of it in memory. */
export function copyText(text: string): string {
  return text.length < MIN_SLICED_LENGTH ? text : Buffer.from(text).toString()
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_LENGTH = 13
