/** JSON with sorted keys, since the database does not keep the key order of an object. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

/** The same value with sorted object keys. A value with `toJSON`, such as a date, is converted first. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  if ('toJSON' in value && typeof value.toJSON === 'function') return sortKeys(value.toJSON())
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const entry of entries) entry[1] = sortKeys(entry[1])
  return Object.fromEntries(entries)
}
