/** JSON with the keys in order: the database keeps what an object says, not how it was written. */
export function canonical(value: unknown): string {
  return JSON.stringify(inOrder(value))
}

/** The same value with the keys of its objects in order. What says itself how it is written (a date) is asked. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  if ('toJSON' in value && typeof value.toJSON === 'function') return inOrder(value.toJSON())
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const entry of entries) entry[1] = inOrder(entry[1])
  return Object.fromEntries(entries)
}
