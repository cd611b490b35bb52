import { Buffer } from 'node:buffer'

/** Maximum number of cached texts; then the cache is cleared. */
const MANY = 5_000
/** Longer texts are not cached, because they rarely repeat. */
const SHORT = 40

/** Caches the results of `read` by text: a file repeats the same few hundred texts in every row. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = read(text)
    if (text.length > SHORT) return result
    if (known.size >= MANY) known.clear()
    known.set(ownText(text), result)
    return result
  }
}

/** Copies a text: a substring of a larger text would keep all of it in memory. */
export function ownText(text: string): string {
  return text.length < LEAST_CUT ? text : Buffer.from(text).toString()
}

/** V8 copies shorter substrings anyway. */
const LEAST_CUT = 13
