/** JSON with the keys in order: the database keeps what an object says, not how it was written. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
