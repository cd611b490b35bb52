/** JSON with sorted keys, since the database does not keep the key order of an object. */
export function canonical(value: unknown): string {
  return JSON.stringify(inOrder(value))
}

/** The same value with sorted object keys. A value with `toJSON`, such as a date, is converted first. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  if ('toJSON' in value && typeof value.toJSON === 'function') return inOrder(value.toJSON())
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const entry of entries) entry[1] = inOrder(entry[1])
  return Object.fromEntries(entries)
}
