import { Buffer } from 'node:buffer'

/** So many texts are remembered; then it begins anew. */
const MANY = 5_000
/** Longer texts hardly come twice. */
const SHORT = 40

/** The same function, which reads a text only once: a file says the same few hundred things in every row. */
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

/** The same text by itself: one that was cut out of a larger text keeps all of that in memory. */
export function ownText(text: string): string {
  return text.length < LEAST_CUT ? text : Buffer.from(text).toString()
}

/** Shorter ones V8 copies when they are cut out. */
const LEAST_CUT = 13
