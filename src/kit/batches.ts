/** Splits a list into parts of at most `size` items, in order; an empty list has none. */
export function batchesOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}
