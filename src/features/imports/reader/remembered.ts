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
    known.set(text, result)
    return result
  }
}
